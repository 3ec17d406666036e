/** A day, or a time with its zone: the day and the time are changed by themselves, and the rest stays as it is. */
import { useRef } from 'react';

interface DateInputProps {
  id: string;
  /** Names the time for those who do not see its place. */
  label: string;
  described: string | undefined;
  value: string;
  /** False for a day that has no time. */
  hasTime: boolean;
  onChange(value: string): void;
  /** The value is complete. */
  onEnd(): void;
}

interface Moment {
  day: string;
  /** Such as `09:30:00`; '' for none. */
  time: string;
  /** As the file writes it, such as `+05:30`. */
  zone: string;
}

const NO_MOMENT: Moment = { day: '', time: '', zone: '' };
const MOMENT = /^(\d{4}-\d\d-\d\d)?(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)( ?(?:[Zz]|UTC|[+-]\d\d:?\d\d)))?$/;

/** null for what no picker can show. */
function readMoment(text: string): Moment | null {
  const found = MOMENT.exec(text);
  if (!found) return null;
  const [, day = '', time = '', zone = ''] = found;
  return { day, time, zone };
}

/** A time without a zone gets the zone of this machine on that day. */
function writeMoment({ day, time, zone }: Moment): string {
  if (day === '' || time === '') return day;
  const clock = time.length === 5 ? `${time}:00` : time;
  return `${day}T${clock}${zone || offsetAt(`${day}T${clock}`)}`;
}

function offsetAt(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const size = Math.abs(minutes);
  return minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

export function DateInput({ id, label, described, value, hasTime, onChange, onEnd }: DateInputProps) {
  const moment = readMoment(value);
  // While a part is written anew, a picker says nothing: the other parts stay.
  const last = useRef(NO_MOMENT);
  if (moment && moment.day !== '') last.current = { ...moment, zone: moment.zone || last.current.zone };
  const common = {
    'aria-describedby': described,
    onBlur: onEnd,
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Enter') onEnd();
    },
  };
  if (!moment)
    return <input {...common} id={id} value={value} onChange={({ target }) => onChange(target.value)} />;
  const write = (part: Partial<Moment>) =>
    onChange(writeMoment({ ...last.current, day: moment.day, ...part }));
  return (
    <div className="row">
      <input
        {...common}
        id={id}
        type="date"
        value={moment.day}
        onChange={({ target }) => write({ day: target.value })}
      />
      {hasTime && moment.day !== '' && (
        <>
          <input
            {...common}
            type="time"
            aria-label={`Time of ${label}`}
            value={moment.time.slice(0, 5)}
            onChange={({ target }) => write({ time: target.value })}
          />
          <span className="quiet">{moment.zone.trim()}</span>
        </>
      )}
    </div>
  );
}
