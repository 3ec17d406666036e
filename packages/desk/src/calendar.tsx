/** A month of dates: what is published, expires or is due for a review. Entries move by drag, or by their date field. */
import { useState } from 'react';
import { type Row, readRows } from './api.ts';
import { Dialog } from './dialogs.tsx';
import { stateLabel } from './queue.tsx';
import { useAnswer } from './use-rows.ts';

type DateField = 'date' | 'expires' | 'reviewBy';
const LABELS: Readonly<Record<DateField, string>> = {
  date: 'publish',
  expires: 'expire',
  reviewBy: 'review',
};

interface Entry {
  row: Row;
  field: DateField;
  day: string;
}

interface CalendarProps {
  /** YYYY-MM-DD. */
  today: string;
  /** Changes when the rows may have changed. */
  version: number;
  /** @param days later; negative for earlier */
  onMove(row: Row, field: DateField, days: number): void;
  onOpen(file: string): void;
  onClose(): void;
}

/** Names the event of the day. Only scheduled articles are published by their date; others show their state. */
const labelOf = ({ row, field }: Entry) =>
  field === 'date' && row.state !== 'scheduled' ? stateLabel(row) : LABELS[field];

// A day is one of the site, wherever the browser is.
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** More entries than a month shows at a glance. */
const MOST = 1000;

const MS_A_DAY = 86_400_000;
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

export function Calendar({ today, version, onMove, onOpen, onClose }: CalendarProps) {
  const [month, setMonth] = useState(today.slice(0, 7));
  const ask = async () => (await readRows({ month, sort: 'date', count: MOST })).rows;
  const rows = useAnswer<readonly Row[]>(`${version} ${month}`, ask, []);
  const [dragged, setDragged] = useState<Entry | null>(null);
  const entries = rows.flatMap((row): Entry[] =>
    [
      { row, field: 'date' as const, day: row.date },
      { row, field: 'expires' as const, day: row.expires },
      { row, field: 'reviewBy' as const, day: row.reviewBy },
    ].flatMap(({ day, ...entry }) => (day?.startsWith(month) ? [{ ...entry, day }] : [])),
  );
  const moveTo = ({ row, field, day: before }: Entry, day: string) => {
    if (day !== '' && day !== before) onMove(row, field, (Date.parse(day) - Date.parse(before)) / MS_A_DAY);
  };
  const first = new Date(`${month}-01T00:00:00Z`);
  const blanks = (first.getUTCDay() + 6) % 7;
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const turn = (step: number) =>
    setMonth(dayOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + step, 1))).slice(0, 7));
  return (
    <Dialog title={`Calendar: ${MONTH.format(first)}`} onClose={onClose}>
      <div className="row">
        <button type="button" onClick={() => turn(-1)}>
          Previous month
        </button>
        <button type="button" onClick={() => turn(1)}>
          Next month
        </button>
      </div>
      <div className="month weekdays" aria-hidden>
        {WEEKDAYS.map((name) => (
          <span key={name}>{name.slice(0, 3)}</span>
        ))}
      </div>
      <ol className="month">
        {Array.from({ length: count }, (_, index) => {
          const day = `${month}-${String(index + 1).padStart(2, '0')}`;
          return (
            <li
              key={day}
              aria-label={day}
              aria-current={day === today ? 'date' : undefined}
              style={index === 0 ? { gridColumnStart: blanks + 1 } : undefined}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => {
                if (dragged) moveTo(dragged, day);
                setDragged(null);
              }}
            >
              <span className="quiet">
                <span className="weekday">{WEEKDAYS[(blanks + index) % 7]}, </span>
                {index + 1}
              </span>
              {entries
                .filter((entry) => entry.day === day)
                .map((entry) => (
                  <div key={`${entry.row.file}-${entry.field}`} className={`entry ${entry.field}`}>
                    <button
                      type="button"
                      className="plain"
                      draggable
                      onDragStart={() => setDragged(entry)}
                      onClick={() => onOpen(entry.row.file)}
                    >
                      {labelOf(entry)}: {entry.row.title}
                    </button>
                    <input
                      type="date"
                      aria-label={`Day to ${LABELS[entry.field]} ${entry.row.title}`}
                      defaultValue={day}
                      onBlur={({ target }) => moveTo(entry, target.value)}
                      onKeyDown={({ key, currentTarget }) => {
                        if (key === 'Enter') moveTo(entry, currentTarget.value);
                      }}
                    />
                  </div>
                ))}
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}
