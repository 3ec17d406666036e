/** A site with every kind of page, in four languages, that wears the look under test. */
import { readFileSync } from 'node:fs';
import { packageFile } from './core.ts';
import { WORDS, type Words } from './sample-words.ts';

/** @param layer the look, as seen from the site. @returns path → content */
export function createSampleSite(layer: string): Map<string, string | Buffer> {
  const files = new Map<string, string | Buffer>([
    ['site-config.json', JSON.stringify(createConfig(layer))],
    ['content/images/moon.webp', readFileSync(packageFile('examples/journal/content/images/moon.webp'))],
  ]);
  for (const words of WORDS)
    for (const [path, text] of listTexts(words)) files.set(`content/${words.locale}/${path}`, text);
  return files;
}

function createConfig(layer: string) {
  return {
    title: 'The Slow Post',
    shortName: 'slow-post',
    url: 'https://look.example',
    locales: WORDS.map(({ locale }) => locale),
    timeZone: 'UTC',
    layers: [layer],
    contact: { email: 'post@look.example' },
    taxonomies: { tags: {} },
    archives: 'month',
    search: { fullText: true },
    typography: true,
    // Few articles make several pages.
    sections: { page: 4 },
    features: { socialImages: false },
  };
}

/** Path below the folder of the edition → text. */
function listTexts(words: Words): [string, string][] {
  const { author, titles } = words;
  const authors = [
    { name: author.title, slug: 'nora', description: author.description, photo: 'moon.webp' },
    { name: `${author.title} II`, slug: 'second', description: author.description },
  ];
  return [
    ['categories.json', JSON.stringify(createTree(words))],
    ['authors.json', JSON.stringify(authors)],
    ['pages/post.md', createPage(words)],
    ...['about-us', 'privacy-policy', 'terms'].map((name): [string, string] => [
      `info/${name}.md`,
      createPage(words),
    ]),
    ...titles.map((_, index): [string, string] => [`articles/${index + 1}.md`, createArticle(words, index)]),
  ];
}

function createTree({ categories, other }: Words) {
  const nodes = categories.map(({ title, description }, index) => {
    const key = index === 0 ? 'letters' : 'harbours';
    const child = (name: string, text: string) => ({
      key: name,
      title: text,
      description,
      slug: `${name}-${key}`,
      children: null,
    });
    const children = { north: child('north', `${title} I`), other: child('other', other) };
    return [key, { key, title, description, slug: key, children }] as const;
  });
  return Object.fromEntries(nodes);
}

const createPage = ({ other, sentences, headings }: Words) =>
  `---\ntitle: ${JSON.stringify(other)}\ndescription: ${JSON.stringify(sentences[0])}\n---\n${sentences.join(' ')}\n\n## ${headings[0]}\n\n${sentences.join(' ')}\n`;

function createArticle(words: Words, index: number): string {
  const { sentences, tags, titles } = words;
  const fields = {
    title: titles[index],
    slug: `letter-${index + 1}`,
    description: sentences[index % sentences.length],
    author: index === 5 ? 'second' : 'nora',
    date: `2026-0${1 + (index % 3)}-1${index}`,
    category: index === 4 ? 'harbours' : 'letters/north',
    tags: index < 3 ? tags : [],
    ...(index === 1 && { image: 'moon.webp' }),
    ...(index === 0 && { updated: '2026-05-02', series: words.categories[0].title }),
    ...(index === 2 && { series: words.categories[0].title }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const text = index === 0 ? createFullText(words) : `${sentences.join(' ')}\n\n${sentences[1]}`;
  return `---\n${lines.join('\n')}\n---\n${text}\n`;
}

/** Everything that Markdown and the directives can show. */
function createFullText({ sentences, headings, tags }: Words): string {
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = sentences;
  const [one, two, three] = headings;
  const [left = '', right = ''] = tags;
  return `${first} ${second} *${third}* ${fourth}[^1]

${fifth} **${sixth}** [${left}](letter-2) ~~${right}~~ \`1 + 1\` [↗](https://post.example/)

## ${one}

${sentences.join(' ')}

> ${third}

- ${fourth}
- ${fifth}
  - ${sixth}

1. ${left}
2. ${right}

- [x] ${left}
- [ ] ${right}

### ${three}

${second}

:::figure{caption=${JSON.stringify(third)} size="wide"}
![${left}](moon.webp)
:::

## ${two}

| ${left} | ${right} | 1840 | 1841 | 1842 | 1843 |
|:--|:-:|--:|--:|--:|--:|
| ${one} | ${two} | 1,204 | 980 | 1,077 | 1,310 |
| ${two} | ${three} | 12 | 7 | 9 | 31 |

\`\`\`js
const postage = letters.reduce((sum, { weight }) => sum + Math.ceil(weight / 15) * 0.5, 0); // ${left}
\`\`\`

> [!NOTE]
> ${first}

> [!CAUTION]
> ${second}

:::details{summary=${JSON.stringify(right)}}
${third}
:::

:::pullquote{cite=${JSON.stringify(left)}}
${third}
:::

---

## ${three}

${sentences.join(' ')}

[^1]: ${sixth}
`;
}
