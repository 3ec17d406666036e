/** Lists the names of highlight.js's common languages, each with the languages to load for it. */
import highlighter from 'highlight.js/lib/common';

/** Name or alias → the language and, after it, every language that its code may contain. */
export function listHighlightLanguages() {
  const languages = {};
  for (const language of highlighter.listLanguages()) {
    const needed = new Set([language]);
    for (const name of needed)
      for (const inner of findSubLanguages(highlighter.getLanguage(name))) needed.add(inner);
    const { aliases = [] } = highlighter.getLanguage(language);
    for (const name of [language, ...aliases]) languages[name.toLowerCase()] = [...needed];
  }
  return languages;
}

/** The languages that the modes of a grammar name; a grammar contains itself. */
function findSubLanguages(mode, seen = new Set()) {
  if (typeof mode !== 'object' || mode === null || seen.has(mode)) return [];
  seen.add(mode);
  return Object.entries(mode).flatMap(([key, value]) =>
    key === 'subLanguage'
      ? [value].flat().filter((name) => highlighter.getLanguage(name))
      : findSubLanguages(value, seen),
  );
}
