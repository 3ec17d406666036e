// What each command stops before readers see it, from the tables of the program.
import { code, page, table } from './page-parts.mjs';

const ANSWERS = { takes: 'takes it', refuses: 'may refuse it', parts: 'waits for all parts' };

/**
 * @param program the commander `Command` of the whole program
 * @param buildOptions `BUILD_OPTIONS`
 */
export function describeGates(program, buildOptions) {
  const build = program.commands.find((command) => command.name() === 'build');
  const flagsOf = (name) =>
    build.options.find(
      ({ long }) => long === `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    )?.flags ?? build.options.find((option) => option.attributeName() === name).flags;
  return page('What each command stops', [
    'Readers must get what is meant for them. This page says what stops a build or a deploy, and when.',
    '## Options of a build',
    '`articles deploy` reads in the record of a build how it was made. "Folder" is any target that `--target` names without `--env production`. There is no option that sends a draft to production: remove `draft: true` from it.',
    table(
      ['Option of `articles build`', 'Production', 'Preview', 'Development', 'Folder', 'Says'],
      Object.entries(buildOptions).map(([name, { answers, says }]) => [
        code(flagsOf(name)),
        ...['production', 'preview', 'development', 'folder'].map((gate) => ANSWERS[answers[gate]]),
        says,
      ]),
    ),
    '## Problems',
    'A problem that stops a strict build also stops `articles deploy --env production`. [Errors](errors.md) lists all codes.',
  ]);
}
