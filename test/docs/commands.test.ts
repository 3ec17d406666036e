/** Every command that a document names exists, with its options: in blocks of code, workflows and running text. */
import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli.ts';
import { readPages } from '../support/code-blocks.ts';

const program = createProgram(async () => {}, {});
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
/** The scripts that `init` writes into a site. */
const SITE_SCRIPTS = ['dev', 'check', 'build', 'deploy'];

interface Place {
  at: string;
  text: string;
}

const pages = readPages();
/** Shell lines, with the lines that continue them. */
const lines: Place[] = pages.flatMap(({ file, blocks }) =>
  blocks
    .filter(({ language }) => ['sh', 'yaml'].includes(language))
    .flatMap(({ line, text }) =>
      text
        .replaceAll('\\\n', '  ')
        .split('\n')
        .map((text, index) => ({ at: `${file}:${line + 1 + index}`, text: text.replace(/ +#.*$/, '') })),
    ),
);
/** `articles …` in running text. */
const spans: Place[] = pages.flatMap(({ file, text, blocks }) =>
  text.split('\n').flatMap((line, index) => {
    if (blocks.some((block) => index + 1 >= block.line && index + 1 <= block.end)) return [];
    return [...line.matchAll(/`((?:npx )?articles(?:-press)? [^`]+)`/g)].map(([, text = '']) => ({
      at: `${file}:${index + 1}`,
      text,
    }));
  }),
);

/** The words of each `articles …` in a line of a shell. */
function callsIn(text: string): string[][] {
  return [
    ...text.matchAll(/(?<![\w/.@:-])(?<!npm create )articles(?:-press)? ((?:[^&|;"'`]|"[^"]*"|'[^']*')+)/g),
  ].map(([, rest = '']) =>
    (rest.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replace(/["']/g, '')),
  );
}

/** @returns what is wrong with a call, null for nothing */
function problemOf([name = '', ...words]: readonly string[]): string | null {
  const command = program.commands.find((one) => one.name() === name);
  if (!command) return /^[a-z]+$/.test(name) ? `there is no command "${name}"` : null;
  if (words.includes('[options]')) return usageProblem(command, words);
  for (const word of words) {
    const [flag = ''] = word.split('=');
    if (!/^--[a-z]/.test(flag)) continue;
    const option = command.options.find(({ long }) => long === flag);
    if (!option && flag !== '--help') return `articles ${name} has no option ${flag}`;
    const value = words[words.indexOf(word) + 1];
    const choices = option?.argChoices;
    if (choices && value && /^[a-z]/.test(value) && !choices.includes(value))
      return `${flag} takes ${choices.join(', ')}, and not ${value}`;
  }
  return null;
}

const usageProblem = (command: Command, words: readonly string[]) =>
  words.join(' ') === command.usage() ? null : `the usage is ${command.usage()}`;

test('every command of an example exists, with its options', () => {
  const wrong = lines.flatMap(({ at, text }) =>
    callsIn(text).flatMap((call) => {
      const problem = problemOf(call);
      return problem ? [`${at}: ${problem}`] : [];
    }),
  );
  expect(lines.flatMap(({ text }) => callsIn(text)).length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

test('every command in running text exists, with its options', () => {
  const wrong = spans.flatMap(({ at, text }) =>
    callsIn(text).flatMap((call) => {
      const problem = problemOf(call);
      return problem ? [`${at}: ${problem}`] : [];
    }),
  );
  expect(spans.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('every script of npm and every file that an example runs exists', () => {
  const wrong = lines.flatMap(({ at, text }) => {
    const names = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
    const files = [...text.matchAll(/\b(?:node|vitest run) ((?:[\w-]+\/)+[\w.-]+)/g)].map(
      ([, file = '']) => file,
    );
    return [
      ...names
        .filter((name) => !scripts[name] && !SITE_SCRIPTS.includes(name))
        .map((name) => `${at}: npm run ${name}`),
      ...files.filter((file) => !existsSync(file)).map((file) => `${at}: ${file}`),
    ];
  });
  expect(wrong).toEqual([]);
});

test('a wrong command, option or choice is found', () => {
  const problems = [
    'articles bild',
    'articles build --klean',
    'articles serve --as tomcat',
    'articles init [dir] [options]',
  ];
  for (const text of problems) expect(callsIn(text).map(problemOf), text).toEqual([expect.any(String)]);
});
