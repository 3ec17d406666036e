/** Dialogs: a link, a directive, a change of several articles. */
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { fold } from '../../../src/foundation/fold.ts';
import { matches, parseQuery } from '../../../src/search/title-match.ts';
import { type FieldChange, messageOf, type Row, readDirectives, readRows } from './api.ts';
import type { Chosen } from './queue.tsx';
import { useAnswer } from './use-rows.ts';

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
    const first = (parts: string) => dialog.current?.querySelector<HTMLElement>(parts);
    (first('input:not([type=date], [type=file]), select, textarea') ?? first('.head ~ * button'))?.focus();
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

interface ChooserProps<Item> {
  title: string;
  label: string;
  find(words: string): Promise<readonly Item[]>;
  keyOf(item: Item): string;
  /** @returns what its button shows, and what stands below it */
  show(item: Item): readonly [button: ReactNode, below?: ReactNode];
  onChoose(item: Item): void;
  onClose(): void;
}

/** Finds one of many by its words. Enter takes the first. */
function Chooser<Item>({ title, label, find, keyOf, show, onChoose, onClose }: ChooserProps<Item>) {
  const [words, setWords] = useState('');
  const found = useAnswer<readonly Item[]>(`words ${words}`, () => find(words), []);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onKeyDown={walkButtons}
        onSubmit={(event) => {
          event.preventDefault();
          // The results on the screen may be those of fewer letters.
          void find(words).then(([first]) => first && onChoose(first));
        }}
      >
        <label htmlFor="chooser-words">{label}</label>{' '}
        <input
          id="chooser-words"
          type="search"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <ul className="list">
          {found.map((item) => {
            const [button, below] = show(item);
            return (
              <li key={keyOf(item)}>
                <button type="button" className="plain" onClick={() => onChoose(item)}>
                  {button}
                </button>
                {below}
              </li>
            );
          })}
        </ul>
      </form>
    </Dialog>
  );
}

interface LinkSearchProps {
  locale: string;
  onChoose(row: Row): void;
  onClose(): void;
}

export function LinkSearch({ locale, ...props }: LinkSearchProps) {
  return (
    <Chooser
      title="Link to an article"
      label="Words of its title"
      find={(words) => findLinked(words, locale)}
      keyOf={({ file }) => file}
      show={({ title, path }) => [
        <Fragment key={path}>
          {title} <span className="quiet">{path}</span>
        </Fragment>,
      ]}
      {...props}
    />
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
  return (
    <Chooser
      title="Directive"
      label="Words of its name or use"
      find={findDirectives}
      keyOf={({ name }) => name}
      show={({ name, summary, example }) => [
        <b key={name}>{name}</b>,
        <Fragment key={name}>
          {' '}
          {summary}
          <pre>{example}</pre>
        </Fragment>,
      ]}
      onChoose={({ example }) => onChoose(example)}
      onClose={onClose}
    />
  );
}

async function findDirectives(words: string) {
  const wanted = parseQuery(words);
  return (await readDirectives()).filter(({ name, summary }) => matches(fold(`${name} ${summary}`), wanted));
}

const BULK = ['draft', 'date', 'expires', 'reviewBy', 'category', 'author', 'tags', 'featured'];

interface BulkProps {
  chosen: Chosen;
  /** @returns false where nothing was changed */
  onApply(change: FieldChange, onError: (error: unknown) => void): Promise<boolean>;
  onClose(): void;
}

/** Chosen articles that the dialog names. */
const NAMED = 100;

/** Shows what a change does to each article before anything is written. */
export function Bulk({ chosen, onApply, onClose }: BulkProps) {
  const [field, setField] = useState('draft');
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const apply = async (text: string) => {
    setBusy(true);
    setFailure('');
    const change = text === '' ? { unset: [field] } : { set: [{ field, value: text }] };
    if (await onApply(change, (error) => setFailure(messageOf(error)))) onClose();
    setBusy(false);
  };
  return (
    <Dialog
      title={chosen.size === 1 ? 'Change 1 article' : `Change ${chosen.size} articles`}
      onClose={onClose}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void apply(value.trim());
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
        {failure && <pre role="alert">{failure}</pre>}
        <button type="submit" disabled={busy}>
          Change
        </button>
      </form>
    </Dialog>
  );
}
