/** Finds values that YAML cuts: ` #` begins a comment in a value without quotes. */
import { type Finding, finding } from '../../foundation/errors.ts';
import { findFields, isError } from './front-matter.ts';
import { parseYaml } from './yaml-engine.ts';

/** Comments have a space after "#"; a number or a hashtag has none. */
const SUSPECT = /[ \t]#[^\s#]/;

/** @param file text of a whole file with valid front matter, without a byte order mark */
export function findCutValues(file: string): Finding[] {
  const fields = findFields(file);
  if (isError(fields) || !SUSPECT.test(file.slice(0, fields.end))) return [];
  const text = file.slice('---'.length, fields.end);
  const { placeAt, visitScalars } = parseYaml(text);
  const found: Finding[] = [];
  visitScalars(({ type, range }) => {
    const [start, end] = range ?? [0, 0];
    const rest = /^[ \t]+#[^\s#][^\r\n]*/.exec(text.slice(end))?.[0].trimEnd();
    if (type !== 'PLAIN' || rest === undefined || end === start) return;
    const value = text.slice(start, end);
    const message = `the value ends at "${value.slice(-60)}": YAML reads "${rest.trim().slice(0, 60)}" as a comment`;
    const quoted = JSON.stringify(value + rest);
    const hint = `put the value in quotes: ${quoted.slice(0, 200)}; a comment has a space after "#"`;
    const fix = { old: value + rest, new: quoted };
    found.push({ ...finding('cut-value', message, hint, placeAt(start), 'warning'), fix });
  });
  return found;
}
