// The version in which each thing of the reference came.

const FIRST = '1.0.0';

/** Later ones, by page and name, such as `'settings: feedItems': '1.1.0'`. CHANGELOG.md says which they are. */
export const LATER = {};

/** @param name page and name, such as "settings: deploy.project" */
export const sinceOf = (name) => LATER[name] ?? FIRST;
