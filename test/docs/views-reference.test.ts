/** The reference of views: everything that a site can replace, with the props that it gets. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { describeViews } from '../../scripts/reference/views-page.mjs';
import { VIEW_NAMES } from '../../src/pages/page-registry.ts';
import * as publicTheme from '../../src/templates/public.ts';

const page = describeViews(resolve('.'), resolve('tsconfig.json'));
const [, sections = '', types = ''] = page.split(/^## (?:Views|Types)\n/m);
const sectionOf = (name: string) => sections.split(`### ${name}\n`)[1]?.split('\n### ')[0] ?? '';

test('has every component that a site can replace, with its props', () => {
  const replaceable = Object.entries(publicTheme).flatMap(([name, value]) =>
    'BuiltIn' in value ? [name] : [],
  );
  expect(replaceable.length).toBeGreaterThan(25);
  for (const name of replaceable) {
    expect(sectionOf(name)).toMatch(
      new RegExp(`^\\n\`theme/components/${name}\\.tsx\`. Since \\d+\\.\\d+\\.\\d+\\. [A-Z]`),
    );
    expect(sectionOf(name)).toMatch(/^- `\w+\??` · `|^It has no props/m);
  }
  expect(sectionOf('Cover')).toContain('- `eager?` · `boolean`\\\n  For the picture that may be the largest');
});

test('has every kind of page', () => {
  const views = sections.split('## Components')[0] ?? '';
  const named = VIEW_NAMES.filter(
    (name) => views.includes(`theme/views/${name}.tsx`) || views.includes(`\`${name}\``),
  );
  expect(named).toEqual(VIEW_NAMES);
  for (const [, type = ''] of views.matchAll(/^- `page` · `(\w+)`$/gm))
    expect(types).toContain(`### ${type}\n`);
});
