// What each command stops before readers see it, from the tables of the program.
import { code, page, table } from './page-parts.mjs';

const ANSWERS = { takes: 'takes it', refuses: 'may refuse it', parts: 'waits for all parts' };

/**
 * @param program the commander `Command` of the whole program
 * @param buildOptions `BUILD_OPTIONS`
 * @param problemGates `PROBLEM_GATES`
 */
export function describeGates(program, buildOptions, problemGates) {
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
    'These problems of a site stop no ordinary build. Every other problem of the content or the settings is an error of all commands. `articles check`, `articles build` and `articles deploy` take them from one list; `check` also reads the whole pages, so it finds dead links of views and directives too. With `CI=true` a build is strict. `--no-strict` lets a build and a deploy pass.',
    table(
      [
        'Problem',
        '`articles check`',
        '`articles build`',
        '`articles build --strict`',
        '`articles deploy --env production`',
      ],
      Object.entries(problemGates).map(([name, { check, build, strict, production }]) => [
        `[${name}](errors.md#${name})`,
        check,
        build,
        strict,
        production,
      ]),
    ),
    'For a lost address the deploy asks the target, which knows what is published. A deploy takes the placeholders from the files, and the other problems from the record of the build.',
  ]);
}
