/** Asks on the terminal for the settings of a new site that were not given as options. */
import { createInterface } from 'node:readline';
import { UserError } from '../foundation/errors.ts';
import { languageName, languageOf } from '../locales/codes.ts';
import { INTERFACE_LOCALES } from '../locales/locale-registry.ts';
import { parseLocales } from './read-locales.ts';
import { RHYTHMS, type Rhythm } from './schedule-hosts.ts';
import { TEMPLATES, type TemplateName } from './template-names.ts';

interface Settings {
  readonly title: string | undefined;
  readonly locale: readonly string[] | undefined;
  readonly template: TemplateName | undefined;
  readonly schedule: Rhythm | undefined;
}

/**
 * An empty answer takes the value in brackets. After an invalid answer the question is asked again.
 * @throws UserError where the input ends before the last answer
 */
export async function askSettings(given: Settings, title: string, folder: string): Promise<Settings> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // The iterator keeps lines that are typed before their question.
  const answers = lines[Symbol.asyncIterator]();
  const ask = async <Value>(
    question: string,
    usual: string,
    parse: (answer: string) => Value,
  ): Promise<Value> => {
    for (;;) {
      lines.setPrompt(`${question} [${usual}] `);
      lines.prompt();
      const { done, value } = await answers.next();
      if (done) {
        throw new UserError({
          code: 'not-confirmed',
          message: `the input ended before all questions were answered, so no site was created in ${folder}`,
          hint: 'run the command again, or give --title, --locale, --template and --schedule',
        });
      }
      try {
        return parse(value.trim() || usual);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        process.stderr.write(`  ${error.message}\n`);
      }
    }
  };
  const known = INTERFACE_LOCALES.map((code) => `${languageOf(code)} = ${languageName(code)}`);
  const languages = [...known, 'or another tag such as da'].join(', ');
  try {
    return {
      title: given.title ?? (await ask('Title', title, (answer) => answer)),
      locale: given.locale ?? (await ask(`Languages (${languages})`, 'en', splitLocales)),
      template:
        given.template ??
        (await ask(`Template (${TEMPLATES.join(', ')})`, 'blog', nameOf('template', TEMPLATES))),
      schedule:
        given.schedule ??
        (await ask(
          'Publish articles whose date comes (hourly, daily)',
          'hourly',
          nameOf('schedule', RHYTHMS),
        )),
    };
  } finally {
    lines.close();
  }
}

function splitLocales(answer: string): string[] {
  return parseLocales(answer.split(/[\s,]+/).filter(Boolean));
}

function nameOf<Name extends string>(what: string, names: readonly Name[]): (answer: string) => Name {
  return (answer) => {
    const found = names.find((name) => name === answer.toLowerCase());
    if (found) return found;
    throw new UserError({
      code: 'unknown-choice',
      message: `there is no ${what} "${answer}"`,
      hint: `use one of ${names.join(', ')}`,
    });
  };
}
