/** `articles help`. */
import type { Command } from 'commander';
import type { ErrorEntry } from '../foundation/error-codes/error-entry.ts';
import { UserError } from '../foundation/errors.ts';
import { findNear } from '../foundation/near-names.ts';
import type { Reporter } from '../foundation/report.ts';
import { defineCommand } from './command.ts';

export const helpCommand = defineCommand({
  name: 'help',
  summary: 'Show the help of a command, or what the code of an error means.',
  arguments: { '[command]': 'name of the command, or code of an error (default: the list of commands)' },
  options: {},
  examples: ['articles help build', 'articles help dead-link'],
  async run({ program, reporter }, _options, [name = '']) {
    const command = name === '' ? program : program.commands.find((known) => known.name() === name);
    if (command) return showHelp(command, reporter);
    const entry = await findEntry(name);
    if (entry) {
      reporter.output(describeEntry(name, entry));
      return reporter.result({ code: name, ...entry }, '');
    }
    const near = findNear(
      name,
      program.commands.map((known) => known.name()),
    );
    const hint = near === null ? 'run `articles help` for the list' : `did you mean "${near}"?`;
    throw new UserError({ code: 'unknown-choice', message: `there is no command "${name}"`, hint });
  },
});

function showHelp(command: Command, reporter: Reporter): void {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  reporter.output(help);
  reporter.result({ help }, '');
}

/** The codes of problems and of findings are read only for this. */
async function findEntry(code: string): Promise<ErrorEntry | undefined> {
  const { ERROR_CATALOGUE } = await import('../foundation/error-catalogue.ts');
  const { FINDING_CODES } = await import('../generate/checks/finding-codes.ts');
  const entries: Readonly<Record<string, ErrorEntry>> = Object.assign(
    {},
    FINDING_CODES,
    ...Object.values(ERROR_CATALOGUE),
  );
  return Object.hasOwn(entries, code) ? entries[code] : undefined;
}

function describeEntry(code: string, { means, cause, cure, example }: ErrorEntry): string {
  return `${code}: ${means}\n  Cause: ${cause}\n  Cure: ${cure}\n  Example: ${example}`;
}
