// Refuses wording that readers of this project have to read twice, with file, line, column and a suggestion.
// `npm run check:words` runs it. The list is short on purpose: a word belongs here once it has cost somebody time.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '..');

/** Where sources and documents are checked for words. */
const PROSE = [
  'src',
  'docs',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'test/README.md',
  'bench/README.md',
];
/** Where the first comment of a module is checked. */
const MODULES = ['src', 'test', 'scripts', 'bench'];
/** Text that readers of a published site see; its wording is fixed by docs/product.md. */
const READER_TEXT = /^src\/locales\/(?:[a-z]{2}_[A-Z]{2}|writing\/(?:writing|figures)-[a-z]{2})\.ts$/;

/** [words, suggestion]. A space stands for any white space, with the marks of a comment that continues. */
const REFUSED = [
  ['anew', 'again'],
  ['mend|mends|mended|mending', 'fix'],
  ['thereby|whosoever|whereupon', 'split the sentence'],
  ['told', 'reported, passed, given'],
  ['what has', 'name the thing: "files that have …"'],
  ['stand|stands|stood|standing', 'is, exists, applies'],
  ['lie|lies|lay|lying', 'is'],
  ['behind', 'after'],
  ['of its own|of their own', 'leave it out, or "separate"'],
  ['as far as', 'where, if, up to'],
  ['somebody|nobody', 'name the person or program, or use the passive'],
  ['by now', 'now, already, or leave it out'],
  ['fault|faults|faulty', 'problem, error, failure'],
  // "goes to", "goes on" and the like are movement; alone it was used for "is removed".
  [
    'goes(?! (?:to|into|through|on|back|from|in|out|first|last|via|over|beyond|along|further|up|down|straight)\\b)',
    'is removed, or name what happens',
  ],
];

/** Names of code that describe nothing to a newcomer. */
const REFUSED_NAMES =
  /\b(?:Begun|takeShortWay|takeApart|putTogether|settleBoth|NoDraft|Workshop|LocaleShop)\b/g;

/** Uses that are right, each with its reason. The pattern must cover the word that was found. */
const ALLOWED = [
  { pattern: /\bstands? for\b/gi, reason: 'represents' },
  { pattern: /\bthe time goes\b/gi, reason: 'is spent' },
  {
    pattern: /behind (?:a|an|the|its) (?:\w+ ){0,2}(?:load balancer|proxy|CDN|firewall|login|domain)/gi,
    reason: 'the usual term of networks',
  },
  { pattern: /\blay(?:s|ing)? out\b/gi, reason: 'the usual term of browsers and text' },
  { pattern: /fault[- ](?:injection|tolerant|tolerance)/gi, reason: 'the usual term of testing' },
];

/** A sentence whose subject is a clause: "Who asks is …", "Whoever writes …". Questions and headings are fine. */
const CLAUSE_SUBJECT = /(?<=^|[.:;!?]\s+|\*\*\s|\*\s|\/\/\s|['"`])Who(?:ever)?\b[^.?!\n]*(?:[.!\n]|$)/gm;

/** "What is missing is part of the key too": a clause as the subject has two verbs, a noun phrase one. */
const WHAT_CLAUSE =
  /(?<=^|[.:;!?]\s+|\*\*\s|\*\s|\/\/\s|['"`])What(?:ever)?\b(?! to )[^.,:;?!\n]*(?:\n[ \t]*(?:\*|\/\/)[^.,:;?!\n]*)*[.,;!]/gm;
const VERB =
  /\b(?:is|are|was|were|has|have|does|do|must|may|can|cannot|will|shall|stays|comes|belongs|counts|makes|gets|gives)\b/g;

const gap = '(?:[ \\t]|\\n[ \\t]*(?:\\*(?!/)|//|>)?[ \\t]*)+';
const WORDS = REFUSED.map(([words, suggestion]) => ({
  pattern: new RegExp(`(?<![\\w-])(?:${words.replaceAll(' ', gap)})(?![\\w-])`, 'gi'),
  suggestion,
}));

/** @returns every refused word of a text: {index, word, suggestion} in order */
export function findWords(text) {
  const allowed = ALLOWED.flatMap(({ pattern }) =>
    [...text.matchAll(pattern)].map(({ index, 0: match }) => [index, index + match.length]),
  );
  const found = [];
  const add = (index, word, suggestion) => {
    if (!allowed.some(([start, end]) => index >= start && index < end))
      found.push({ index, word, suggestion });
  };
  for (const { pattern, suggestion } of WORDS)
    for (const { index, 0: match } of text.matchAll(pattern))
      add(index, match.replace(/\s+/g, ' '), suggestion);
  for (const { index, 0: match } of text.matchAll(REFUSED_NAMES))
    add(index, match, 'a name that says what it is');
  for (const { index, 0: match } of text.matchAll(CLAUSE_SUBJECT))
    add(index, `${match.slice(0, 24).trim()}…`, 'a noun as the subject: "The caller …"');
  for (const { index, 0: match } of text.matchAll(WHAT_CLAUSE))
    if ((match.match(VERB) ?? []).length > 1)
      add(index, `${match.slice(0, 24).trim()}…`, 'a noun as the subject: "Files that …"');
  return found.sort((a, b) => a.index - b.index);
}

/** Whether the first comment of a module describes the module as an owner instead of what a caller gets. */
export function hasOwnerHeader(text) {
  return /^(?:#!.*\n)?\s*(?:\/\*\*?|\/\/)\s*(?:\*\s*)?Owns\b/.test(text);
}

function list(place, endings) {
  const path = join(root, place);
  if (endings.test(place)) return [place];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/(?:^|\/)(?:node_modules|\.work)\//.test(file));
}

function main() {
  const problems = [];
  const report = (file, text, index, message) => {
    const before = text.slice(0, index).split('\n');
    problems.push(`${file}:${before.length}:${before[before.length - 1].length + 1}: ${message}`);
  };
  for (const file of PROSE.flatMap((place) => list(place, /\.(?:tsx?|css|md)$/))) {
    if (READER_TEXT.test(file)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    for (const { index, word, suggestion } of findWords(text))
      report(file, text, index, `"${word}": write ${suggestion}`);
  }
  for (const file of MODULES.flatMap((place) => list(place, /\.(?:tsx?|mjs|css)$/))) {
    const text = readFileSync(join(root, file), 'utf8');
    if (hasOwnerHeader(text))
      report(file, text, 0, 'the module header begins with "Owns": say what a caller gets');
  }
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) {
    process.stderr.write(`${problems.length} problems of wording\n`);
    process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
