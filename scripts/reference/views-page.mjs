// The reference of replaceable views and components, from their types and the first lines of their modules.
import { join } from 'node:path';
import { API, SignatureKind, SymbolFlags } from 'typescript/unstable/sync';
import { listEjectable } from '../eject-sources.mjs';
import { code, list, page, sentence } from './page-parts.mjs';
import { sinceOf } from './since.mjs';

/**
 * @param root folder of the project
 * @param config path of the tsconfig.json of a program that has src/templates/public.ts
 * @returns the page as Markdown
 */
export function describeViews(root, config) {
  const sources = [...listEjectable(join(root, 'src/templates'))].map(describeSource);
  const api = new API({ cwd: root });
  try {
    const { checker, program } = api.updateSnapshot({ openProject: config }).getProject(config);
    const entry = program.getSourceFile(join(root, 'src/templates/public.ts'));
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(entry));
    return createPage(sources, createReader(checker, exported));
  } finally {
    api.close();
  }
}

/** A module that `eject` copies: its path below theme/, the name of its function, and its first line. */
function describeSource([path, source]) {
  const [, name] = /export default function (\w+)\(/.exec(source);
  const [, summary] = /^\/\*\* ([\s\S]*?)\s*\*\//.exec(source);
  return { path, name, summary: summary.replace(/\s*\n \* ?/g, ' ') };
}

/** Reads the exports of `articles/theme`. */
function createReader(checker, exported) {
  const symbols = new Map(
    exported.map((symbol) => [
      symbol.name,
      symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    ]),
  );
  const fieldsOf = (type) =>
    checker.getPropertiesOfType(type).map((symbol) => {
      const isOptional = Boolean(symbol.flags & SymbolFlags.Optional);
      return {
        name: symbol.name + (isOptional ? '?' : ''),
        type: showType(checker.typeToString(checker.getTypeOfSymbol(symbol)), isOptional),
        text: symbol.getDocumentationComment(checker).replaceAll('\n', ' '),
      };
    });
  return {
    /** The props of a function. */
    props(name) {
      const [signature] = checker.getSignaturesOfType(
        checker.getTypeOfSymbol(symbols.get(name)),
        SignatureKind.Call,
      );
      return fieldsOf(checker.getTypeOfSymbol(signature.getParameters()[0]));
    },
    /** Object types with their fields, and other types as they are written. */
    types: [...symbols]
      .filter(([, symbol]) => symbol.flags & (SymbolFlags.Interface | SymbolFlags.TypeAlias))
      .map(([name, symbol]) => {
        const type = checker.getDeclaredTypeOfSymbol(symbol);
        const isObject = symbol.flags & SymbolFlags.Interface;
        return {
          name,
          text: symbol.getDocumentationComment(checker).replaceAll('\n', ' '),
          fields: isObject ? fieldsOf(type) : [],
          variants: isObject ? [] : (type.getTypes?.() ?? []).map((variant) => checker.typeToString(variant)),
        };
      }),
  };
}

/** As a theme writes it. */
function showType(type, isOptional) {
  const short = type.replaceAll('<Readonly<Record<string, unknown>>>', '');
  return isOptional ? short.replace(/ \| undefined$/, '') : short;
}

function createPage(sources, { props, types }) {
  const shared = types.find(({ name }) => name === 'Page').fields.filter(({ name }) => name !== 'kind');
  const isShared = (field) => shared.some(({ name, type }) => name === field.name && type === field.type);
  const shorten = (type) => {
    const isPage = type.name !== 'Page' && type.fields.filter(isShared).length === shared.length;
    return isPage ? { ...type, isPage, fields: type.fields.filter((field) => !isShared(field)) } : type;
  };
  const describe = ({ path, name, summary }) => [
    `### ${name}`,
    `${code(`theme/${path}`)}. Since ${sinceOf(`views and components: ${name}`)}. ${sentence(summary)}${describeKinds(path, props(name), types)}`,
    listFields(props(name)) ?? 'It has no props.',
  ];
  const below = (folder) => sources.filter(({ path }) => path.startsWith(folder)).flatMap(describe);
  return page('Views and Components', [
    'Each of these is replaced by a file of `theme/`, which gets the same props. `articles eject NAME` copies the built-in one to start from, and [Theme](../theme.md#views-and-components) has examples. A `?` marks what may be left out.',
    '## Views',
    ...below('views/'),
    '## Components',
    ...below('components/'),
    '## Types',
    '`articles/theme` exports these types.',
    ...types
      .map(shorten)
      .flatMap(({ name, text, fields, variants, isPage }) => [
        `### ${name}`,
        [sentence(text), isPage && 'It has the fields of [Page](#page), and:'].filter(Boolean).join(' '),
        variants.length > 0 && `One of ${variants.map(code).join(', ')}.`,
        listFields(fields),
      ]),
  ]);
}

/** A view is for every kind of its page; each of the others can have a file of its name too. */
function describeKinds(path, fields, types) {
  const shown = fields.find(({ name }) => name === 'page')?.type;
  const kind =
    types.find(({ name }) => name === shown)?.fields.find(({ name }) => name === 'kind')?.type ?? '';
  const others = kind
    .split(' | ')
    .map((name) => name.slice(1, -1))
    .filter((name) => path !== `views/${name}.tsx`);
  return !path.startsWith('views/') || others.length === 0
    ? ''
    : ` It also shows the kinds ${others.map(code).join(', ')}, unless there is a file for them.`;
}

function listFields(fields) {
  return list(fields.map(({ name, type, text }) => ({ name, facts: [code(type)], text: sentence(text) })));
}
