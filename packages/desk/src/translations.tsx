/** The other languages of an article beside its source, section by section. */
import { useEffect, useState } from 'react';
import { directionOf } from '../../../src/locales/codes.ts';
import { type Row, readDocument, runCommand, type Section } from './api.ts';

interface TranslationsProps {
  row: Row;
  /** Its translations. */
  others: readonly Row[];
  /** The sections of the open text. */
  sections: readonly Section[];
  /** The line of the caret, from 1. */
  line: number;
  onOpen(file: string): void;
}

export function Translations({ row, others, sections, line, onOpen }: TranslationsProps) {
  const [chosen, setChosen] = useState(others[0]?.file ?? '');
  const [beside, setBeside] = useState<readonly Section[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new sections come with each build, which may have changed the other text too
  useEffect(() => {
    let isCurrent = true;
    const show = (found: readonly Section[]) => isCurrent && setBeside(found);
    if (chosen !== '')
      readDocument(chosen).then(
        (document) => show(document.sections),
        () => show([]),
      );
    return () => {
      isCurrent = false;
    };
  }, [chosen, sections]);
  if (others.length === 0)
    return (
      <p>
        No other language has this article. A file at the same path in another language is its translation.
      </p>
    );
  const index = sectionAt(sections, line);
  const there = beside[Math.min(index, beside.length - 1)];
  const other = others.find(({ file }) => file === chosen);
  return (
    <>
      <div className="row">
        <label htmlFor="translation">Language beside it</label>
        <select id="translation" value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {others.map(({ file, locale, title }) => (
            <option key={file} value={file}>
              {locale}: {title}
            </option>
          ))}
        </select>
        <button type="button" onClick={() => onOpen(chosen)}>
          Open it
        </button>
        {other?.isStale && <span className="state stale">older than its original</span>}
        {row.isStale && <span className="state stale">its original has changed</span>}
      </div>
      {there && (
        <>
          <h2>
            Section {there.number} of {beside.length}{' '}
            {there.isStale && <span className="state stale">its original has changed</span>}
          </h2>
          <pre
            className="other"
            lang={other?.locale.replace('_', '-')}
            dir={other && directionOf(other.locale.replace('_', '-'))}
          >
            {there.heading && `## ${there.heading}\n\n`}
            {there.text}
          </pre>
          {there.isStale && <Rewrite key={`${chosen}-${there.number}`} file={chosen} section={there} />}
        </>
      )}
    </>
  );
}

/** @param line from 1 @returns the index of the section */
export const sectionAt = (sections: readonly Section[], line: number): number =>
  Math.max(
    0,
    sections.findLastIndex((section) => section.line <= line),
  );

interface RewriteProps {
  file: string;
  section: Section;
  /** Runs what writes into the file. */
  onWrite?<T>(work: () => Promise<T>): Promise<T>;
}

/** Writes a section again through the model, after it has said the price. A stale one is translated again. */
export function Rewrite({
  file,
  section: { number: section, isStale },
  onWrite = (work) => work(),
}: RewriteProps) {
  const id = `rewrite-note-${file}`;
  const [note, setNote] = useState('');
  const [lines, setLines] = useState<readonly string[]>([]);
  const [isPriced, setPriced] = useState(false);
  const run = async (pays: boolean) => {
    setLines([]);
    const add = (line: string) => setLines((before) => [...before, line]);
    const noted = note.trim() === '' ? {} : { note };
    const work = () => runCommand<Run>({ command: 'rewrite', file, section, pays, ...noted }, add);
    try {
      const { code, result } = await (pays ? onWrite(work) : work());
      setPriced(!pays && code === 0);
      if (code === 0) add(pays ? 'The section is written.' : describePrice(result));
    } catch (error) {
      add(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="stack">
      <label htmlFor={id}>
        {isStale
          ? `Renew section ${section}, whose original has changed, with a model: what else to change`
          : `Write section ${section} again with a model: what to change`}
      </label>
      <input id={id} value={note} onChange={({ target }) => setNote(target.value)} />
      <div className="row">
        <button type="button" onClick={() => void run(false)}>
          Show the price
        </button>
        <button type="button" disabled={!isPriced} onClick={() => void run(true)}>
          {isStale ? 'Renew this section' : 'Write it'}
        </button>
      </div>
      {lines.length > 0 && <pre className="other">{lines.join('\n')}</pre>}
    </div>
  );
}

/** The estimate of `articles generate --dry-run`; prices are in USD. */
interface Run {
  model?: string;
  calls?: number;
  usd?: number | null;
}

function describePrice(run: Run | null): string {
  const { model = 'the model', calls = 0, usd = null } = run ?? {};
  const price = usd === null ? 'a price that is not known' : `about $${usd.toFixed(4)}`;
  return `${calls === 1 ? '1 call' : `${calls} calls`} of ${model}: ${price}.`;
}
