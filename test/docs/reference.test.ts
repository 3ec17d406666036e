/** The reference: every definition of the program has its entry, with a version and an example that is right. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { listDirectiveGuides } from '../../scripts/directive-guides.ts';
import { exampleOf, listFields, wholeExample } from '../../scripts/reference/schema-fields.mjs';
import { LATER } from '../../scripts/reference/since.mjs';
import { listTokens } from '../../scripts/reference/tokens-page.mjs';
import { createReference } from '../../scripts/reference.mjs';
import { createProgram } from '../../src/cli.ts';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { BUILD_OPTIONS } from '../../src/deploy/plan/build-options.ts';
import { DIRECTIVES } from '../../src/directives/directive-registry.ts';
import { PROBLEM_GATES } from '../../src/foundation/problem-gates.ts';
import { strings as en_US } from '../../src/locales/en_US.ts';
import { GENERATION_LOCALES } from '../../src/locales/generation.ts';
import { CONTENT_SCHEMAS, type JsonSchema } from '../../src/scaffold/content-schemas.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const css = read('src/templates/styles/tokens.css');
const program = createProgram(async () => {}, {});
const directives = listDirectiveGuides();
const pages = createReference({
  program,
  contentSchemas: CONTENT_SCHEMAS,
  directives,
  buildOptions: BUILD_OPTIONS,
  problemGates: PROBLEM_GATES,
  tokens: css,
});
const pageOf = (name: string) => pages[name] ?? '';
const schemaOf = (name: string) => CONTENT_SCHEMAS.find((schema) => schema.name === name)?.create() ?? {};

/** Name, facts and text of the entries of all lists. */
const entriesOf = (text: string) =>
  [...text.matchAll(/^- `([^`]+)` · (.*)\\\n {2}(.*)$/gm)].map(([, name = '', facts = '', said = '']) => ({
    name,
    facts: facts.split(' · '),
    said,
  }));

interface Schema extends JsonSchema {
  description?: string;
  default?: unknown;
  const?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** Every field at any depth with its path, whatever the reference makes of it. */
function walk(schema: Schema, path: string): [string, Schema][] {
  const { properties = {}, additionalProperties, items, anyOf = [], oneOf = [] } = schema;
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  return [
    ...Object.entries(properties)
      .filter(([name]) => name !== '$schema')
      .flatMap(([name, field]): [string, Schema][] => [[below(name), field], ...walk(field, below(name))]),
    ...(typeof additionalProperties === 'object' ? walk(additionalProperties, below('*')) : []),
    ...(items ? walk(items, `${path}[]`) : []),
    ...[...anyOf, ...oneOf].flatMap((variant) => walk(variant, path)),
  ];
}

const VERSION = /^\d+\.\d+\.\d+$/;
const SINCE = /^since \d+\.\d+\.\d+$/;
const ajv = new Ajv2020({
  allowUnionTypes: true,
  strictRequired: false,
  formats: { uri: true, email: true },
});

test('has every command and option', () => {
  const text = pageOf('commands.md');
  for (const command of program.commands) {
    expect(text).toContain(`## articles ${command.name()}\n\n${command.description()}`);
    for (const { flags, description } of command.options) {
      expect(description, `${command.name()} ${flags}`).not.toBe('');
      expect(text).toContain(`| \`${flags.replaceAll('|', '\\|')}\` |`);
    }
  }
});

describe.each([
  ['site-config', 'settings.md', 190],
  ['article', 'front-matter.md', 18],
  ['page', 'front-matter.md', 5],
  ['categories', 'data-files.md', 12],
  ['authors', 'data-files.md', 6],
  ['seo', 'data-files.md', 21],
  ['paid-links', 'data-files.md', 4],
  ['topics', 'data-files.md', 7],
])('the fields of %s', (name, page, least) => {
  const schema: Schema = schemaOf(name);
  const fields = walk(schema, '');
  const entries = entriesOf(pageOf(page));
  /** Settings below a heading leave out its name. */
  const shown = (path: string) => {
    const below = page === 'settings.md' ? path.replace(/^\w+(?:\.|(?=\[))/, '') : path;
    return entries.filter((entry) => entry.name === path || entry.name === below);
  };

  test('have entries with a description and a version', () => {
    expect(fields.length).toBeGreaterThanOrEqual(least);
    const isHeading = (path: string) => pageOf(page).includes(`\n## ${path}\n`);
    const missing = fields.filter(
      ([path, { description = '' }]) =>
        !/^.{5,}\.$/s.test(description) || (shown(path).length === 0 && !isHeading(path)),
    );
    expect(missing.map(([path]) => path)).toEqual([]);
    const found = fields.flatMap(([path]) => shown(path));
    expect(found.filter(({ facts, said }) => !SINCE.test(facts.at(-1) ?? '') || said === '')).toEqual([]);
  });

  test('have an example that the schema accepts', () => {
    const wrong = listFields(schema).flatMap(({ path, schema: field }) => {
      const example = exampleOf(field);
      const hasFields = listFields(field).length > 0;
      if (example === undefined)
        return hasFields || 'default' in field || /null/.test(JSON.stringify(field)) ? [] : [path];
      return ajv.validate({ ...field, $defs: schema.$defs ?? {} }, example)
        ? []
        : [`${path}: ${ajv.errorsText()}`];
    });
    expect(wrong).toEqual([]);
    if (name !== 'site-config')
      expect([ajv.validate(schema, wholeExample(schema)), ajv.errorsText()]).toEqual([true, 'No errors']);
  });
});

test('has every directive with its attributes, and an example that is right', () => {
  expect(directives.map(({ name }) => name)).toEqual(Object.keys(DIRECTIVES));
  const text = pageOf('directives.md');
  for (const { name, example } of directives) {
    const [section = ''] = text.split(`\n## ${name}\n`)[1]?.split('\n## ') ?? [];
    const attributes = DIRECTIVES[name]?.attributes ?? [];
    expect([name, entriesOf(section).map((entry) => entry.name)]).toEqual([name, attributes]);
    for (const { said } of entriesOf(section)) expect(said).toMatch(/^[A-Z].{5,}\.(?: Example: .*)?$/);
    expect(section).toContain(example);
    expect(example).toMatch(new RegExp(`^::+${name}(?![\\w-])`, 'm'));
    const front = '---\ntitle: T\nauthor: A\ndate: 2026-01-01\n---\n';
    const source = { file: 'content/en_US/articles/a.md', locale: 'en_US', key: 'a' };
    expect(parseArticle(source, front + example, '', { directives: DIRECTIVES }).problems).toEqual([]);
  }
});

test('has every token with its values in the light and the dark look', () => {
  const named = (selector: string) => {
    const [, block = ''] = css.split(`\n${selector} {\n`);
    return [...(block.split('\n}')[0] ?? '').matchAll(/^ *(--[\w-]+): /gm)].map(([, name]) => name);
  };
  const tokens = listTokens(css);
  expect(tokens.map(({ name }) => name)).toEqual(named(':root'));
  expect(tokens.filter((token) => token.dark !== '').map(({ name }) => name)).toEqual(
    named(':root[data-theme="dark"]'),
  );
  const entries = new Map(entriesOf(pageOf('tokens.md')).map((entry) => [entry.name, entry]));
  for (const { name, light, dark, text } of tokens) {
    const values = dark === '' ? [`default \`${light}\``] : [`light \`${light}\``, `dark \`${dark}\``];
    expect(entries.get(name)).toMatchObject({ facts: [...values, expect.stringMatching(SINCE)], said: text });
    expect([name, text]).toEqual([name, expect.stringMatching(/^[A-Z].+\.$/)]);
  }
});

test('has every string of the interface', () => {
  const pathsOf = (node: object, path: string): string[] =>
    Object.entries(node).flatMap(([name, value]) =>
      typeof value !== 'object' || Array.isArray(value) || 'other' in value
        ? [path + name]
        : pathsOf(value, `${path}${name}.`),
    );
  expect(entriesOf(pageOf('strings.md')).map((entry) => entry.name)).toEqual(pathsOf(en_US, ''));
});

test('dates only what exists', () => {
  const all = Object.values(pages).join('\n');
  for (const [name, version] of Object.entries(LATER)) {
    expect(version).toMatch(VERSION);
    expect(all).toContain(
      `\`${name
        .replace(/^[^:]*: /, '')
        .split(/[. ]/)
        .at(-1)}`,
    );
  }
});

test('`generate --locale` names every locale that a model writes in, spelt as the option takes them', () => {
  const generate = pageOf('commands.md').split('## articles generate\n')[1]?.split('\n## ')[0] ?? '';
  const option = generate.split('\n').find((line) => line.startsWith('| `--locale')) ?? '';
  for (const locale of GENERATION_LOCALES) expect(option).toContain(`\`${locale}\``);
});
