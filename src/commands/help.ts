/** `articles help`. */
import type { Command } from 'commander';
import { UserError } from '../foundation/errors.ts';
import { hintNear } from '../foundation/near-names.ts';
import type { Reporter } from '../foundation/report.ts';
import type { ErrorEntry } from '../results/tool-results.ts';
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
      return reporter.result({ kind: 'help-code', code: name, ...entry }, '');
    }
    const names = program.commands.map((known) => known.name());
    const hint = hintNear(name, names, 'run `articles help` for the list');
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

/** The package contains the page that explains the codes. */
async function findEntry(code: string): Promise<ErrorEntry | undefined> {
  const { readFile } = await import('node:fs/promises');
  const { packageFile } = await import('../foundation/package-files.ts');
  const { parseErrorReference } = await import('../foundation/error-reference.ts');
  return parseErrorReference(await readFile(packageFile('docs/reference/errors.md'), 'utf8')).get(code);
}

function describeEntry(code: string, { means, cause, cure, example }: ErrorEntry): string {
  return `${code}: ${means}\n  Cause: ${cause}\n  Cure: ${cure}\n  Example: ${example}`;
}
