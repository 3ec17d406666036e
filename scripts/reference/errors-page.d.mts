import type { ErrorEntry } from '../../src/foundation/error-codes/error-entry.ts';

type Entries = Readonly<Record<string, ErrorEntry>>;

export function describeErrors(areas: Readonly<Record<string, Entries>>, findings: Entries): string;
