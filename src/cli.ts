/** Owns the program: the only catch and the only exit code. 0 done, 1 the user can mend it, 2 a fault of ours. */
import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { buildCommand } from './commands/build.ts';
import { categoriesCommand } from './commands/categories.ts';
import { checkCommand } from './commands/check.ts';
import type { Start } from './commands/command.ts';
import { deployCommand } from './commands/deploy.ts';
import { generateCommand } from './commands/generate.ts';
import { initCommand } from './commands/init.ts';
import { newCommand } from './commands/new.ts';
import { releasesCommand } from './commands/releases.ts';
import { reviewCommand } from './commands/review.ts';
import { searchCommand } from './commands/search.ts';
import { serveCommand } from './commands/serve.ts';
import { hasCode, refusalOf, UserError } from './foundation/errors.ts';
import { createReporter, type Reporter } from './foundation/report.ts';

declare const ARTICLES_VERSION: string;

const COMMANDS = [
  initCommand,
  newCommand,
  buildCommand,
  checkCommand,
  serveCommand,
  categoriesCommand,
  searchCommand,
  deployCommand,
  releasesCommand,
  generateCommand,
  reviewCommand,
];

interface GlobalOptions {
  root: string;
  json?: boolean;
  quiet?: boolean;
}

/** Runs the command line. @param argv as in process.argv */
export async function main(argv: readonly string[]): Promise<void> {
  // A reader that has gone, as `| head -1` has, ends no work: what it would have read is dropped.
  process.stdout.on('error', (error) => {
    if (hasCode(error, 'EPIPE')) return;
    process.exitCode = 1;
    process.stderr.write(`error the output cannot be written: ${error.message}\n`);
  });
  process.stderr.on('error', (error) => {
    if (!hasCode(error, 'EPIPE')) process.exitCode = 1;
  });
  const start: Start = async (command, work) => {
    const options = command.opts<GlobalOptions>();
    const reporter = createReporter({
      json: options.json ?? false,
      quiet: options.quiet ?? false,
      stdout: process.stdout,
      stderr: process.stderr,
      environment: process.env,
    });
    try {
      const failed = () => {
        process.exitCode = 1;
      };
      await work({ root: resolve(options.root), reporter, fail: failed });
    } catch (error) {
      process.exitCode = fail(error, reporter);
    }
  };
  try {
    await createProgram(start).parseAsync(argv);
  } catch (error) {
    // Commander has printed its own line already; help and version are not failures.
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    process.exitCode = 1;
    if (!argv.includes('--json')) return;
    const problem = { message: error.message.replace(/^error: /, ''), hint: 'see articles --help' };
    process.stdout.write(`${JSON.stringify({ error: { problems: [problem] } })}\n`);
  }
}

function createProgram(start: Start): Command {
  const program = new Command('articles')
    .description('Publishes content-only article websites: generate, build, deploy, serve.')
    .version(ARTICLES_VERSION, '--version', 'show the version')
    .helpOption('--help', 'show this help')
    .helpCommand(false)
    .showHelpAfterError('(see articles --help)')
    .addHelpText(
      'after',
      '\nExamples:\n  articles init my-site && articles build --root my-site\n  articles serve --watch\n  articles deploy --env development --dry-run',
    )
    .exitOverride();
  for (const create of COMMANDS) program.addCommand(create(start).exitOverride());
  return program;
}

function fail(error: unknown, reporter: Reporter): 1 | 2 {
  const refusal = refusalOf(error);
  const known = refusal ? new UserError(refusal) : error;
  if (known instanceof UserError) {
    for (const problem of known.problems) reporter.error(problem);
    reporter.result({ ...known.result, error: { problems: known.problems } }, '');
    return 1;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  reporter.error({
    message: `fault of the program: ${stack}`,
    hint: 'please report this with the lines above',
  });
  reporter.result({ error: { fault: error instanceof Error ? error.message : String(error) } }, '');
  return 2;
}
