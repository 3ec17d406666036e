/** The list of articles: filters, keyboard, choice of several for one change. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { createFilter } from '../../../src/search/title-match.ts';
import type { Queue as QueueData, Row } from './api.ts';

/** The next steps of an article, which may wait for several. */
const KINDS = {
  all: { label: 'All', has: () => true },
  draft: { label: 'Drafts', has: ({ state }) => state === 'draft' },
  review: {
    label: 'Needs review',
    has: ({ state, waits }) => ['withheld', 'changed'].includes(state) || waits !== null,
  },
  scheduled: { label: 'Scheduled', has: ({ state }) => state === 'scheduled' },
  published: { label: 'Published', has: ({ state }) => state === 'published' },
  expired: { label: 'Expired', has: ({ state }) => state === 'expired' },
  stale: { label: 'Stale translations', has: ({ isStale }) => isStale },
  due: {
    label: 'Due for review',
    has: ({ reviewBy, state }, today) => state === 'published' && reviewBy !== null && reviewBy <= today,
  },
  stops: { label: 'Stops the release', has: ({ stops }) => stops !== null },
} as const satisfies Record<string, { label: string; has(row: Row, today: string): boolean }>;
type Kind = keyof typeof KINDS;
const isKind = (value: string): value is Kind => value in KINDS;
const NAMES = Object.keys(KINDS).filter(isKind);

const STATES: Record<Row['state'], string> = {
  published: 'published',
  scheduled: 'scheduled',
  expired: 'expired',
  draft: 'draft',
  withheld: 'needs review',
  changed: 'changed since approval',
  error: 'errors',
  unreadable: 'unreadable',
};
export const stateLabel = ({ state, waits }: Row) =>
  waits === null ? STATES[state] : 'published, new text waits';

const ROW = 58;

interface QueueProps {
  queue: QueueData;
  open: string | null;
  onOpen(file: string): void;
  /** Gets the chosen articles. */
  onBulk(rows: Row[]): void;
}

export function Queue({ queue, open, onOpen, onBulk }: QueueProps) {
  const [kind, setKind] = useState<Kind>('all');
  const [locale, setLocale] = useState('');
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => {
    const isWanted = createFilter(words);
    return queue.rows
      .filter(
        (row) =>
          KINDS[kind].has(row, queue.today) &&
          (locale === '' || row.locale === locale) &&
          isWanted(`${row.title} ${row.file}`),
      )
      .sort((a, b) => (a.changed < b.changed ? 1 : a.changed > b.changed ? -1 : 0));
  }, [queue, kind, locale, words]);
  const toggle = (file: string) => {
    const next = new Set(chosen);
    if (!next.delete(file)) next.add(file);
    setChosen(next);
  };

  return (
    <section className="queue" aria-label="Queue">
      <div className="filters">
        <input
          type="search"
          aria-label="Find an article"
          placeholder="Find an article (Alt+1)"
          value={words}
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={(event) => {
            const [first] = rows;
            if (event.key === 'Enter' && first) onOpen(first.file);
            if (event.key === 'ArrowDown')
              document.querySelector<HTMLElement>('.rows [data-index="0"] .open')?.focus();
          }}
        />
        <Choices queue={queue} kind={kind} locale={locale} onKind={setKind} onLocale={setLocale} />
        <div className="row">
          <span role="status">{rows.length === 1 ? '1 article' : `${rows.length} articles`}</span>
          <button
            type="button"
            onClick={() => setChosen(new Set(chosen.size > 0 ? [] : rows.map(({ file }) => file)))}
          >
            {chosen.size > 0 ? 'Choose none' : 'Choose all'}
          </button>
          {chosen.size > 0 && (
            <button type="button" onClick={() => onBulk(queue.rows.filter(({ file }) => chosen.has(file)))}>
              Change {chosen.size} chosen…
            </button>
          )}
        </div>
      </div>
      <Rows rows={rows} open={open} chosen={chosen} onOpen={onOpen} onToggle={toggle} />
    </section>
  );
}

interface ChoicesProps {
  queue: QueueData;
  kind: Kind;
  locale: string;
  onKind(kind: Kind): void;
  onLocale(locale: string): void;
}

/** Which articles the queue shows, with their numbers. */
function Choices({ queue, kind, locale, onKind, onLocale }: ChoicesProps) {
  const counts = useMemo(() => {
    const countOf = (name: Kind) => queue.rows.filter((row) => KINDS[name].has(row, queue.today)).length;
    return new Map(NAMES.map((name) => [name, countOf(name)]));
  }, [queue]);
  const stops = counts.get('stops') ?? 0;
  return (
    <>
      <div className="row">
        <select
          aria-label="Show"
          value={kind}
          onChange={({ target }) => {
            if (isKind(target.value)) onKind(target.value);
          }}
        >
          {NAMES.map((name) => (
            <option key={name} value={name}>
              {KINDS[name].label} ({counts.get(name) ?? 0})
            </option>
          ))}
        </select>
        {queue.locales.length > 1 && (
          <select aria-label="Language" value={locale} onChange={({ target }) => onLocale(target.value)}>
            <option value="">All languages</option>
            {queue.locales.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </div>
      {kind !== 'stops' && stops > 0 && (
        <button type="button" onClick={() => onKind('stops')}>
          {stops === 1 ? '1 text stops the release' : `${stops} texts stop the release`}
        </button>
      )}
    </>
  );
}

interface RowsProps {
  rows: Row[];
  open: string | null;
  chosen: ReadonlySet<string>;
  onOpen(file: string): void;
  onToggle(file: string): void;
}

/** Only the rows in view are in the document, so that ten thousand are as fast as ten. */
function Rows({ rows, open, chosen, onOpen, onToggle }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(top / ROW) - 5);
  const last = Math.min(rows.length, Math.ceil((top + height) / ROW) + 5);
  const focus = (index: number) => {
    const element = list.current;
    if (!element || index < 0 || index >= rows.length) return;
    if ((index + 1) * ROW > element.scrollTop + height) element.scrollTop = (index + 1) * ROW - height;
    if (index * ROW < element.scrollTop) element.scrollTop = index * ROW;
    requestAnimationFrame(() => element.querySelector<HTMLElement>(`[data-index="${index}"] .open`)?.focus());
  };
  return (
    <ul className="rows" ref={list} onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}>
      <li aria-hidden style={{ height: first * ROW }} />
      {rows.slice(first, last).map((row, place) => {
        const index = first + place;
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
              if (key === 'x' || (code === 'KeyX' && key > '\x7f')) onToggle(row.file);
            }}
          >
            <input
              type="checkbox"
              aria-label={`Choose ${row.title}`}
              checked={chosen.has(row.file)}
              onChange={() => onToggle(row.file)}
            />
            <button
              type="button"
              className="open"
              aria-current={row.file === open}
              onClick={() => onOpen(row.file)}
            >
              <span className="title">{row.title}</span>
              <span className="facts">
                <span className={`state ${row.state}`}>{stateLabel(row)}</span> {row.locale} · {row.changed}
                {row.isStale && <span className="state stale">stale</span>}
              </span>
            </button>
          </li>
        );
      })}
      <li aria-hidden style={{ height: (rows.length - last) * ROW }} />
    </ul>
  );
}
