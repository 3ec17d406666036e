/** Places where a Chromium may be, in the order of preference; '' where CHROMIUM_PATH is not set. */
export const CHROMIUM_PATHS: readonly string[];
/** Names of the tools that `npm test` needs, and of those that `npm run test:all` needs besides. */
export const TOOL_NAMES: readonly string[];
export const MORE_NAMES: readonly string[];
/** What a test says if its tool is missing. @param name of a tool */
export function describeMissing(name: string): string;
