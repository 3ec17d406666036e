// Learns the weights of the gate (src/generate/checks/refusal-model.ts) from the lines in training/gate: logistic regression
// over the features of a sentence. `node scripts/train-gate.mjs` measures it: it learns the lines of some authors,
// and judges those of the others.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '..');
const LOCALES = { en: 'en_US', ru: 'ru_RU', tr: 'tr_TR', ko: 'ko_KR' };
export const LANGUAGES = Object.keys(LOCALES);
export const CODES = ['promise', 'urgency', 'bonus', 'messenger', 'study', 'leak', 'self', 'advice'];
/** Sentences with a higher score are refused: a little above zero, as most sentences of a text are fine (docs/decisions/learned-gate.md). */
const THRESHOLD = 0.1;
/** How much of a concept's weight a language has for itself; the rest is shared. */
const OWN = 0.2;
/** Share of a sentence's features that a step of the learning does not see, so that no word carries a sentence alone. */
const HIDDEN = 0.2;
/** How far from certain a line is taken to be: a line that is odd for its code moves the weights less. */
const DOUBT = 0.03;
const EPOCHS = 10;
/** Steps from nothing to the greatest weight. With fewer, the package is smaller. */
const STEPS = 15;
/** Sets of test/generate/seeded/held-out by authors who wrote nothing else. */
const HELD_OUT_AUTHORS = ['fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** Files that the weights are made of. */
function listSources() {
  const held = 'test/generate/seeded/held-out';
  const lines = LANGUAGES.flatMap((language) => {
    const locale = LOCALES[language];
    const authors = readdirSync(join(root, 'training/gate/authors')).sort();
    const files = [...authors.map((name) => `authors/${name}`), 'planted', 'plain', 'sober'].map(
      (folder) => `training/gate/${folder}/${language}.txt`,
    );
    const sets = readdirSync(join(root, held)).flatMap((set) =>
      [`${locale}.txt`, `real.${locale}.txt`].map((name) => `${held}/${set}/${name}`),
    );
    return [...files, ...sets.sort()]
      .filter((file) => existsSync(join(root, file)))
      .map((file) => ({ file, language, isArticle: false }));
  });
  const articles = ['content', 'examples', 'templates'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.md') && !/\/(?:dist|node_modules|\.articles)\//.test(file))
      .flatMap((file) => {
        const language = LANGUAGES.find((code) => file.includes(`/${LOCALES[code]}/`));
        return language ? [{ file, language, isArticle: true }] : [];
      }),
  );
  return [...lines, ...articles.sort((a, b) => (a.file < b.file ? -1 : 1))];
}

const readText = (file) => readFileSync(join(root, file), 'utf8');
const conceptsOf = (language) =>
  readText(`training/gate/concepts/${language}.txt`).split('\n').filter(Boolean);

/** Changes with everything that the weights depend on. */
export function trainingKey() {
  const own = [
    'scripts/train-gate.mjs',
    'src/generate/checks/sentence-concepts.ts',
    'src/generate/checks/sentence-features.ts',
    'src/generate/checks/sentences.ts',
    'src/content/markdown/plain-view.ts',
  ];
  const concepts = LANGUAGES.map((language) => `training/gate/concepts/${language}.txt`);
  const sum = createHash('sha256');
  for (const file of [...own, ...concepts, ...listSources().map(({ file }) => file)])
    sum.update(file).update('\0').update(readText(file)).update('\0');
  return sum.digest('base64url');
}

/**
 * Every line of the sets and every sentence of the articles.
 * @returns `{language, code, line, file, author, isArticle, isPart}`: `code` is null where nothing is wrong; the sentences of
 *   a line are learned as well, as parts of it
 */
function readExamples(sentencesOf) {
  return listSources().flatMap(({ file, language, isArticle }) => {
    const text = readText(file).replace(/^---\n[\s\S]*?\n---\n/, '');
    const author = authorOf(file);
    const common = { language, file, author, isArticle, isPart: false };
    if (isArticle)
      return sentencesOf(text).map(({ sentence }) => ({ ...common, code: null, line: sentence }));
    let code = null;
    return text.split('\n').flatMap((line) => {
      if (line.startsWith('# ')) {
        const name = line.slice(2).trim();
        code = CODES.includes(name) ? name : name === 'fine' || /\/real\./.test(file) ? null : 'other';
        return [];
      }
      if (line.trim() === '' || code === 'other') return [];
      const whole = { ...common, code, line };
      const sentences = sentencesOf(line);
      const parts = sentences.length > 1 ? sentences : [];
      return [whole, ...parts.map(({ sentence }) => ({ ...whole, line: sentence, isPart: true }))];
    });
  });
}

/** Who wrote a file that a measurement leaves out as a whole; null for other files. */
function authorOf(file) {
  const [, name = null] = /^training\/gate\/authors\/([^/]+)\//.exec(file) ?? [];
  const [, set] = /\/held-out\/([^/]+)\//.exec(file) ?? [];
  return name ?? (HELD_OUT_AUTHORS.includes(set) ? set : null);
}

/** Reads each example once. */
function readFeatures(examples, createSentenceReader) {
  const readers = new Map(
    LANGUAGES.map((language) => [language, createSentenceReader(language, conceptsOf(language))]),
  );
  return examples.map(({ language, line }) => {
    const [rows, values] = [[], []];
    const { length, kinds } = readers.get(language)(line, (row, value) => {
      rows.push(row);
      values.push(value);
    });
    return {
      rows: Uint32Array.from(rows),
      values: Float32Array.from(values, (value) => value / length),
      kinds,
    };
  });
}

/** Numbers from 0 to 1 that are as random as learning needs, and the same on every run. */
function createRandom() {
  let state = 12345;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

function shuffle(list, random) {
  for (let index = list.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [list[index], list[other]] = [list[other], list[index]];
  }
  return list;
}

/** The chance that a sum of weights stands for. */
const chance = (score) => 1 / (1 + Math.exp(-score));

/** Weights of rows, with a step for each that shrinks as it is used (AdaGrad). */
function createWeights(size, start = 1e-2) {
  const weights = new Float32Array(size);
  const squares = new Float32Array(size).fill(start);
  return {
    weights,
    move(row, gradient) {
      squares[row] += gradient * gradient;
      weights[row] -= (0.5 * gradient) / Math.sqrt(squares[row]);
    },
  };
}

/** @returns for each language `{table, bias}`: rows of concepts learn from all languages together */
function learnRefusals(examples, features, { ROWS, CONCEPT_ROWS }) {
  const shared = createWeights(CONCEPT_ROWS);
  const own = new Map(
    LANGUAGES.map((language) => [language, { ...createWeights(ROWS), bias: createWeights(1, 1) }]),
  );
  const random = createRandom();
  const seen = new Float32Array(features.reduce((most, { rows }) => Math.max(most, rows.length), 0));
  const order = examples.map((_, index) => index);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const index of shuffle(order, random)) {
      const { language, code } = examples[index];
      const { rows, values } = features[index];
      const { weights, move, bias } = own.get(language);
      // The seen features make up for the hidden ones.
      for (let at = 0; at < rows.length; at++) seen[at] = random() < HIDDEN ? 0 : values[at] / (1 - HIDDEN);
      let score = bias.weights[0];
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at];
        score += seen[at] * (row < CONCEPT_ROWS ? shared.weights[row] + OWN * weights[row] : weights[row]);
      }
      const error = chance(score) - (code === null ? DOUBT : 1 - DOUBT);
      if (Math.abs(error) < 1e-3) continue;
      for (let at = 0; at < rows.length; at++) {
        if (seen[at] === 0) continue;
        const [row, gradient] = [rows[at], error * seen[at]];
        if (row < CONCEPT_ROWS) shared.move(row, gradient);
        move(row, row < CONCEPT_ROWS ? OWN * gradient : gradient);
      }
      bias.move(0, error);
    }
  }
  return new Map(
    [...own].map(([language, { weights, bias }]) => {
      const table = weights.slice();
      for (let row = 0; row < CONCEPT_ROWS; row++) table[row] = shared.weights[row] + OWN * weights[row];
      return [language, { table, bias: bias.weights[0] }];
    }),
  );
}

/** Which code it is: learned from the bad lines of a language. @returns `{table, bias}`, each row with a weight for each code */
function learnKinds(examples, features, { KIND_ROWS, CONCEPTS }, language) {
  const { weights, move } = createWeights((KIND_ROWS + 1) * CODES.length);
  const bad = examples.flatMap(({ code }, index) => (code === null ? [] : [index]));
  const random = createRandom();
  for (let epoch = 0; epoch < 8; epoch++) {
    for (const index of shuffle(bad, random)) {
      const rows = [...features[index].kinds, KIND_ROWS].filter(
        // Words of other languages say nothing.
        (row) => row < CONCEPTS || row === KIND_ROWS || examples[index].language === language,
      );
      for (const [kind, code] of CODES.entries()) {
        let score = 0;
        for (const row of rows) score += weights[row * CODES.length + kind];
        const error = chance(score) - (examples[index].code === code ? 1 : 0);
        for (const row of rows) move(row * CODES.length + kind, error);
      }
    }
  }
  return { table: weights.slice(0, -CODES.length), bias: [...weights.slice(-CODES.length)] };
}

const scoreOf = ({ table, bias }, { rows, values }) =>
  rows.reduce((sum, row, at) => sum + table[row] * values[at], bias);

/** Weights as signed bytes, and the weight of one step. */
function pack(table) {
  const scale = table.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / STEPS;
  return {
    scale,
    bytes: Int8Array.from(table, (weight) => Math.round(weight / scale)),
  };
}

/** @param compiled imports a module of lib/. @returns `[file name, bytes]` of each language */
export async function trainGate(compiled) {
  const { sentencesOf } = await compiled('gate-sentences.js');
  const reader = await compiled('gate-features.js');
  const examples = readExamples(sentencesOf);
  const features = readFeatures(examples, reader.createSentenceReader);
  const refusals = learnRefusals(examples, features, reader);
  return LANGUAGES.map((language) => {
    const { table, bias } = refusals.get(language);
    const kinds = learnKinds(examples, features, reader, language);
    const [packed, packedKinds] = [pack(table), pack(kinds.table)];
    const head = JSON.stringify({
      concepts: conceptsOf(language),
      threshold: THRESHOLD,
      bias,
      scale: packed.scale,
      kindBias: kinds.bias,
      kindScale: packedKinds.scale,
    });
    const bytes = Buffer.concat([
      Buffer.from(`${head}\n`),
      Buffer.from(packed.bytes.buffer),
      Buffer.from(packedKinds.bytes.buffer),
    ]);
    return [`${language}.br`, brotliCompressSync(bytes)];
  });
}

/** How often measure() learns: each time it leaves out another part of the authors, the sober sentences and the articles. */
const TURNS = 8;
/** Scores above which measure() counts a sentence as refused. */
const MARKS = [-0.5, THRESHOLD, 0.5, 1];

/** Prints what the gate finds of authors whose lines it has not learned, and what it refuses of fine lines and whole articles. */
async function measure() {
  const compiled = (name) => import(pathToFileURL(join(root, 'lib', name)));
  const { sentencesOf } = await compiled('gate-sentences.js');
  const reader = await compiled('gate-features.js');
  const examples = readExamples(sentencesOf);
  const features = readFeatures(examples, reader.createSentenceReader);
  const authors = [...new Set(examples.map(({ author }) => author).filter((author) => author !== null))];
  const turnOf = ({ author, line, file, isArticle }) => {
    if (author !== null) return authors.indexOf(author) % TURNS;
    if (!isArticle && !/\/(?:sober|plain)\//.test(file)) return null;
    const whole = isArticle ? file : line;
    return createHash('sha256').update(whole).digest().readUInt32BE() % TURNS;
  };
  const judged = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const isLeftOut = (example) => turnOf(example) === turn;
    const learned = examples.flatMap((example, index) => (isLeftOut(example) ? [] : [index]));
    const [some, their] = [learned.map((index) => examples[index]), learned.map((index) => features[index])];
    const refusals = learnRefusals(some, their, reader);
    const kinds = new Map(LANGUAGES.map((language) => [language, learnKinds(some, their, reader, language)]));
    for (const [index, example] of examples.entries()) {
      if (!isLeftOut(example) || example.isPart) continue;
      const { language, line } = example;
      const sentences = sentencesOf(line).map(({ sentence }) => ({ language, line: sentence }));
      const parts =
        sentences.length < 2 ? [features[index]] : readFeatures(sentences, reader.createSentenceReader);
      const score = Math.max(...parts.map((part) => scoreOf(refusals.get(language), part)));
      const { table, bias } = kinds.get(language);
      const sums = CODES.map((_, kind) =>
        [...features[index].kinds].reduce((sum, row) => sum + table[row * CODES.length + kind], bias[kind]),
      );
      judged.push({ ...example, score, named: CODES[sums.indexOf(Math.max(...sums))] });
    }
  }
  const print = (line) => process.stdout.write(`${line}\n`);
  const share = (list, mark) =>
    `${((100 * list.filter(({ score }) => score > mark).length) / list.length).toFixed(1)} %`;
  const groups = (list) => ({
    bad: list.filter(({ code }) => code !== null),
    'fine ones near them': list.filter(({ code, author }) => code === null && author !== null),
    'sober sentences': list.filter(({ author, isArticle }) => author === null && !isArticle),
    'sentences of articles': list.filter(({ isArticle }) => isArticle),
  });
  print('refused of what was not learned:');
  for (const language of [...LANGUAGES, null]) {
    const own = judged.filter((line) => language === null || line.language === language);
    for (const mark of MARKS) {
      const shares = Object.entries(groups(own)).map(([name, some]) => `${name} ${share(some, mark)}`);
      const files = (list) => new Set(list.map(({ file }) => file)).size;
      const { 'sentences of articles': articles } = groups(own);
      const refused = files(articles.filter(({ score }) => score > mark));
      print(
        `${language ?? 'all'}, above ${mark}: ${shares.join(', ')}, in ${refused} of ${files(articles)} articles`,
      );
    }
  }
  const bad = judged.filter(({ code }) => code !== null);
  for (const code of CODES)
    print(
      `${code}: found ${share(
        bad.filter((line) => line.code === code),
        THRESHOLD,
      )}`,
    );
  const right = bad.filter(({ code, named }) => code === named).length;
  print(`the right code for ${((100 * right) / bad.length).toFixed(1)} % of the bad lines`);
}

if (process.argv[1] === import.meta.filename) await measure();
