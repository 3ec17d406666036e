/** Lets a site replace a built-in component wherever it is used. */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

/** Components of the site, by the name of the built-in one. */
export type Replacements = ReadonlyMap<string, ComponentType<object>>;

export const NO_REPLACEMENTS: Replacements = new Map();

export const ReplacementsContext = createContext(NO_REPLACEMENTS);

/** `BuiltIn` is for a component of the site that adds to the one that it replaces. */
export function replaceable<Props extends object>(name: string, BuiltIn: (props: Props) => ReactNode) {
  const Component = (props: Props) => {
    const Own = useContext(ReplacementsContext).get(name);
    return Own ? <Own {...props} /> : BuiltIn(props);
  };
  return Object.assign(Component, { BuiltIn });
}
