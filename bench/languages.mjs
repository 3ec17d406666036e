/**
 * Makes prose, and prose with code, in four languages: blocks of the sample articles and code of the real texts, drawn by a seed.
 * Words, marks and scripts are those of real texts, and every article differs.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateOf } from './corpus.mjs';
import { AUTHORS, PLACES } from './publication.mjs';
import { createRandom } from './random.mjs';
import { readTexts } from './texts.mjs';

const ROOT = join(import.meta.dirname, '..');
const LOCALES = { en: 'en_US', ko: 'ko_KR', ru: 'ru_RU', tr: 'tr_TR' };
const KINDS = ['prose', 'code'];
const ARTICLES = 1000;
/** Characters of an article at least. Half of them are code where there is code. */
const LENGTH = 5000;

/** Such as "prose-ko" and "code-ko": the sizes of the bench that stand for these texts. */
export const LANGUAGE_TEXTS = KINDS.flatMap((kind) =>
  Object.keys(LOCALES).map((language) => `${kind}-${language}`),
);

/** @param name one of `LANGUAGE_TEXTS`. @returns a corpus as `createCorpus` makes it */
export function createLanguageTexts(name, seed) {
  const [kind, language] = name.split('-');
  const { headings, blocks } = readSample(LOCALES[language]);
  const code = kind === 'code' ? readCode() : null;
  return {
    name: `${ARTICLES.toLocaleString('en')} articles, ${kind === 'code' ? 'half of them code' : 'prose'}, ${language}`,
    articles: ARTICLES,
    at(index) {
      const random = createRandom(seed, name, index);
      const parts = [];
      for (let length = 0; length < LENGTH; length = parts.join('').length) {
        if (parts.length % 4 === 3) parts.push(random.pick(headings));
        parts.push(random.pick(blocks));
        if (code && parts.join('').length > 2 * length) parts.push(...drawCode(random, code, parts));
      }
      return createArticle(name, index, parts.join('\n\n'));
    },
  };
}

/** Blocks of code until they are as long as the prose. */
function drawCode(random, code, parts) {
  const drawn = [];
  const size = (list, isCode) =>
    list.filter((part) => part.startsWith('```') === isCode).reduce((sum, part) => sum + part.length, 0);
  while (size([...parts, ...drawn], true) < size(parts, false)) drawn.push(random.pick(code));
  return drawn;
}

function createArticle(name, index, body) {
  return {
    title: `${name} ${index}`,
    slug: `${name}-${index}`,
    description: null,
    author: AUTHORS[index % AUTHORS.length].name,
    date: dateOf(index),
    updated: null,
    place: PLACES[index % PLACES.length],
    body,
  };
}

/** The headings and the other blocks of the sample articles in a locale, without what only one tool reads. */
function readSample(locale) {
  const sites = [ROOT, ...readdirSync(join(ROOT, 'examples')).map((name) => join(ROOT, 'examples', name))];
  const blocks = sites
    .map((site) => join(site, 'content', locale, 'articles'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true })
        .filter((path) => path.endsWith('.md'))
        .sort()
        .flatMap((path) =>
          readFileSync(join(folder, path), 'utf8')
            .replace(/^---\n[\s\S]*?\n---\n/, '')
            .split(/\n{2,}/),
        ),
    )
    .map((block) => block.trim().replace(/(\]\(<?)(?=\/)/g, '$1https://texts.example'))
    .filter((block) => block !== '' && !/^\s*:::?|^ {0,3}(?:`{3}|~{3})|!\[|\[\^|\]:|\$`|\{\{/m.test(block));
  const isHeading = (block) => block.startsWith('#');
  return { headings: blocks.filter(isHeading), blocks: blocks.filter((block) => !isHeading(block)) };
}

const FENCE =
  /^```(?:js|javascript|ts|typescript|jsx|tsx|bash|sh|json|css|html|yaml|python|diff)\n[\s\S]{100,2000}?\n```$/gm;

/** Blocks of code of the real texts. */
function readCode() {
  const { articles, at } = readTexts();
  const found = Array.from({ length: articles }, (_, index) => at(index).body.match(FENCE) ?? []).flat();
  return [...new Set(found)];
}
