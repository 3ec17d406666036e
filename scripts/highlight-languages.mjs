/** Lists the names of highlight.js's languages, each with the languages to load for it. */
import highlighter from 'highlight.js';

/** Names that other tools have for a language, or for one that is close to it. */
const FURTHER_NAMES = {
  bash: ['fish'],
  css: ['postcss'],
  ini: ['conf', 'dotenv', 'env'],
  plaintext: ['csv', 'tsv'],
  scss: ['sass'],
  typescript: ['solidity'],
  vim: ['viml', 'vimscript'],
  xml: ['astro', 'go-html-template', 'svelte', 'vue', 'vue-html'],
};
/** What a grammar may contain that leaves its inner language to a guess. The answer of HTTP is most often one of these. */
const GUESSED = ['json', 'xml'];

/** Name or alias → the language and, after it, every language that its code may contain. */
export function listHighlightLanguages() {
  const languages = {};
  for (const language of highlighter.listLanguages()) {
    const needed = new Set([language]);
    for (const name of needed)
      for (const inner of findSubLanguages(highlighter.getLanguage(name))) needed.add(inner);
    const { aliases = [] } = highlighter.getLanguage(language);
    for (const name of [language, ...aliases, ...(FURTHER_NAMES[language] ?? [])])
      languages[name.toLowerCase()] = [...needed];
  }
  return languages;
}

/** The languages that the modes of a grammar name; a grammar contains itself. */
function findSubLanguages(mode, seen = new Set()) {
  if (typeof mode !== 'object' || mode === null || seen.has(mode)) return [];
  seen.add(mode);
  return Object.entries(mode).flatMap(([key, value]) =>
    key === 'subLanguage'
      ? listInner(value).filter((name) => highlighter.getLanguage(name))
      : findSubLanguages(value, seen),
  );
}

const listInner = (value) => (Array.isArray(value) && value.length === 0 ? GUESSED : [value].flat());
