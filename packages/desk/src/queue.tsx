/** The list of articles: filters, keyboard, choice of several for one change. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import {
  type Filter,
  type Kind,
  type QueuePage,
  type Row,
  readFiles,
  readRows,
  type Sharing,
} from './api.ts';
import { Places } from './places.tsx';
import { type Rows, useRows } from './use-rows.ts';

/** The next steps of an article. */
const KINDS: Readonly<Record<Kind, string>> = {
  all: 'All',
  mine: 'Mine',
  draft: 'Drafts',
  review: 'Needs review',
  scheduled: 'Scheduled',
  published: 'Published',
  expired: 'Expired',
  stale: 'Stale translations',
  due: 'Due for review',
  stops: 'Stops the release',
  waiting: 'Waits for the next release',
  unbuilt: 'Changed since the last build',
  others: 'Pages and other words',
  deleted: 'Deleted',
};
const isKind = (value: string): value is Kind => value in KINDS;
const NAMES = Object.keys(KINDS).filter(isKind);

const SORTS: Readonly<Record<NonNullable<Filter['sort']>, string>> = {
  changed: 'Newest first',
  date: 'By date',
  title: 'By title',
  file: 'By file',
};
const isSort = (value: string): value is keyof typeof SORTS => value in SORTS;

const STATES: Record<Row['state'], string> = {
  published: 'published',
  scheduled: 'scheduled',
  expired: 'expired',
  draft: 'draft',
  withheld: 'needs review',
  changed: 'changed since approval',
  error: 'errors',
  unreadable: 'unreadable',
  deleted: 'deleted',
};
/** What readers have of a text that the site should have, and of one that it should not have. */
const REACHES: Readonly<Record<NonNullable<Row['reach']>, string>> = {
  live: 'live',
  changed: 'changed since it went live',
  built: 'built, not live yet',
  new: 'not live yet',
  leaves: 'live until the next release',
};
export function stateLabel({ state, waits, reach }: Row): string {
  if (waits !== null) return 'published, new text waits';
  if (reach === null) return STATES[state];
  return state === 'published' ? REACHES[reach] : `${STATES[state]}, ${REACHES[reach]}`;
}

const ROW = 92;

/** Files and their titles, as far as these are known. */
export type Chosen = ReadonlyMap<string, string>;

interface QueueProps {
  site: QueuePage;
  /** Changes when the rows may have changed. */
  version: number;
  /** null without a repository of git. */
  sharing: Sharing | null;
  open: string | null;
  onOpen(file: string): void;
  /** Puts a deleted text back. */
  onRestore(file: string): void;
  /** Asks what the readers of another environment have. */
  onReaders(environment: string): void;
  onBulk(chosen: Chosen): void;
  onError(error: unknown): void;
}

export function Queue({
  site,
  version,
  sharing,
  open,
  onOpen,
  onRestore,
  onBulk,
  onError,
  ...props
}: QueueProps) {
  const [filter, setFilter] = useState<Filter>({ kind: 'all', locale: '', words: '', sort: 'changed' });
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const rows = useRows(filter, version, onError);
  const list = useRef<HTMLUListElement>(null);
  /** True where the first row takes the focus once it has come. */
  const waits = useRef(false);
  useEffect(() => {
    if (!waits.current || rows.isOld) return;
    waits.current = false;
    list.current?.querySelector<HTMLElement>('[data-index="0"] .open')?.focus();
  });
  const toggle = ({ file, title }: Row) => {
    const next = new Map(chosen);
    if (!next.delete(file)) next.set(file, title);
    setChosen(next);
  };
  const chooseAll = async () => {
    const { files } = await readFiles(filter);
    setChosen(new Map(files.map((file) => [file, ''])));
  };
  return (
    <section className="queue" aria-label="Queue">
      <div className="filters">
        <input
          type="search"
          aria-label="Find an article"
          placeholder="Find an article (Alt+1)"
          value={filter.words}
          onChange={({ target }) => setFilter({ ...filter, words: target.value })}
          onKeyDown={({ key }) => {
            // The rows on the screen may be those of fewer letters.
            if (key === 'Enter')
              readRows({ ...filter, count: 1 }).then(
                ({ rows: [first] }) => first && onOpen(first.file),
                onError,
              );
            if (key === 'ArrowDown') {
              waits.current = true;
              // What is there already takes it now.
              setFilter({ ...filter });
            }
          }}
        />
        <Choices site={site} filter={filter} onFilter={setFilter} onReaders={props.onReaders} />
        <div className="row">
          <span role="status">{rows.total === 1 ? '1 text' : `${rows.total} texts`}</span>
          <button
            type="button"
            onClick={() => (chosen.size > 0 ? setChosen(new Map()) : void chooseAll().catch(onError))}
          >
            {chosen.size > 0 ? 'Choose none' : 'Choose all'}
          </button>
          {chosen.size > 0 && (
            <button type="button" onClick={() => onBulk(chosen)}>
              Change {chosen.size} chosen…
            </button>
          )}
        </div>
      </div>
      <List
        key={JSON.stringify(filter)}
        list={list}
        rows={rows}
        sharing={sharing}
        open={open}
        chosen={chosen}
        onOpen={onOpen}
        onRestore={onRestore}
        onToggle={toggle}
      />
    </section>
  );
}

interface ChoicesProps {
  site: QueuePage;
  filter: Filter;
  onFilter(filter: Filter): void;
  onReaders(environment: string): void;
}

/** Which articles the queue shows, with their numbers. */
function Choices({ site: { locales, counts, places, readers }, filter, onFilter, onReaders }: ChoicesProps) {
  return (
    <>
      <div className="row">
        <select
          aria-label="Show"
          value={filter.kind}
          onChange={({ target }) => {
            if (isKind(target.value)) onFilter({ ...filter, kind: target.value });
          }}
        >
          {NAMES.map((name) => (
            <option key={name} value={name}>
              {KINDS[name]} ({counts[name]})
            </option>
          ))}
        </select>
        <select
          aria-label="Order"
          value={filter.sort}
          onChange={({ target }) => {
            if (isSort(target.value)) onFilter({ ...filter, sort: target.value });
          }}
        >
          {Object.entries(SORTS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        {locales.length > 1 && (
          <select
            aria-label="Language"
            value={filter.locale}
            onChange={({ target }) => onFilter({ ...filter, locale: target.value })}
          >
            <option value="">All languages</option>
            {locales.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </div>
      {readers && (
        <Places label="Readers at" places={places} environment={readers.environment} onChoose={onReaders} />
      )}
      {readers?.problem && <p className="quiet">What they have is not known: {readers.problem}</p>}
      {filter.kind !== 'stops' && counts.stops > 0 && (
        <button type="button" onClick={() => onFilter({ ...filter, kind: 'stops', words: '', locale: '' })}>
          {counts.stops === 1 ? '1 text stops the release' : `${counts.stops} texts stop the release`}
        </button>
      )}
    </>
  );
}

/** Others have no fields that a change of several could set. */
const isArticle = ({ type, state }: Row) => type === 'article' && state !== 'deleted';

interface ListProps {
  list: RefObject<HTMLUListElement | null>;
  rows: Rows;
  sharing: Sharing | null;
  open: string | null;
  chosen: Chosen;
  onOpen(file: string): void;
  onRestore(file: string): void;
  onToggle(row: Row): void;
}

/** Only the rows in view are asked for and in the document, so that a hundred thousand are as fast as ten. */
function List({ list, rows, sharing, open, chosen, onOpen, onRestore, onToggle }: ListProps) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  const here = useMemo(() => new Set(sharing?.changed.map(({ file }) => file)), [sharing]);
  const { total, show } = rows;
  const first = Math.max(0, Math.min(Math.floor(top / ROW) - 5, total - 1));
  const last = Math.min(total, Math.ceil((top + height) / ROW) + 5);
  useEffect(() => show(first, last));
  /** The row that takes the focus once it has come. */
  const focused = useRef<number | null>(null);
  useEffect(() => {
    const button = list.current?.querySelector<HTMLElement>(`[data-index="${focused.current}"] .open`);
    if (!button) return;
    focused.current = null;
    button.focus();
  });
  const [, draw] = useState({});
  const focus = (index: number) => {
    const element = list.current;
    if (!element || index < 0 || index >= total) return;
    if ((index + 1) * ROW > element.scrollTop + height) element.scrollTop = (index + 1) * ROW - height;
    if (index * ROW < element.scrollTop) element.scrollTop = index * ROW;
    focused.current = index;
    draw({});
  };
  return (
    <ul className="rows" ref={list} onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}>
      <li aria-hidden style={{ height: first * ROW }} />
      {Array.from({ length: Math.max(0, last - first) }, (_, place) => {
        const index = first + place;
        const row = rows.at(index);
        // It has not come yet.
        if (!row) return <li key={index} aria-hidden style={{ height: ROW }} />;
        return (
          <li
            key={row.file}
            data-index={index}
            className="item"
            style={{ height: ROW }}
            onKeyDown={({ key, code }) => {
              if (key === 'ArrowDown') focus(index + 1);
              if (key === 'ArrowUp') focus(index - 1);
              // Other scripts have other letters on this key.
              if ((key === 'x' || (code === 'KeyX' && key > '\x7f')) && isArticle(row)) onToggle(row);
            }}
          >
            <input
              type="checkbox"
              aria-label={`Choose ${row.title}`}
              disabled={!isArticle(row)}
              checked={chosen.has(row.file)}
              onChange={() => onToggle(row)}
            />
            <button
              type="button"
              className="open"
              aria-current={row.file === open}
              title={row.title}
              onClick={() => (row.state === 'deleted' ? onRestore : onOpen)(row.file)}
            >
              <span className="title">
                {row.state === 'deleted' && 'Restore: '}
                {row.title}
              </span>
              <span className="facts">
                <span className={`state ${row.state}`}>{stateLabel(row)}</span>
                <span className="when">
                  {[row.locale, row.changed, row.writer].filter(Boolean).join(' · ')}
                </span>
                {row.isStale && <span className="state stale">older than its original</span>}
                {here.has(row.file) && <span className="state">not shared</span>}
                {sharing?.writing[row.file] && (
                  <span className="state warning">{sharing.writing[row.file]} writes in it</span>
                )}
                {sharing?.incoming[row.file] && (
                  <span className="state warning">newer from {sharing.incoming[row.file]}</span>
                )}
              </span>
            </button>
          </li>
        );
      })}
      <li aria-hidden style={{ height: Math.max(0, total - last) * ROW }} />
    </ul>
  );
}
