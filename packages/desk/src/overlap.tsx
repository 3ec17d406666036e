/** What both this desk and others have changed: each place is decided before anything is saved. */
import { presentableDiff } from '@codemirror/merge';
import { Fragment, useState } from 'react';
import type { Overlap } from './api.ts';

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
  isOfOthers = false,
  onResolve,
}: {
  merge: readonly (string | Overlap)[];
  /** True for what others have shared, false for the file on the disk. */
  isOfOthers?: boolean;
  onResolve(text: string): void;
}) {
  // Choices belong to their words: a save meanwhile may make other parts.
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map());
  const overlaps = merge.filter((part) => typeof part !== 'string');
  const isDecided = overlaps.every((part) => chosen.has(keyOf(part)));
  const text = () =>
    merge.map((part) => (typeof part === 'string' ? part : join(part, chosen.get(keyOf(part))))).join('');
  const title = isOfOthers ? 'Others have changed the same place' : 'The file has changed in the same place';
  return (
    <section className="overlap" role="alertdialog" aria-label={title}>
      <h2>{title}</h2>
      {overlaps.map((part, index) => (
        <fieldset key={keyOf(part)}>
          <legend>{part.isHead ? 'Fields' : `Paragraph ${index + 1}`}</legend>
          <Sides {...part} name={isOfOthers ? 'Theirs' : 'In the file'} />
          <div className="row">
            {CHOICES.filter(([choice]) => choice !== 'both' || !part.isHead).map(([choice, label]) => (
              <label key={choice}>
                <input
                  type="radio"
                  name={`overlap-${index}`}
                  checked={chosen.get(keyOf(part)) === choice}
                  onChange={() => setChosen(new Map(chosen).set(keyOf(part), choice))}
                />{' '}
                {isOfOthers && choice === 'theirs' ? 'Keep theirs' : label}
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

/** Both texts, with the words that differ marked. @param name of the other side */
function Sides({ mine, theirs, name }: Pick<Overlap, 'mine' | 'theirs'> & { name: string }) {
  const changes = presentableDiff(mine, theirs);
  return (
    <>
      <h3>Yours</h3>
      <Marked text={mine} ranges={changes.map(({ fromA, toA }) => [fromA, toA])} />
      <h3>{name}</h3>
      <Marked text={theirs} ranges={changes.map(({ fromB, toB }) => [fromB, toB])} />
    </>
  );
}

function Marked({ text, ranges }: { text: string; ranges: readonly (readonly [number, number])[] }) {
  return (
    <pre>
      {ranges.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(ranges[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </pre>
  );
}
