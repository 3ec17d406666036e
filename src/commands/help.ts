/** `articles help`. */
import { UserError } from '../foundation/errors.ts';
import { findNear } from '../foundation/near-names.ts';
import { defineCommand } from './command.ts';

export const helpCommand = defineCommand({
  name: 'help',
  summary: 'Show the help of a command.',
  arguments: { '[command]': 'name of the command (default: the list of commands)' },
  options: {},
  examples: ['articles help build'],
  async run({ program }, _options, [name]) {
    if (name === undefined) return program.outputHelp();
    const command = program.commands.find((known) => known.name() === name);
    if (command) return command.outputHelp();
    const near = findNear(
      name,
      program.commands.map((known) => known.name()),
    );
    const hint = near === null ? 'run `articles help` for the list' : `did you mean "${near}"?`;
    throw new UserError({ message: `there is no command "${name}"`, hint });
  },
});
