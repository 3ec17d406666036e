/** Runs the command line. Exit codes: 0 success, 1 user error, 2 internal error, 3 try again, 10 nothing is due. Only this module catches all errors and exits. */
import { resolve } from 'node:path';
import { Command, CommanderError, type OutputConfiguration } from 'commander';
import { buildCommand } from './commands/build.ts';
import { categoriesCommand } from './commands/categories.ts';
import { checkCommand } from './commands/check.ts';
import type { Start } from './commands/command.ts';
import { completionCommand } from './commands/completion.ts';
import { deployCommand } from './commands/deploy.ts';
import { deskCommand } from './commands/desk.ts';
import { doctorCommand } from './commands/doctor.ts';
import { editCommand } from './commands/edit.ts';
import { ejectCommand } from './commands/eject.ts';
import { evidenceCommand } from './commands/evidence.ts';
import { generateCommand } from './commands/generate.ts';
import { helpCommand } from './commands/help.ts';
import { importCommand } from './commands/import.ts';
import { initCommand } from './commands/init.ts';
import { layersCommand } from './commands/layers.ts';
import { listCommand } from './commands/list.ts';
import { localeCommand } from './commands/locale.ts';
import { moveCommand } from './commands/move.ts';
import { newCommand } from './commands/new.ts';
import { nextCommand } from './commands/next.ts';
import { offersCommand } from './commands/offers.ts';
import { releasesCommand } from './commands/releases.ts';
import { reviewCommand } from './commands/review.ts';
import { searchCommand } from './commands/search.ts';
import { serveCommand } from './commands/serve.ts';
import { verifyCommand } from './commands/verify.ts';
import { hasCode, messageOf, type Problem, passes, problemsOf, UserError } from './foundation/errors.ts';
import { createReporter, type Reporter, type ReportOptions } from './foundation/report.ts';

declare const ARTICLES_VERSION: string;

const COMMANDS = [
  initCommand,
  importCommand,
  newCommand,
  listCommand,
  editCommand,
  nextCommand,
  offersCommand,
  moveCommand,
  buildCommand,
  checkCommand,
  serveCommand,
  deskCommand,
  categoriesCommand,
  layersCommand,
  searchCommand,
  deployCommand,
  releasesCommand,
  verifyCommand,
  ejectCommand,
  localeCommand,
  generateCommand,
  reviewCommand,
  evidenceCommand,
  doctorCommand,
  completionCommand,
  helpCommand,
];

interface GlobalOptions {
  root: string;
  json?: boolean;
  quiet?: boolean;
  all?: boolean;
}

/** Runs the command line. @param argv as in process.argv */
export async function main(argv: readonly string[]): Promise<void> {
  // When a reader such as `| head -1` closes the pipe, the work continues and the rest of the output is dropped.
  process.stdout.on('error', (error) => {
    if (hasCode(error, 'EPIPE')) return;
    process.exitCode = 1;
    process.stderr.write(
      `error the output cannot be written: ${error.message}\n  → free disk space, or send the output elsewhere\n`,
    );
  });
  process.stderr.on('error', (error) => {
    if (!hasCode(error, 'EPIPE')) process.exitCode = 1;
  });
  const refuseEnd = () => {
    process.exitCode = 1;
    process.stderr.write(`error ${ENDED_EARLY}\n`);
  };
  process.on('exit', refuseEnd);
  const code = await runProgram(argv, process);
  process.off('exit', refuseEnd);
  if (code !== 0) process.exitCode = code;
}

/** Nothing of the program calls process.exit, so the command has not done its work. */
const ENDED_EARLY =
  'the code of the site ended the program before the command was done\n  → remove the call of process.exit in theme/ or content/schema.ts; throw an error to stop a build';

/** The output streams and environment of a program, such as `process`. */
export interface Terminal extends Pick<ReportOptions, 'stdout' | 'stderr'> {
  env: ReportOptions['environment'];
}

/** 1: an error that the user can correct. 2: an internal error. 3: the same command works later. 10: nothing is due. */
type ExitCode = 0 | 1 | 2 | 3 | 10;

/** Runs one command, with `--sites` for each of several sites. @param argv as in process.argv. @returns the exit code */
export async function runProgram(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (!argv.some((word) => word.startsWith('--sites'))) return runCommand(argv, terminal);
  const { runSites, takeSites } = await import('./commands/sites.ts');
  const taken = takeSites(argv);
  if (taken === null) return runCommand(argv, terminal);
  const { env: environment, ...streams } = terminal;
  const [json, quiet] = [argv.includes('--json'), argv.includes('--quiet')];
  const reporter = createReporter({ ...streams, json, quiet, environment, head: headOf('sites') });
  const run = (words: readonly string[], stdout: Terminal['stdout']) =>
    runCommand(words, { ...terminal, stdout });
  try {
    return await runSites(taken, { reporter, stdout: terminal.stdout }, run);
  } catch (error) {
    return reportError(error, resolve('.'), reporter);
  }
}

async function runCommand(argv: readonly string[], { stdout, stderr, env }: Terminal): Promise<ExitCode> {
  let code: ExitCode = 0;
  const fail = (failure: 1 | 10 = 1) => {
    code = failure;
  };
  const start: Start = async (command, work) => {
    const { json = false, quiet = false, all = false, ...options } = command.opts<GlobalOptions>();
    const root = resolve(options.root);
    const reporter = createReporter({
      json,
      quiet,
      all,
      stdout,
      stderr,
      environment: env,
      root,
      head: headOf(command.name()),
    });
    try {
      await work({ root, reporter, program: command.parent ?? command, fail });
    } catch (error) {
      code = reportError(error, root, reporter);
    }
  };
  const output = {
    writeOut: (text: string) => void stdout.write(text),
    writeErr: (text: string) => void stderr.write(text),
    // Errors of arguments look like all others.
    outputError: (text: string, write: (text: string) => void) =>
      write(nameCommand(text).replace(/^error: /, 'error ')),
  };
  const program = createProgram(start, output);
  const ordered = orderOptions(argv);
  try {
    await program.parseAsync(ordered);
  } catch (error) {
    // Commander has printed its error. --help and --version end here too, with exit code 0.
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    if (argv.includes('--json')) {
      const named = program.commands.find((command) => command.name() === ordered[2]);
      const problem: Problem = {
        code: 'invalid-arguments',
        message: error.message.replace(/^error: /, ''),
        hint: `see articles ${named ? `${named.name()} ` : ''}--help`,
      };
      const head = headOf(named?.name() ?? program.name());
      stdout.write(`${JSON.stringify({ ...head, warnings: [], error: { problems: [problem] } })}\n`);
    }
    return 1;
  }
  return code;
}

const headOf = (kind: string) => ({ kind, version: ARTICLES_VERSION });

/** What the commands of other tools are called here. */
const NAMES_ELSEWHERE: Readonly<Record<string, string>> = {
  ...{ dev: 'serve --watch', develop: 'serve --watch', start: 'serve --watch', watch: 'serve --watch' },
  ...{ create: 'init', lint: 'check', preview: 'serve', publish: 'deploy', server: 'serve --watch' },
};

/** Suggests the command that does what a user of another tool means, in place of the one with the most equal letters. */
function nameCommand(text: string): string {
  const name = NAMES_ELSEWHERE[/^error: unknown command '(.*?)'/.exec(text)?.[1] ?? ''];
  const line = text.split('\n', 1)[0] ?? '';
  return name === undefined ? text : `${line}\n(Did you mean ${name}?)\n`;
}

/** Moves options of every command behind the name of the command, where it reads them. */
function orderOptions(argv: readonly string[]): string[] {
  const [node = '', file = '', ...rest] = argv;
  const moved: string[] = [];
  while (/^--(?:root(?:=.*)?|json|quiet|all)$/.test(rest[0] ?? ''))
    moved.push(...rest.splice(0, rest[0] === '--root' ? 2 : 1));
  return [node, file, ...rest.splice(0, 1), ...moved, ...rest];
}

/** The commands with their options. */
export function createProgram(start: Start, output: OutputConfiguration): Command {
  const program = new Command('articles')
    .description('Publishes article websites from Markdown: generate, build, deploy, serve.')
    .version(ARTICLES_VERSION, '--version', 'show the version')
    .helpOption('--help', 'show this help')
    .helpCommand(false)
    .showHelpAfterError('  → see articles --help')
    .addHelpText(
      'after',
      "\nExamples:\n  articles init my-site && articles build --root my-site\n  articles --sites 'sites/*' check\n  articles serve --watch\n  articles deploy --env development --dry-run",
    )
    .exitOverride()
    .configureOutput(output);
  for (const create of COMMANDS) program.addCommand(create(start).exitOverride().configureOutput(output));
  return program;
}

/** @returns the exit code */
function reportError(error: unknown, root: string, reporter: Reporter): ExitCode {
  const problems = problemsOf(error, root);
  if (problems) {
    reporter.errors(problems);
    const done = error instanceof UserError ? error.result : undefined;
    reporter.result({ ...done, error: { problems } }, '');
    return problems.every(passes) ? 3 : 1;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  reporter.error({
    code: 'internal-error',
    message: `internal error: ${stack}`,
    hint: 'report this with the lines above',
  });
  reporter.result({ error: { internal: messageOf(error) } }, '');
  return 2;
}
