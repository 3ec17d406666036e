/** What `articles check` finds in pages that themes of other people show: theirs are the rules, and theirs the HTML. */
import { expect, test } from 'vitest';
import { prepareSite } from '../../src/build/prepare/prepare-site.ts';
import { drawIcons, finishIcons } from '../../src/build/prepare/site-pictures.ts';
import { readSite } from '../../src/build/read-site.ts';
import { cacheFolder } from '../../src/build/state/build-state.ts';
import { createSourcePlaces } from '../../src/build/target-places.ts';
import { openBackground } from '../../src/build/threads/background.ts';
import { createPaidLinkCheck } from '../../src/check/check-paid-links.ts';
import { renderInMemory } from '../../src/check/scan-pages.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createProblems } from '../../src/foundation/errors.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { VIEW_NAMES } from '../../src/pages/page-registry.ts';
import { loadTheme } from '../../src/theme/load-theme.ts';
import { runArticles } from '../support/program.ts';
import { article, type Files, json, makeSite, smallSite } from '../support/site.ts';
import { PARTS, PLANTED, type Planted, RIGHT, STYLE, TERMS } from './planted-pages.ts';
import { UNSEEN } from './unseen-pages.ts';

const odds = { category: 'betting', subcategory: 'odds' };

/** The addresses of a page, in the spellings that its HTML asks for. */
function fill(html: string, index: number): string {
  const host = `p${index}.paid.example`;
  const values: Record<string, string> = {
    url: `https://${host}/x`,
    offer: `https://o${index}.offer.example/take?btag=42`,
    URL: `HTTPS://${host.toUpperCase()}/x`,
    http: `http://${host}/x`,
    relative: `//${host}/x`,
    port: `https://${host}:443/x`,
    user: `https://reader@${host}/x`,
    broken: `https://${host.slice(0, 4)}\n${host.slice(4)}/x`,
    references: `https&#58;&#x2F;/${host.replaceAll('.', '&period;')}/x`,
    dotted: `https://${host}./x`,
    slashes: `https:\\\\${host}\\x`,
  };
  return html.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

function filesOf(pages: readonly Planted[]): Files {
  const offers = pages.map((_, index) => [
    `o-${index}`,
    {
      ...{ advertiser: 'acme', class: 'books', until: '2999-01-31' },
      texts: {
        en_US: { url: fill('{offer}', index), text: 'Three books', terms: TERMS },
      },
    },
  ]);
  const files: Files = {
    ...smallSite({
      locales: ['en_US'],
      paidLinks: { links: ['paid.example'], except: ['press.paid.example'] },
    }),
    'content/offers.json': json({
      advertisers: { acme: { name: 'Acme Books' } },
      offers: Object.fromEntries(offers),
    }),
    'theme/style.css': STYLE,
    'theme/words.json': json(pages.map(({ html }, index) => fill(html, index))),
    'theme/components/BodyText.tsx': `import pages from '../words.json';
export default function BodyText({ body }: { body: { html: string } | null }) {
  const number = /p(\\d+)\\.paid/.exec(body?.html ?? '')?.[1];
  const html = number === undefined ? body?.html : pages[Number(number)];
  return <div dangerouslySetInnerHTML={{ __html: html ?? '' }} />;
}
`,
  };
  for (const index of pages.keys())
    files[`content/en_US/articles/p-${index}.md`] = article({
      ...{ title: `Page ${index}`, slug: `p-${index}`, ...odds },
      body: `Take [the deal](${fill('{url}', index)}) or [three books](offer:o-${index}).`,
    });
  return files;
}

/** @returns what is said of each page */
async function judge(pages: readonly Planted[]): Promise<string[][]> {
  const root = makeSite(filesOf(pages));
  const config = await loadConfig(root);
  const problems = createProblems();
  const theme = await loadTheme(config, { cacheFolder: cacheFolder(root), kinds: VIEW_NAMES }, problems);
  const { code } = theme;
  const reporter = createSilentReporter();
  const site = await readSite(config, { drafts: false, future: false, reporter, code }, problems);
  const background = openBackground(false);
  const icons = await drawIcons(config, background);
  const pictures = { reporter, isCopied: true, isChecked: true, isWhole: false };
  const prepared = await prepareSite({ site, code: '', theme, fonts: null, icons, pictures, problems });
  await finishIcons(icons);
  background.close();
  problems.throwIfAny();
  const { client } = prepared.outputInput;
  const css = Buffer.from(client.read(client.entries.stylesheet)).toString();
  const places = createSourcePlaces(site);
  const said = pages.map((): string[] => []);
  for (const checked of renderInMemory(site, prepared, code, problems)) {
    const index = /\/p-(\d+)$/.exec(checked.page.path)?.[1];
    if (index === undefined) continue;
    const found = createProblems();
    createPaidLinkCheck(site, { css, places }, found).visit(checked);
    said[Number(index)] = found.errors.map(({ message }) => message);
  }
  return said;
}

const missed = (pages: readonly Planted[], said: readonly string[][]) =>
  pages.filter((_, index) => said[index]?.length === 0).map(({ name }) => name);

test('finds each page that breaks a rule, and says nothing of those that break none', async () => {
  const [planted, right] = [await judge(PLANTED), await judge(RIGHT)];
  expect(missed(PLANTED, planted)).toEqual([]);
  expect(RIGHT.flatMap(({ name }, index) => (right[index]?.length ? [[name, right[index]]] : []))).toEqual(
    [],
  );
}, 120_000);

test('finds most pages that it was not made for', async () => {
  const found = UNSEEN.length - missed(UNSEEN, await judge(UNSEEN)).length;
  expect(found / UNSEEN.length).toBeGreaterThan(0.9);
}, 120_000);

test('finds each part of a theme that breaks a rule', async () => {
  const root = (files: Files, settings: object = {}) =>
    makeSite({
      ...smallSite({ locales: ['en_US'], paidLinks: { links: ['paid.example'] }, ...settings }),
      'content/paid-links.json': json({ everyPage: '<a href="https://block.example/">A shop</a>' }),
      'content/en_US/articles/paid.md': article({
        ...{ title: 'A Shelf of Books', slug: 'shelf', ...odds, body: 'About novels.' },
        more: 'sponsored: Acme Books',
      }),
      'content/en_US/articles/text.md': article({
        ...{ title: 'A Text', slug: 'text', ...odds },
        body: `Take [the deal](https://p0.paid.example/).\n\n${'theme/directives/shop.tsx' in files ? '::shop' : ''}\n`,
      }),
      ...files,
    });
  const codes = async (files: Files, settings?: object) => {
    const { stdout } = await runArticles(['check', '--json', '--root', root(files, settings)]);
    return [...new Set((JSON.parse(stdout).errors as { code: string }[]).map(({ code }) => code))];
  };
  expect(await codes({})).toEqual([]);
  const missed: unknown[] = [];
  for (const [name, files, settings] of PARTS) {
    const found = await codes(files, settings);
    if (!found.includes('undeclared-paid-link')) missed.push([name, found]);
  }
  expect(missed).toEqual([]);
}, 120_000);
