/** Describes schema errors in plain English. */
import type * as z from 'zod';
import type { ErrorCode, Problem } from '../foundation/errors.ts';

const NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'a map of fields',
  record: 'a map of fields',
  string: 'text',
};
const UNITS: Readonly<Record<string, string>> = { array: ' entries', string: ' characters' };

/** Matches zod's own messages, which are replaced. */
const RAW = /^(?:Invalid|Too) /;

const IS_MISSING = 'is missing';

/** Returns the message that the schema sets, or a plain one in place of zod's. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_key') {
    // For record keys, zod nests the reason one level deeper.
    const [reason] = issue.issues;
    return reason && !RAW.test(reason.message) ? reason.message : 'is not a known name';
  }
  if (!RAW.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return IS_MISSING;
      return `must be ${NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      if (UNITS[issue.origin] && issue.minimum === 1) return 'is empty';
      return `must ${UNITS[issue.origin] ? 'have' : 'be'} at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
    case 'too_big':
      return `must ${UNITS[issue.origin] ? 'have' : 'be'} at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
    default:
      return 'has a wrong value';
  }
}

/** 'missing-field' or 'invalid-value'. */
export function codeOfIssue(issue: z.core.$ZodIssue): ErrorCode {
  return describeIssue(issue) === IS_MISSING ? 'missing-field' : 'invalid-value';
}

/** The hint that the schema sets as `params.hint`, or a general one. */
export function hintOfIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && typeof issue.params?.hint === 'string') return issue.params.hint;
  return describeIssue(issue) === IS_MISSING ? 'add it' : 'correct the value';
}

/** Describes a wrong field of front matter. @param words the message if the field is present */
export function wrongField(
  field: string,
  isMissing: boolean,
  words: string,
): Pick<Problem, 'code' | 'message'> {
  return isMissing
    ? { code: 'missing-field', message: `the front matter has no ${field}` }
    : { code: 'invalid-value', message: words };
}
