/** Lets a site replace a built-in component wherever it is used. */
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

/** Components of the site, by the name of the built-in component that they replace. */
export type Replacements = ReadonlyMap<string, ComponentType<object>>;

export const NO_REPLACEMENTS: Replacements = new Map();

/** `depth` counts the replacements around a component. */
export const ReplacementsContext = createContext({ components: NO_REPLACEMENTS, depth: 0 });

/** Maximum depth. A component that renders itself instead of the built-in one would recurse endlessly. */
const MAX_DEPTH = 50;

export interface Replaceable<Props> {
  (props: Props): ReactNode;
  /** The built-in component, for a component of the site that extends it. */
  BuiltIn(props: Props): ReactNode;
}

/** The innermost built-in component that an error left, with its props. */
const crashes = new WeakMap<Error, { name: string; props: object }>();

export function crashOf(error: unknown): { name: string; props: object } | undefined {
  return error instanceof Error ? crashes.get(error) : undefined;
}

export function replaceable<Props extends object>(
  name: string,
  BuiltIn: (props: Props) => ReactNode,
): Replaceable<Props> {
  const Component = (props: Props) => {
    const { components, depth } = useContext(ReplacementsContext);
    const Own = components.get(name);
    if (!Own) {
      try {
        return BuiltIn(props);
      } catch (error) {
        if (error instanceof Error) crashes.set(error, { name, props });
        throw error;
      }
    }
    if (depth > MAX_DEPTH)
      throw new Error(`${name} contains itself: write <${name}.BuiltIn … /> for the built-in one`);
    return (
      <ReplacementsContext value={{ components, depth: depth + 1 }}>
        <Own {...props} />
      </ReplacementsContext>
    );
  };
  return Object.assign(Component, { BuiltIn });
}
