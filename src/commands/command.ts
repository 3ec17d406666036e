/** Owns what every command has in common: the global options and the call that the program hands to a command. */
import { Command, InvalidArgumentError } from 'commander';
import type { Reporter } from '../foundation/report.ts';

export interface Call {
  /** Absolute path of the folder that holds site-config.json. */
  root: string;
  reporter: Reporter;
  /** Lets the program end with exit code 1 although nothing is thrown: the work was done, and its result is a failure. */
  fail(): void;
}

/** Given by cli.ts: resolves the global options, runs the work, catches and exits. */
export type Start = (command: Command, work: (call: Call) => Promise<void>) => Promise<void>;

/** A command with the options that every command takes. */
export function createCommand(name: string, summary: string): Command {
  return new Command(name)
    .description(summary)
    .option('--root <dir>', 'folder that holds site-config.json and content/', '.')
    .option('--json', 'print the result as one JSON object on stdout')
    .option('--quiet', 'print errors only')
    .helpOption('--help', 'show this help')
    .configureHelp({ sortOptions: false })
    .showHelpAfterError(`(see articles ${name} --help)`);
}

/** Option parser for a whole number of at least `minimum`. */
export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < minimum || number > maximum) {
      const range =
        maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
      throw new InvalidArgumentError(`Give a whole number ${range}.`);
    }
    return number;
  };
}

/** Option parser for a number of at least 0. */
export function positiveNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number) || number < 0) {
    throw new InvalidArgumentError('Give a number of at least 0.');
  }
  return number;
}

/** Option parser that collects the values of an option given several times. */
export function collect(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}
