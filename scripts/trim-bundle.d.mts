/** Names of packages. */
export const NEEDED: readonly string[];
