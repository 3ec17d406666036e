/** Asks the server for rows of the queue: the rows in view, the row of the open text, and the choices of its fields. */
import { useEffect, useState } from 'react';
import { type Choices, type Filter, type Row, readRows } from './api.ts';

/** Rows of one request. */
const PAGE = 100;

export interface Rows {
  /** True while the rows belong to an earlier filter. */
  isOld: boolean;
  total: number;
  /** undefined for a row that has not come yet. */
  at(index: number): Row | undefined;
  /** Says which rows are in view. @param last the first one behind them */
  show(first: number, last: number): void;
}

/** @param version changes when the rows may have changed */
export function useRows(filter: Filter, version: number, onError: (error: unknown) => void): Rows {
  const name = JSON.stringify(filter);
  const [known, setKnown] = useState({ name: '', total: 0, pages: new Map<number, readonly Row[]>() });
  const [view, setView] = useState({ name, first: 0, last: 0 });
  const { first, last } = view.name === name ? view : { first: 0, last: 0 };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for the filter, and another version needs the rows again
  useEffect(() => {
    let isCurrent = true;
    const ask = async (page: number) => {
      const { total, rows } = await readRows({ ...filter, from: page * PAGE, count: PAGE });
      if (!isCurrent) return;
      setKnown((before) => {
        const pages = new Map(before.name === name ? before.pages : []);
        return { name, total, pages: pages.set(page, rows) };
      });
    };
    for (let page = first; page <= last; page++) ask(page).catch(onError);
    return () => {
      isCurrent = false;
    };
  }, [name, version, first, last, onError]);
  return {
    isOld: known.name !== name,
    total: known.total,
    at: (index) => known.pages.get(Math.floor(index / PAGE))?.[index % PAGE],
    show(from, to) {
      const next = { name, first: Math.floor(from / PAGE), last: Math.floor(Math.max(0, to - 1) / PAGE) };
      if (next.first !== first || next.last !== last) setView(next);
    },
  };
}

/** The row of a text, undefined where it has none; `others` are its translations. null until it is known. */
export interface TextRow {
  row: Row | undefined;
  others: readonly Row[];
}

export function useRow(file: string | undefined, version: number): TextRow | null {
  const ask = async () => ({ file, ...(await readRows({ file: file ?? '' })) });
  const found = useAnswer(file === undefined ? '' : `${version} ${file}`, ask, null);
  if (!found || found.file !== file) return null;
  const { rows } = found;
  return {
    row: rows.find((one) => one.file === file),
    others: rows.filter((one) => one.file !== file),
  };
}

export const NO_CHOICES: Choices = { categories: [], authors: [], tags: [] };

/** What the server says: asked for when it is shown, and again where the name of the question is another one; '' asks nothing. */
export function useAnswer<T>(name: string, ask: (name: string) => Promise<T>, before: T): T;
export function useAnswer<T>(name: string, ask: (name: string) => Promise<T>, before: null): T | null;
export function useAnswer<T>(name: string, ask: (name: string) => Promise<T>, before: T): T {
  const [answer, setAnswer] = useState(before);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for the question
  useEffect(() => {
    let isCurrent = true;
    if (name !== '')
      ask(name).then(
        (found) => isCurrent && setAnswer(found),
        // The list of the queue says what is wrong.
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [name]);
  return answer;
}
