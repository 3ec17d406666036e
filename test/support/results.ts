/** Judges what commands print with --json by their schemas, with a validator of others. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as z from 'zod';
import { COMMAND_RESULTS, resultJsonSchema } from '../../src/results/command-results.ts';

const ajv = new Ajv2020({ allowUnionTypes: true });
const NAMES = Object.keys(COMMAND_RESULTS) as (keyof typeof COMMAND_RESULTS)[];
const validators = new Map<string, ValidateFunction>();

const headed = z.looseObject({ kind: z.string() });

/** The command whose object this is. Only the category tree has no head. */
function commandOf(value: unknown): string {
  const { data } = headed.safeParse(value);
  return data?.kind.split('-')[0] ?? 'categories';
}

/** What the schema of its command does not allow in a printed object. */
export function mistakesIn(value: unknown): string[] {
  const name = NAMES.find((known) => known === commandOf(value));
  if (name === undefined) return [`no schema for ${commandOf(value)}`];
  const validate = validators.get(name) ?? ajv.compile(resultJsonSchema(name));
  validators.set(name, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** @throws where a command printed an object that its schema does not allow */
export function holdOutput(args: readonly string[], stdout: string): void {
  if (!args.includes('--json') || args.includes('--help') || stdout === '') return;
  const value: unknown = JSON.parse(stdout);
  // Words that name no command have no schema.
  if (commandOf(value) === 'articles') return;
  const mistakes = mistakesIn(value);
  if (mistakes.length > 0)
    throw new Error(`articles ${args.join(' ')} printed\n${stdout.slice(0, 3000)}\n${mistakes.join('\n')}`);
}
