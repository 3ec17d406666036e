/** Defines commands: typed options, the options of every command, and the call that runs a command. */
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Reporter } from '../foundation/report.ts';

export interface Call {
  /** Absolute path of the folder that holds site-config.json. */
  root: string;
  reporter: Reporter;
  /** The program with all of its commands. */
  program: Command;
  /** Sets the exit code for work that is complete: 1 where its result is a failure, 10 where there is nothing to do. */
  fail(code?: 1 | 10): void;
}

/** cli.ts provides it: resolves the global options, runs the work, and turns errors into exit codes. */
export type Start = (command: Command, work: (call: Call) => Promise<void>) => Promise<void>;

/** An option, and its value when the user does not give it. */
interface OptionSpec<Value> {
  option: Option;
  missing: Value;
}
type OptionSpecs = Readonly<Record<string, OptionSpec<unknown>>>;

/** The values of a command's options. */
export type Values<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends OptionSpec<infer Value> ? Value : never;
};

/** Any option of commander. */
export function custom<Value>(option: Option, missing: Value): OptionSpec<Value> {
  return { option, missing };
}

/** An option without a value: true if it is given. */
export function flag(flags: string, description: string): OptionSpec<boolean> {
  return custom(new Option(flags, description), false);
}

/** An option with a value. Like the following kinds, it is undefined if it is not given. */
export function text(flags: string, description: string): OptionSpec<string | undefined> {
  return custom(new Option(flags, description), undefined);
}

/** @param parse throws InvalidArgumentError */
export function parsed<Value>(
  flags: string,
  description: string,
  parse: (value: string, before: Value | undefined) => Value,
): OptionSpec<Value | undefined> {
  return custom(new Option(flags, description).argParser<Value | undefined>(parse), undefined);
}

/** May be given several times. */
export function list(flags: string, description: string): OptionSpec<readonly string[] | undefined> {
  return parsed<readonly string[]>(flags, description, (value, before = []) => [...before, value]);
}

export function choice<Value extends string>(
  flags: string,
  description: string,
  values: readonly Value[],
): OptionSpec<Value | undefined> {
  return custom(new Option(flags, description).choices(values), undefined);
}

/** The folder of a build. */
export const OUT = text('--out <dir>', 'output folder of the build (default: dist in the root)');

/** Spread into the options of a command. `strict` is undefined where the user gives neither. */
export const STRICT = {
  strict: custom<boolean | undefined>(
    new Option('--strict', 'end with 1 on broken links, missing images and lost addresses'),
    undefined,
  ),
  noStrict: custom(new Option('--no-strict', 'only warn of them'), undefined),
};

/** @param out as the user gave it, relative to the current folder */
export function resolveOut(root: string, out: string | undefined, fallback = 'dist'): string {
  return out === undefined ? resolve(root, fallback) : resolve(out);
}

interface CommandSpec<Specs extends OptionSpecs> {
  name: string;
  summary: string;
  /** `<required>` or `[optional]` → description. */
  arguments?: Readonly<Record<string, string>>;
  /** Keys are commander's names: `dryRun` for `--dry-run`. */
  options: Specs;
  note?: string;
  examples?: readonly string[];
  run(call: Call, options: Values<Specs>, args: readonly string[]): Promise<void>;
}

/** Returns a function that creates the command, with the options of every command. */
export function defineCommand<Specs extends OptionSpecs>(
  spec: CommandSpec<Specs>,
): (start: Start) => Command {
  const { name, summary, note, examples, run } = spec;
  return (start) => {
    const command = new Command(name)
      .description(summary)
      .helpOption('--help', 'show this help')
      .configureHelp({ sortOptions: false })
      .showHelpAfterError(`  → see articles ${name} --help`);
    for (const [argument, description] of Object.entries(spec.arguments ?? {}))
      command.argument(argument, description);
    for (const [key, { option, missing }] of Object.entries(spec.options)) {
      command.addOption(option);
      command.setOptionValueWithSource(key, missing, 'default');
    }
    // Options of every command come last.
    command
      .option('--root <dir>', 'folder that contains site-config.json and content/', '.')
      .option('--json', 'print the result as one JSON object to stdout')
      .option('--quiet', 'print errors only')
      .option('--all', 'print every problem on a line of its own, equal ones too');
    if (note) command.addHelpText('after', `\n${note}`);
    if (examples) command.addHelpText('after', `\nExamples:\n  ${examples.join('\n  ')}`);
    return command.action(() => {
      refuseOptionAsValue(command);
      const options = { ...command.opts<Values<Specs>>() };
      // `Call` has them resolved. A command that spreads its options would use the unresolved root instead.
      for (const name of ['root', 'json', 'quiet', 'all']) Reflect.deleteProperty(options, name);
      return start(command, (call) => run(call, options, command.args));
    });
  };
}

/** Without this, commander reads the next option as the missing value of the one before. */
function refuseOptionAsValue(command: Command): void {
  const flags = ['--help', ...command.options.flatMap(({ long }) => long ?? [])];
  for (const option of command.options) {
    for (const value of [command.getOptionValue(option.attributeName())].flat()) {
      if (typeof value === 'string' && flags.includes(value))
        command.error(`error: option '${option.flags}' argument missing before ${value}`);
    }
  }
}

/** Parser of a whole number of at least `minimum`. */
export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= minimum && number <= maximum) return number;
    const isOpen = maximum === Number.MAX_SAFE_INTEGER;
    const range = isOpen ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
    throw new InvalidArgumentError(`Give a whole number ${range}.`);
  };
}
