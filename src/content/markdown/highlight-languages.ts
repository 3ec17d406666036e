/** Owns which of the highlighter's languages a block's name means (test/content/highlight.test.ts holds it against the package). */

interface Language {
  /** Other names of it, separated by spaces. */
  aliases?: string;
  /** Languages that may stand within its code. */
  holds?: readonly string[];
}

/** The common languages of highlight.js. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  bash: { aliases: 'sh zsh' },
  c: { aliases: 'h' },
  cpp: { aliases: 'cc c++ h++ hpp hh hxx cxx' },
  csharp: { aliases: 'cs c#' },
  css: {},
  diff: { aliases: 'patch' },
  go: { aliases: 'golang' },
  graphql: { aliases: 'gql' },
  ini: { aliases: 'toml' },
  java: { aliases: 'jsp' },
  javascript: { aliases: 'js jsx mjs cjs', holds: ['css', 'graphql', 'xml'] },
  json: { aliases: 'jsonc json5' },
  kotlin: { aliases: 'kt kts ktm ktx' },
  less: {},
  lua: { aliases: 'pluto' },
  makefile: { aliases: 'mk mak make' },
  markdown: { aliases: 'md mkdown mkd', holds: ['xml'] },
  objectivec: { aliases: 'mm objc obj-c obj-c++ objective-c++' },
  perl: { aliases: 'pl pm' },
  php: {},
  'php-template': { holds: ['php', 'xml'] },
  plaintext: { aliases: 'text txt' },
  python: { aliases: 'py gyp ipython' },
  'python-repl': { aliases: 'pycon', holds: ['python'] },
  r: {},
  ruby: { aliases: 'rb gemspec podspec thor irb' },
  rust: { aliases: 'rs' },
  scss: {},
  shell: { aliases: 'console shellsession', holds: ['bash'] },
  sql: {},
  swift: {},
  typescript: { aliases: 'ts tsx mts cts', holds: ['css', 'graphql', 'xml'] },
  vbnet: { aliases: 'vb' },
  wasm: {},
  xml: { aliases: 'html xhtml rss atom xjb xsd xsl plist wsf svg', holds: ['css', 'javascript'] },
  yaml: { aliases: 'yml', holds: ['ruby'] },
};

const NAMES = new Map(
  Object.entries(LANGUAGES).flatMap(([language, { aliases }]) =>
    [language, ...(aliases?.split(' ') ?? [])].map((name) => [name, language]),
  ),
);

/** The languages to register for a block, its own first, then all that may stand within it; none where the name is unknown. */
export function languagesOf(name: string): string[] {
  const language = NAMES.get(name.toLowerCase());
  const needed = new Set(language === undefined ? [] : [language]);
  for (const one of needed) for (const held of LANGUAGES[one]?.holds ?? []) needed.add(held);
  return [...needed];
}
