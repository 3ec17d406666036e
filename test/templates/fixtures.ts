/** Pages of every kind in every language, as a build plans them for the sample with all that a page may show. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareSite } from '../../src/build/prepare/prepare-site.ts';
import { drawIcons } from '../../src/build/prepare/site-pictures.ts';
import { readSite } from '../../src/build/read-site.ts';
import { createBodyRenderer } from '../../src/build/render/body-renderer.ts';
import { openBackground } from '../../src/build/threads/background.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createProblems } from '../../src/foundation/errors.ts';
import { groupBy } from '../../src/foundation/group-by.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { LOCALE_CODES, type LocaleCode } from '../../src/locales/codes.ts';
import { planPages } from '../../src/pages/page-registry.ts';
import type { ChromeData, ClientAssets } from '../../src/site/chrome-data.ts';
import type { Body, Page } from '../../src/site/page.ts';
import { writeFiles } from '../support/site.ts';

export interface Fixture {
  name: string;
  page: Page;
  body: Body | null;
}

interface Edition {
  locale: LocaleCode;
  chrome: ChromeData;
  assets: ClientAssets;
  fixtures: Fixture[];
}

/** What the sample leaves out, and a site that leaves out all that it may. */
const SITES = {
  full: {
    archives: 'month',
    home: {
      sections: [
        { kind: 'best' },
        { kind: 'hot' },
        { kind: 'category', category: 'pokerGuides' },
        { kind: 'categories' },
      ],
    },
    navigation: { editLink: 'https://git.example/edit/{file}' },
  },
  plain: {
    locales: ['en_US'],
    contact: {},
    features: {
      covers: false,
      feeds: false,
      navigation: false,
      search: false,
      serviceWorker: false,
      socialImages: false,
    },
  },
};

const FEATURES = `
| Price | Implied | Fair |
|:------|--------:|:----:|
| 1.91  | 52.4 %  | 2.00 |

\`\`\`js
const margin = prices.reduce((sum, price) => sum + 1 / price, 0) - 1;
\`\`\`

- [x] \`stake\` written down
- [ ] result written down

1. One
   1. One and a half

> “The price is an opinion with a fee.”[^1]

![A drawing](logo.svg)

---

### A smaller sum

[^1]: *A bookmaker’s clerk*
`;

/** The fullest and the barest page of each kind: "article" and "article-bare". */
async function planSite(name: keyof typeof SITES): Promise<Edition[]> {
  const root = mkdtempSync(join(tmpdir(), 'articles-fixtures-'));
  try {
    writeSite(root, name);
    const [config, problems, reporter] = [await loadConfig(root), createProblems(), createSilentReporter()];
    const site = await readSite(config, { drafts: false, future: true, reporter, code: null }, problems);
    problems.throwIfAny();
    const prepared = await prepareSite({
      site,
      code: '',
      theme: { palette: '', css: '', files: [], code: null, fonts: [], cardFonts: [] },
      fonts: null,
      icons: await drawIcons(config, openBackground(false)),
      pictures: { reporter, isCopied: false, isWhole: false },
      problems,
    });
    const render = createBodyRenderer(prepared.renderSetup('', false), null);
    return prepared.outputInput.editions.map(({ view, chrome }) => {
      const { locale } = view.edition;
      const planned = planPages(prepared.planInput(view.edition)).flatMap((group) => [...group.plan()]);
      const sized = planned.map((task) => ({ ...task, size: JSON.stringify(task.page).length }));
      const fixtures = [...groupBy(sized, ({ page }) => page.kind)].flatMap(([kind, all]) => {
        const sorted = all.toSorted((a, b) => b.size - a.size);
        return [...new Set([sorted[0], sorted.at(-1)])].flatMap((task, index) =>
          task
            ? {
                name: index === 0 ? kind : `${kind}-bare`,
                page: task.page,
                body: render({ ...task, locale }),
              }
            : [],
        );
      });
      return { locale, chrome, assets: prepared.outputInput.assets, fixtures };
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function writeSite(root: string, name: keyof typeof SITES): void {
  const put = (path: string, text: string) => writeFiles(root, { [path]: text });
  const edit = (path: string, change: (text: string) => string) =>
    put(path, change(readFileSync(join(root, path), 'utf8')));
  const editJson = (path: string, change: (value: ReturnType<typeof JSON.parse>) => unknown) =>
    edit(path, (text) => JSON.stringify(change(JSON.parse(text))));
  cpSync('content', join(root, 'content'), { recursive: true });
  cpSync('site-config.json', join(root, 'site-config.json'));
  editJson('site-config.json', (config) => ({ ...config, ...SITES[name] }));
  if (name === 'plain') {
    put('content/ads.json', '{}');
    return;
  }
  cpSync('examples/journal/content/images/moon.webp', join(root, 'content/images/moon.webp'));
  for (const locale of LOCALE_CODES) {
    const folder = `content/${locale}`;
    const names: string[] = [];
    editJson(`${folder}/authors.json`, ([first, second, ...others]) => {
      names.push(second.name, first.name);
      const links = [{ title: 'A', url: 'https://social.example/@a' }];
      const more = { role: 'Editor', photo: 'moon.webp', links };
      return [{ ...first, ...more }, { ...second, ...more }, ...others];
    });
    for (const file of readdirSync(join(root, folder, 'articles/poker-guides')))
      edit(`${folder}/articles/poker-guides/${file}`, (text) =>
        text.replace(/^author: .*$/m, 'series: Sums\nimage: moon.webp\n$&'),
      );
    edit(
      `${folder}/articles/poker-guides/pot-odds-and-equity.md`,
      (text) =>
        text.replace(/^author: .*$/m, `authors: ${JSON.stringify(names)}\ntags: [Sums, Poker]`) + FEATURES,
    );
    // So many that listings have pages, and the sitemap names not all of them.
    for (let number = 1; number <= 51; number++)
      put(
        `${folder}/articles/old/${number}.md`,
        `---\ntitle: Old ${number}\ndate: 2020-01-${10 + (number % 20)}\nauthor: ${names[0]}\ncategory: bettingStrategies/other\n---\nA text.\n`,
      );
    for (const [order, path] of [
      'contact',
      'guide/index',
      'guide/sums/what-a-price-says',
      'guide/sums/more',
      'guide/last/more',
    ].entries())
      put(
        `${folder}/pages/${path}.md`,
        `---\ntitle: ${path}\norder: ${order}\nnavigation: sidebar\n---\nA text.\n\n## A part\n\nMore.\n`,
      );
  }
}

/** Planned once for all tests of a file. */
export const EDITIONS = await planSite('full');
/** A site in one language without pictures, search, feeds, contact and paid links. */
export const PLAIN = await planSite('plain');

export function editionOf(locale: LocaleCode): Edition {
  const edition = EDITIONS.find((known) => known.locale === locale);
  if (!edition) throw new Error(`no edition ${locale}`);
  return edition;
}

export function fixtureOf(locale: LocaleCode, name: string): Fixture {
  const fixture = editionOf(locale).fixtures.find((known) => known.name === name);
  if (!fixture) throw new Error(`no page ${name}`);
  return fixture;
}
