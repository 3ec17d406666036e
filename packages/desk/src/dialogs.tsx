/** Dialogs: a new article, a link, a picture's text, a change of several articles, an overlap, publishing. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { createFilter } from '../../../src/search/title-match.ts';
import {
  type CommandEnd,
  type FieldChange,
  type Finding,
  type Overlap,
  type Queue,
  type Row,
  readDirectives,
  runCommand,
} from './api.ts';

interface DialogProps {
  title: string;
  children: ReactNode;
  onClose(): void;
}

export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <div className="head">
        <h2>{title}</h2>
        <button type="button" aria-label="Close" onClick={() => dialog.current?.close()}>
          ✕
        </button>
      </div>
      {children}
    </dialog>
  );
}

export function NewArticle({
  queue,
  onDone,
  onClose,
}: {
  queue: Queue;
  onDone(file: string): void;
  onClose(): void;
}) {
  const [title, setTitle] = useState('');
  const [locale, setLocale] = useState(queue.locales[0] ?? '');
  const [category, setCategory] = useState('');
  const [failure, setFailure] = useState('');
  const create = async () => {
    const lines: string[] = [];
    const place = category === '' ? {} : { category };
    const { code, result } = await runCommand<{ file?: string }>(
      { command: 'new', title, locale, ...place },
      (line) => lines.push(line),
    );
    if (code === 0 && result?.file !== undefined) onDone(result.file);
    else setFailure(lines.join('\n'));
  };
  return (
    <Dialog title="New article" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <label htmlFor="new-title">Title</label>
        <input id="new-title" required value={title} onChange={({ target }) => setTitle(target.value)} />
        <label htmlFor="new-locale">Language</label>
        <select id="new-locale" value={locale} onChange={({ target }) => setLocale(target.value)}>
          {queue.locales.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <label htmlFor="new-category">Category</label>
        <select id="new-category" value={category} onChange={({ target }) => setCategory(target.value)}>
          <option value="">None</option>
          {(queue.choices[locale]?.categories ?? [])
            .filter((name) => !name.includes('/'))
            .map((name) => (
              <option key={name}>{name}</option>
            ))}
        </select>
        {failure && <pre role="alert">{failure}</pre>}
        <button type="submit">Write a draft</button>
      </form>
    </Dialog>
  );
}

export function LinkSearch({
  rows,
  onChoose,
  onClose,
}: {
  rows: readonly Row[];
  onChoose(row: Row): void;
  onClose(): void;
}) {
  const [words, setWords] = useState('');
  const found = useMemo(() => {
    const isWanted = createFilter(words);
    return rows.filter(({ title, path }) => path !== '' && isWanted(title)).slice(0, 20);
  }, [rows, words]);
  return (
    <Dialog title="Link to an article" onClose={onClose}>
      <label htmlFor="link-words">Words of its title</label>
      <input id="link-words" type="search" value={words} onChange={({ target }) => setWords(target.value)} />
      <ul className="list">
        {found.map((row) => (
          <li key={row.file}>
            <button type="button" className="plain" onClick={() => onChoose(row)}>
              {row.title} <span className="quiet">{row.path}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export function DirectiveList({ onChoose, onClose }: { onChoose(example: string): void; onClose(): void }) {
  const [directives, setDirectives] = useState<Awaited<ReturnType<typeof readDirectives>>>([]);
  useEffect(() => {
    void readDirectives().then(setDirectives);
  }, []);
  return (
    <Dialog title="Directive" onClose={onClose}>
      <ul className="list">
        {directives.map(({ name, summary, example }) => (
          <li key={name}>
            <button type="button" onClick={() => onChoose(example)}>
              {name}
            </button>{' '}
            {summary}
            <pre>{example}</pre>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export interface PictureChoice {
  picture: File;
  alt: string;
  /** Pixels. Wider pictures are reduced. */
  width: number;
}

export function PictureText({
  picture,
  onChoose,
  onClose,
}: {
  picture: File;
  onChoose(choice: PictureChoice): void;
  onClose(): void;
}) {
  const [alt, setAlt] = useState('');
  const [width, setWidth] = useState(1600);
  return (
    <Dialog title={`Picture: ${picture.name}`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose({ picture, alt, width });
        }}
      >
        <label htmlFor="picture-alt">
          What does it show, for those who do not see it? Leave it empty for a mere ornament.
        </label>
        <input id="picture-alt" value={alt} onChange={({ target }) => setAlt(target.value)} />
        <label htmlFor="picture-width">Greatest width in pixels</label>
        <input
          id="picture-width"
          type="number"
          min={100}
          max={8000}
          value={width}
          onChange={({ target }) => setWidth(Number(target.value))}
        />
        <button type="submit">Insert</button>
      </form>
    </Dialog>
  );
}

const BULK = ['draft', 'date', 'expires', 'reviewBy', 'category', 'author', 'tags', 'featured'];

interface BulkProps {
  rows: readonly Row[];
  /** @returns false where nothing was changed */
  onApply(change: FieldChange): Promise<boolean>;
  onClose(): void;
}

/** Shows what a change does to each article before anything is written. */
export function Bulk({ rows, onApply, onClose }: BulkProps) {
  const [field, setField] = useState('draft');
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      title={rows.length === 1 ? 'Change 1 article' : `Change ${rows.length} articles`}
      onClose={onClose}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          const text = value.trim();
          void onApply(text === '' ? { unset: [field] } : { set: [{ field, value: text }] }).then(onClose);
        }}
      >
        <label htmlFor="bulk-field">Field</label>
        <select id="bulk-field" value={field} onChange={({ target }) => setField(target.value)}>
          {BULK.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <label htmlFor="bulk-value">New value; empty removes the field</label>
        <input id="bulk-value" value={value} onChange={({ target }) => setValue(target.value)} />
        <p>{value.trim() === '' ? `Removes ${field} of:` : `Sets ${field} to “${value.trim()}” in:`}</p>
        <ul className="list">
          {rows.map(({ file, title, locale }) => (
            <li key={file}>
              {title} <span className="quiet">{locale}</span>
            </li>
          ))}
        </ul>
        <button type="submit" disabled={busy}>
          Change
        </button>
      </form>
    </Dialog>
  );
}

type Choice = 'mine' | 'theirs' | 'both';
const CHOICES: readonly [Choice, string][] = [
  ['mine', 'Keep yours'],
  ['theirs', 'Keep the file’s'],
  ['both', 'Keep both'],
];

const keyOf = ({ base, mine, theirs }: Overlap) => JSON.stringify([base, mine, theirs]);

function join({ mine, theirs }: Overlap, choice: Choice | undefined): string {
  if (choice !== 'both') return choice === 'theirs' ? theirs : mine;
  const lineEnd = /\r?\n/.exec(mine + theirs)?.[0] ?? '\n';
  // Two paragraphs have a blank line between them.
  return mine.trim() === '' ? theirs : mine.trimEnd() + lineEnd + lineEnd + theirs;
}

/** Paragraphs that both this desk and another program have changed. Nothing is saved until each has a choice. */
export function OverlapDialog({
  merge,
  onResolve,
}: {
  merge: readonly (string | Overlap)[];
  onResolve(text: string): void;
}) {
  // Choices belong to their words: a save meanwhile may make other parts.
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map());
  const overlaps = merge.filter((part) => typeof part !== 'string');
  const isDecided = overlaps.every((part) => chosen.has(keyOf(part)));
  const text = () =>
    merge.map((part) => (typeof part === 'string' ? part : join(part, chosen.get(keyOf(part))))).join('');
  return (
    <section className="overlap" role="alertdialog" aria-label="The file has changed in the same place">
      <h2>The file has changed in the same place</h2>
      {overlaps.map((part, index) => (
        <fieldset key={keyOf(part)}>
          <legend>{part.isHead ? 'Fields' : `Paragraph ${index + 1}`}</legend>
          <h3>Yours</h3>
          <pre>{part.mine}</pre>
          <h3>In the file</h3>
          <pre>{part.theirs}</pre>
          <div className="row">
            {CHOICES.filter(([choice]) => choice !== 'both' || !part.isHead).map(([choice, label]) => (
              <label key={choice}>
                <input
                  type="radio"
                  name={`overlap-${index}`}
                  checked={chosen.get(keyOf(part)) === choice}
                  onChange={() => setChosen(new Map(chosen).set(keyOf(part), choice))}
                />{' '}
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <button type="button" disabled={!isDecided} onClick={() => onResolve(text())}>
        Save this
      </button>
    </section>
  );
}

/** The result of `articles check`. */
export interface SiteFindings {
  errors?: Finding[];
  warnings?: Finding[];
}

const STEPS = [
  { name: 'check', label: 'Check', needs: false },
  { name: 'build', label: 'Build', needs: false },
  { name: 'diff', label: 'Show what readers will see change', needs: true },
  { name: 'deploy', label: 'Deploy', needs: true },
  { name: 'verify', label: 'Verify the live site', needs: true },
  { name: 'rollback', label: 'Roll back to the previous release', needs: true },
] as const;

interface PublishProps {
  onFindings(end: CommandEnd<SiteFindings>): void;
  onClose(): void;
}

/** Each step is the command of the same name, with its own words. */
export function Publish({ onFindings, onClose }: PublishProps) {
  const [environment, setEnvironment] = useState('development');
  const [lines, setLines] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<string | null>(null);
  const log = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (lines.length > 0) log.current?.scrollTo(0, log.current.scrollHeight);
  }, [lines]);
  const run = async ({ name, label, needs }: (typeof STEPS)[number]) => {
    setBusy(name);
    setLines([`${label}…`]);
    const add = (line: string) => setLines((before) => [...before, line]);
    try {
      const end = await runCommand<SiteFindings>(
        needs ? { command: name, environment } : { command: name },
        add,
      );
      if (name === 'check') onFindings(end);
      add(end.code === 0 ? 'Done.' : `Ended with ${end.code}.`);
    } catch (error) {
      add(error instanceof Error ? error.message : String(error));
    }
    setBusy(null);
  };
  return (
    <Dialog title="Publish" onClose={onClose}>
      <label htmlFor="environment">Environment</label>{' '}
      <select id="environment" value={environment} onChange={({ target }) => setEnvironment(target.value)}>
        <option>development</option>
        <option>production</option>
      </select>
      <ol className="steps">
        {STEPS.map((step) => (
          <li key={step.name}>
            <button type="button" disabled={busy !== null} onClick={() => void run(step)}>
              {step.label}
            </button>
          </li>
        ))}
      </ol>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre className="log" ref={log} role="log" aria-label="Progress" tabIndex={0}>
        {lines.join('\n')}
      </pre>
    </Dialog>
  );
}
