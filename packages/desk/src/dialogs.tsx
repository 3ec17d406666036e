/** Dialogs: a new article, a link, a picture's text, a change of several articles, an overlap, publishing. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldChange, type Overlap, type Row, readDirectives, readRows, runCommand } from './api.ts';
import type { Chosen } from './queue.tsx';
import { useChoices } from './use-rows.ts';

interface DialogProps {
  title: string;
  children: ReactNode;
  onClose(): void;
}

export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The browser would take the button that closes it.
    dialog.current?.querySelector<HTMLElement>('input:not([type=date]), select, textarea')?.focus();
  }, []);
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
  locales,
  onDone,
  onClose,
}: {
  locales: readonly string[];
  onDone(file: string): void;
  onClose(): void;
}) {
  const [title, setTitle] = useState('');
  const [locale, setLocale] = useState(locales[0] ?? '');
  const { categories } = useChoices(locale);
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
          {locales.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <label htmlFor="new-category">Category</label>
        <select id="new-category" value={category} onChange={({ target }) => setCategory(target.value)}>
          <option value="">None</option>
          {categories
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
  locale,
  onChoose,
  onClose,
}: {
  locale: string;
  onChoose(row: Row): void;
  onClose(): void;
}) {
  const [words, setWords] = useState('');
  const [found, setFound] = useState<readonly Row[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void findLinked(words, locale).then(
      (rows) => isCurrent && setFound(rows),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [words, locale]);
  return (
    <Dialog title="Link to an article" onClose={onClose}>
      <form
        onKeyDown={walkButtons}
        onSubmit={(event) => {
          event.preventDefault();
          // The results on the screen may be those of fewer letters.
          void findLinked(words, locale).then(([first]) => first && onChoose(first));
        }}
      >
        <label htmlFor="link-words">Words of its title</label>
        <input
          id="link-words"
          type="search"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <ul className="list">
          {found.map((row) => (
            <li key={row.file}>
              <button type="button" className="plain" onClick={() => onChoose(row)}>
                {row.title} <span className="quiet">{row.path}</span>
              </button>
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  );
}

/** Articles that have a page. */
const findLinked = async (words: string, locale: string): Promise<Row[]> =>
  (await readRows({ words, locale, sort: 'title', count: 100 })).rows
    .filter(({ path, type }) => path !== '' && type !== 'data')
    .slice(0, 20);

/** Arrow keys go from the field to the results and through them. */
function walkButtons(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
  stops[stops.findIndex((stop) => stop.matches(':focus')) + step]?.focus();
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
  const [isBusy, setBusy] = useState(false);
  const preview = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(picture);
    if (preview.current) preview.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [picture]);
  return (
    <Dialog title={`Picture: ${picture.name}`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          onChoose({ picture, alt, width });
        }}
      >
        <img ref={preview} className="preview" alt="" />
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
        <button type="submit" disabled={isBusy}>
          Insert
        </button>
      </form>
    </Dialog>
  );
}

const BULK = ['draft', 'date', 'expires', 'reviewBy', 'category', 'author', 'tags', 'featured'];

interface BulkProps {
  chosen: Chosen;
  /** @returns false where nothing was changed */
  onApply(change: FieldChange): Promise<boolean>;
  onClose(): void;
}

/** Chosen articles that the dialog names. */
const NAMED = 100;

/** Shows what a change does to each article before anything is written. */
export function Bulk({ chosen, onApply, onClose }: BulkProps) {
  const [field, setField] = useState('draft');
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      title={chosen.size === 1 ? 'Change 1 article' : `Change ${chosen.size} articles`}
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
          {[...chosen].slice(0, NAMED).map(([file, title]) => (
            <li key={file}>
              {title} <span className="quiet">{file}</span>
            </li>
          ))}
          {chosen.size > NAMED && <li>and {chosen.size - NAMED} more</li>}
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
