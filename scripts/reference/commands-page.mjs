// The reference of commands, from the definitions of commander.
import { code, fence, page, sentence, table } from './page-parts.mjs';

/** @param program the commander `Command` of the whole program. @returns the page as Markdown */
export function describeCommands(program) {
  const shared = new Set(['--root', '--json', '--quiet', '--all', '--help']);
  const isShared = ({ long }) => shared.has(long);
  const [first] = program.commands;
  return page('Commands', [
    '`articles COMMAND --help` prints the same. Exit codes: 0 is success, 1 a problem of yours that the message explains, 2 an error of the program, 3 try again later: another process holds the lock, or a server is away. `next --due` ends with 10 where nothing is due.',
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

/** The text that commander prints after the options: a note, and examples. */
function describeNotes(command) {
  const texts = [];
  command.emit('afterHelp', { error: false, command, write: (text) => texts.push(text) });
  return texts.map((text) => {
    const [before, examples] = text.split('\nExamples:\n');
    const lines = examples?.split('\n').map((line) => line.trim());
    return [before.trim(), lines && fence('sh', lines.join('\n').trim())].filter(Boolean).join('\n\n');
  });
}
