/** Gives components the interface strings of the page that is being rendered. */
import { createContext, useContext } from 'react';
import type { Strings } from '../locales/strings.ts';

export const StringsContext = createContext<Strings | null>(null);

/** @throws Error if no page is being rendered */
export function useStrings(): Strings {
  const strings = useContext(StringsContext);
  if (!strings) throw new Error('useStrings() is called outside of a page');
  return strings;
}
