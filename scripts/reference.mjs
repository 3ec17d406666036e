// Writes the reference of commands and settings from their definitions: commander's, and the schema of site-config.json.
// `scripts/compile.mjs` calls it, so the pages are as new as the program.

const NOTE = '<!-- Made by scripts/reference.mjs. Change the definitions in src/, not this page. -->';

/** @param program the commander `Command` of the whole program. @returns the page as Markdown */
export function describeCommands(program) {
  const shared = new Set(['--root', '--json', '--quiet', '--all', '--help']);
  const isShared = ({ long }) => shared.has(long);
  const [first] = program.commands;
  return page('Commands', [
    '`articles COMMAND --help` prints the same. Exit codes: 0 is success, 1 a problem of yours that the message explains, 2 an error of the program.',
    '## Options of every command',
    table(['Option', 'Does'], first.options.filter(isShared).map(describeOption)),
    ...program.commands.flatMap((command) => [
      `## articles ${command.name()}`,
      command.description(),
      fence('sh', `articles ${command.name()} ${command.usage()}`),
      command.registeredArguments.length > 0 &&
        table(
          ['Argument', 'Is'],
          command.registeredArguments.map((argument) => [
            code(argument.name()),
            `${argument.description}${argument.required ? '' : ' (optional)'}`,
          ]),
        ),
      table(['Option', 'Does'], command.options.filter((option) => !isShared(option)).map(describeOption)),
      ...describeNotes(command),
    ]),
  ]);
}

function describeOption({ flags, description, argChoices }) {
  const choices = argChoices ? ` One of ${argChoices.map(code).join(', ')}.` : '';
  return [code(flags), `${sentence(description)}${choices}`];
}

/** What commander prints after the options: a note, and examples. */
function describeNotes(command) {
  const texts = [];
  command.emit('afterHelp', { error: false, command, write: (text) => texts.push(text) });
  return texts.map((text) => {
    const [before, examples] = text.split('\nExamples:\n');
    const lines = examples?.split('\n').map((line) => line.trim());
    return [before.trim(), lines && fence('sh', lines.join('\n').trim())].filter(Boolean).join('\n\n');
  });
}

/** @param schema JSON schema of site-config.json. @returns the page as Markdown */
export function describeSettings(schema) {
  const required = new Set(schema.required);
  const settings = Object.entries(schema.properties).filter(([name]) => name !== '$schema');
  const isSimple = ([, value]) => listFields(value).length === 0;
  return page('Settings', [
    'Settings of `site-config.json`. An unknown name is an error. Editors complete and check the file through its `$schema`.',
    '## The site',
    table(
      ['Setting', 'Type', 'Default', 'Is'],
      settings.filter(isSimple).map(([name, value]) => describeSetting(name, value, required.has(name))),
    ),
    ...settings
      .filter((setting) => !isSimple(setting))
      .flatMap(([name, value]) => [
        `## ${name}`,
        sentence(value.description),
        table(
          ['Setting', 'Type', 'Default', 'Is'],
          listFields(value).map(([path, field, isRequired]) => describeSetting(path, field, isRequired)),
        ),
      ]),
  ]);
}

/** The settings below one, at any depth: `[path, schema, whether it is required]`; `[]` stands for the entries of a list. */
function listFields(schema, prefix = '') {
  const variants = schema.oneOf ?? schema.anyOf ?? [];
  if (schema.type === 'array') return listFields(schema.items ?? {}, `${prefix}[]`);
  const seen = new Map();
  for (const variant of [schema, ...variants]) {
    for (const [name, field] of Object.entries(variant.properties ?? {})) {
      const path = prefix ? `${prefix}.${name}` : name;
      if (!field.description) continue;
      const isRequired = variant.required?.includes(name) ?? false;
      if (!seen.has(path)) seen.set(path, [path, field, isRequired && variants.length === 0]);
      for (const inner of listFields(field, path)) if (!seen.has(inner[0])) seen.set(inner[0], inner);
    }
  }
  return [...seen.values()];
}

function describeSetting(name, schema, isRequired) {
  const fallback = schema.default === undefined ? '' : JSON.stringify(schema.default);
  const isLong = fallback.length > 60 || fallback === '{}';
  return [
    code(name),
    typeOf(schema),
    isRequired ? '**required**' : fallback === '' || isLong ? '' : code(fallback),
    sentence(schema.description ?? ''),
  ];
}

function typeOf(schema) {
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ');
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === 'object' && schema.properties === undefined)
    return `map to ${typeOf(schema.additionalProperties ?? {})}`;
  if (schema.format === 'uri') return 'URL';
  const { minimum, maximum } = schema;
  const range =
    minimum === undefined
      ? ''
      : maximum > 1e15 || maximum === undefined
        ? ` from ${minimum}`
        : ` ${minimum} to ${maximum}`;
  const names = { string: 'text', integer: 'number', boolean: '`true`, `false`', object: 'object' };
  return `${names[schema.type] ?? schema.type ?? 'any'}${range}`;
}

const page = (title, parts) => `${NOTE}\n\n# ${title}\n\n${parts.filter(Boolean).join('\n\n')}\n`;
const fence = (language, text) => `\`\`\`${language}\n${text}\n\`\`\``;
const code = (text) => `\`${text}\``;

/** Begins and ends as a sentence; what is JSON or a tag in it becomes code. */
function sentence(text) {
  const marked = text.replace(/\{".*?\}+|<[a-z]+>/g, code);
  return `${marked.charAt(0).toUpperCase()}${marked.slice(1)}${/[.:!?]$/.test(text) ? '' : '.'}`;
}

function table(head, rows) {
  if (rows.length === 0) return null;
  const line = (cells) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
