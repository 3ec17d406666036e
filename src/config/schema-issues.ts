/** Owns what is said of a value that does not fit a schema: the library's own words are for programmers. */
import type * as z from 'zod';

const NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  object: 'a map of fields',
  record: 'a map of fields',
  string: 'text',
};

export const IS_MISSING = 'is missing';

export function describeIssue(issue: z.core.$ZodIssue): string {
  // Why a key of a record is wrong stands one level deeper.
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  if (issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input')) return issue.message;
  if (issue.message.endsWith('received undefined')) return IS_MISSING;
  return `must be ${NAMES[issue.expected] ?? issue.expected}`;
}
