/** The other languages of an article beside its source, section by section. */
import { useEffect, useState } from 'react';
import { type Queue, type Row, readDocument, runCommand } from './api.ts';
import type { OpenText } from './open-text.ts';
import { type Section, sectionAt, splitSections } from './sections.ts';

interface TranslationsProps {
  row: Row;
  queue: Queue;
  source: OpenText;
  /** The line of the caret, from 1. */
  line: number;
  onOpen(file: string): void;
}

export function Translations({ row, queue, source, line, onOpen }: TranslationsProps) {
  const others = queue.rows.filter(({ key, locale }) => key === row.key && locale !== row.locale);
  const [chosen, setChosen] = useState(others[0]?.file ?? '');
  const [sections, setSections] = useState<readonly Section[]>([]);
  useEffect(() => {
    if (chosen !== '') void readDocument(chosen).then(({ text }) => setSections(splitSections(text)));
  }, [chosen]);
  if (others.length === 0)
    return (
      <p>
        No other language has this article. A file at the same path in another language is its translation.
      </p>
    );
  const index = sectionAt(splitSections(source.source.document), line);
  const section = sections[Math.min(index, sections.length - 1)];
  const other = others.find(({ file }) => file === chosen);
  return (
    <>
      <div className="row">
        <label htmlFor="translation">Beside it</label>
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
      {section && (
        <>
          <h3>
            Section {Math.min(index, sections.length - 1) + 1} of {sections.length}
          </h3>
          <pre className="other" lang={other?.locale.replace('_', '-')}>
            {section.text}
          </pre>
        </>
      )}
      <Rewrite file={row.file} section={index} />
    </>
  );
}

/** Writes a section again through the model, after it has said the price. */
function Rewrite({ file, section }: { file: string; section: number }) {
  const [note, setNote] = useState('');
  const [lines, setLines] = useState<readonly string[]>([]);
  const [isPriced, setPriced] = useState(false);
  // The text before the first heading is no section of its own.
  if (section === 0) return null;
  const run = async (pays: boolean) => {
    setLines([]);
    const noted = note.trim() === '' ? {} : { note };
    const { code } = await runCommand({ command: 'rewrite', file, section, pays, ...noted }, (line) =>
      setLines((before) => [...before, line]),
    );
    setPriced(!pays && code === 0);
  };
  return (
    <div className="stack">
      <label htmlFor="rewrite-note">Write section {section} again with a model: what to change</label>
      <input id="rewrite-note" value={note} onChange={({ target }) => setNote(target.value)} />
      <div className="row">
        <button type="button" onClick={() => void run(false)}>
          Show the price
        </button>
        <button type="button" disabled={!isPriced} onClick={() => void run(true)}>
          Write it
        </button>
      </div>
      {lines.length > 0 && <pre className="other">{lines.join('\n')}</pre>}
    </div>
  );
}
