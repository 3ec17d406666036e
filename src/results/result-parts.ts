/** The parts that several results share. */
import * as z from 'zod';
import type { ErrorCode } from '../foundation/error-codes.ts';

export const count = (text: string) => z.int().min(0).describe(text);
export const amount = (text: string) => z.number().min(0).describe(text);
export const words = (text: string) => z.string().describe(text);
export const list = <Item extends z.ZodType>(item: Item, text: string) =>
  z.array(item).readonly().describe(text);
export const paths = (text: string) => list(z.string(), text);

/** The field that distinguishes the forms of a command's result. */
export const form = <Kind extends string>(kind: Kind) => ({
  kind: z.literal(kind).describe('the form of the result'),
});

const place = {
  file: words('path of the file, relative to the root').exactOptional(),
  line: z.int().min(1).describe('from 1').exactOptional(),
  column: z.int().min(1).describe('from 1').exactOptional(),
};

export const problemSchema = z.object({
  ...place,
  code: z
    .custom<ErrorCode>()
    .meta({ type: 'string', pattern: '^[a-z]+(-[a-z0-9]+)*$' })
    .describe('what is wrong, as docs/reference/errors.md lists it'),
  message: words('what is wrong and why'),
  hint: words('what to do'),
  strict: z.literal(true).describe('a warning that is an error in a strict build').exactOptional(),
  fix: z
    .object({ old: words('text at the place'), new: words('text that corrects it') })
    .describe('the correction, where there is one')
    .exactOptional(),
});

export const problems = (text: string) => list(problemSchema, text);

/** What begins every object that a command prints. */
export const HEAD = {
  version: words('version of the program'),
  warnings: problems('what the command warned of'),
};

/** Beside or instead of a result. */
export const errorSchema = z
  .union([
    z.object({ problems: problems('what you can correct; the command ends with 1') }),
    z.object({ internal: words('the message of an error of the program, which ends with 2') }),
  ])
  .describe('why the command failed');

export const tokensSchema = z
  .object({
    input: amount('sent'),
    cached: amount('the part of input that the server had cached'),
    output: amount('received'),
  })
  .describe('tokens of the model');
