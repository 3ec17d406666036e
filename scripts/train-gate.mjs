// Learns the weights of the gate (src/generate/checks/refusal-model.ts) from the lines in training/gate: logistic regression
// over the features of a sentence. `node scripts/train-gate.mjs` measures it: it learns four fifths of the lines and judges the rest.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '..');
const LOCALES = { en: 'en_US', ru: 'ru_RU', tr: 'tr_TR', ko: 'ko_KR' };
export const LANGUAGES = Object.keys(LOCALES);
export const CODES = ['promise', 'urgency', 'bonus', 'messenger', 'study', 'leak', 'self', 'advice'];
/** Sentences with a higher score are refused. Chosen by the measurement below (docs/decisions/learned-gate.md). */
const THRESHOLDS = { en: 1.2, ru: 1, tr: 1.3, ko: 1.4 };
/** How much of a concept's weight a language has for itself; the rest is shared. */
const OWN = 0.2;

/** Files that the weights are made of. */
function listSources() {
  const held = 'test/generate/seeded/held-out';
  const lines = LANGUAGES.flatMap((language) => {
    const locale = LOCALES[language];
    const files = ['', 'planted/', 'plain/', 'sober/'].map(
      (folder) => `training/gate/${folder}${language}.txt`,
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
 * @returns `{language, code, line, file, group, isArticle, isPart}`: `code` is null where nothing is wrong; what has one
 *   `group` is learned together or not at all; the sentences of a fine line are fine as well, as parts of it
 */
function readExamples(sentencesOf) {
  return listSources().flatMap(({ file, language, isArticle }) => {
    const text = readText(file).replace(/^---\n[\s\S]*?\n---\n/, '');
    if (isArticle)
      return sentencesOf(text).map(({ sentence }) => ({
        ...{ language, code: null, line: sentence, file, group: file, isArticle, isPart: false },
      }));
    let code = null;
    return text.split('\n').flatMap((line) => {
      if (line.startsWith('# ')) {
        const name = line.slice(2).trim();
        code = CODES.includes(name) ? name : name === 'fine' || /\/real\./.test(file) ? null : 'other';
        return [];
      }
      if (line.trim() === '' || code === 'other') return [];
      const whole = { language, code, line, file, group: line, isArticle, isPart: false };
      const sentences = sentencesOf(line);
      const parts = sentences.length > 1 ? sentences : [];
      return [whole, ...parts.map(({ sentence }) => ({ ...whole, line: sentence, isPart: true }))];
    });
  });
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

/** Numbers that are as random as an order needs, and the same on every run. */
function createShuffle() {
  let state = 12345;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 2 ** 32;
  };
  return (list) => {
    for (let index = list.length - 1; index > 0; index--) {
      const other = Math.floor(next() * (index + 1));
      [list[index], list[other]] = [list[other], list[index]];
    }
    return list;
  };
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
  const shuffle = createShuffle();
  const order = examples.map((_, index) => index);
  for (let epoch = 0; epoch < 12; epoch++) {
    for (const index of shuffle(order)) {
      const { language, code } = examples[index];
      const { rows, values } = features[index];
      const { weights, move, bias } = own.get(language);
      let score = bias.weights[0];
      rows.forEach((row, at) => {
        score += values[at] * (row < CONCEPT_ROWS ? shared.weights[row] + OWN * weights[row] : weights[row]);
      });
      const error = chance(score) - (code === null ? 0 : 1);
      if (Math.abs(error) < 1e-3) continue;
      rows.forEach((row, at) => {
        const gradient = error * values[at];
        if (row < CONCEPT_ROWS) shared.move(row, gradient);
        move(row, row < CONCEPT_ROWS ? OWN * gradient : gradient);
      });
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
function learnKinds(examples, features, { KIND_ROWS }, language) {
  const { weights, move } = createWeights((KIND_ROWS + 1) * CODES.length);
  const bad = examples.flatMap(({ code }, index) => (code === null ? [] : [index]));
  const shuffle = createShuffle();
  for (let epoch = 0; epoch < 8; epoch++) {
    for (const index of shuffle(bad)) {
      const rows = [...features[index].kinds, KIND_ROWS].filter(
        // Words of other languages say nothing.
        (row) => row < 128 || row === KIND_ROWS || examples[index].language === language,
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

/** Weights as signed bytes. */
function pack(table) {
  let most = 0;
  for (const weight of table) most = Math.max(most, Math.abs(weight));
  const scale = most / 127;
  const bytes = Int8Array.from(table, (weight) => Math.round(weight / scale));
  return { scale, text: Buffer.from(bytes.buffer).toString('base64') };
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
    const weights = {
      concepts: conceptsOf(language),
      threshold: THRESHOLDS[language],
      bias,
      scale: packed.scale,
      table: packed.text,
      kindBias: kinds.bias,
      kindScale: packedKinds.scale,
      kindTable: packedKinds.text,
    };
    return [`${language}.json.gz`, gzipSync(JSON.stringify(weights), { level: 9 })];
  });
}

const FOLDS = 5;

/** Prints what the gate finds in lines that it has not learned, at several thresholds. */
async function measure() {
  const compiled = (name) => import(pathToFileURL(join(root, 'lib', name)));
  const { sentencesOf } = await compiled('gate-sentences.js');
  const reader = await compiled('gate-features.js');
  const examples = readExamples(sentencesOf);
  const features = readFeatures(examples, reader.createSentenceReader);
  const folds = examples.map(
    ({ line, file, isArticle }) =>
      createHash('sha256')
        .update(isArticle ? file : line)
        .digest()
        .readUInt32BE() % FOLDS,
  );
  const parts = examples.map(({ language, line }, index) => {
    const sentences = sentencesOf(line);
    return sentences.length < 2
      ? [features[index]]
      : readFeatures(
          sentences.map(({ sentence }) => ({ language, line: sentence })),
          reader.createSentenceReader,
        );
  });
  const scores = new Float64Array(examples.length);
  let [right, bad] = [0, 0];
  for (let fold = 0; fold < FOLDS; fold++) {
    const learned = examples.flatMap((_, index) => (folds[index] === fold ? [] : [index]));
    const [some, their] = [learned.map((index) => examples[index]), learned.map((index) => features[index])];
    const refusals = learnRefusals(some, their, reader);
    const kinds = new Map(LANGUAGES.map((language) => [language, learnKinds(some, their, reader, language)]));
    examples.forEach(({ language, code }, index) => {
      if (folds[index] !== fold) return;
      scores[index] = Math.max(...parts[index].map((part) => scoreOf(refusals.get(language), part)));
      if (code === null) return;
      bad++;
      const { table, bias } = kinds.get(language);
      const sums = CODES.map((_, kind) =>
        [...features[index].kinds].reduce((sum, row) => sum + table[row * CODES.length + kind], bias[kind]),
      );
      if (CODES[sums.indexOf(Math.max(...sums))] === code) right++;
    });
  }
  const print = (line) => process.stdout.write(`${line}\n`);
  print(`the right code for ${((100 * right) / bad).toFixed(1)} % of the bad lines`);
  for (const language of LANGUAGES) {
    const groups = {
      bad: ({ code, file }) => code !== null && file === `training/gate/${language}.txt`,
      'bad, earlier sets': ({ code, file }) => code !== null && file !== `training/gate/${language}.txt`,
      near: ({ code, file }) => code === null && file === `training/gate/${language}.txt`,
      real: ({ file }) => file.includes('/real.'),
      'sentences of articles': ({ isArticle }) => isArticle,
    };
    for (const threshold of [-0.5, 0, 0.3, 0.6, 1, 1.5, 2]) {
      const shares = Object.entries(groups).map(([name, isIn]) => {
        const own = scores.filter((_, index) => {
          const example = examples[index];
          return example.language === language && !example.isPart && isIn(example);
        });
        return `${name} ${((100 * own.filter((score) => score > threshold).length) / own.length).toFixed(1)} %`;
      });
      print(`${language} above ${threshold}: ${shares.join(', ')}`);
    }
  }
}

if (process.argv[1] === import.meta.filename) await measure();
