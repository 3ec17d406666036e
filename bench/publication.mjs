/** Makes the rest of the corpus: the sample's categories, 57 authors, SEO texts, info pages, ads. */

import { renderParagraph, renderSentence } from './prose.mjs';
import { createRandom } from './random.mjs';

/** Category keys with their slugs; the last subcategory of each is the group's `other`. */
const GROUPS = {
  bettingStrategies: [
    'winning-betting-strategies',
    'bankroll-management betting-systems sports-betting-tips odds-calculation pre-match-analysis other-betting-strategies',
  ],
  pokerGuides: [
    'ultimate-poker-guides',
    'beginner-poker-strategies advanced-poker-techniques navigating-poker-tournaments exciting-poker-variations poker-table-etiquette miscellaneous-poker-insights',
  ],
  gamblingPsychology: [
    'gambling-psychology',
    'understanding-luck-vs-skill emotional-control-in-gambling gambling-addiction-awareness decision-making-in-poker behavioral-biases-in-betting other-insights',
  ],
  onlineGamingTrends: [
    'exciting-trends-in-online-gaming',
    'emerging-betting-platforms mobile-betting-features online-poker-communities live-dealer-games crypto-in-online-betting other-gaming-trends',
  ],
  industryInsights: [
    'gambling-insights',
    'regulatory-changes-gambling market-trends-betting technology-impact-on-poker responsible-gambling-initiatives global-gambling-statistics other-gambling-insights',
  ],
};

const FIRST_NAMES =
  'Anaya Rohan Meera Kabir Leila Tomas Greta Imran Sunita Pavel Noor Elif Jonas Priya Marta Arjun Hanna Devika Oskar'.split(
    ' ',
  );
const LAST_NAMES = 'Deshpande Lindgren Okafor'.split(' ');
const INFO = { 'about-us': 'About Us', 'privacy-policy': 'Privacy Policy', terms: 'Terms of Use' };

export const TREE = Object.fromEntries(
  Object.entries(GROUPS).map(([key, [slug, children]]) => [
    key,
    {
      key,
      title: titleOf(key),
      description: `All articles on ${titleOf(key).toLowerCase()}, made up for measuring.`,
      slug,
      children: Object.fromEntries(children.split(' ').map(createChild)),
    },
  ]),
);

function createChild(slug, index, all) {
  const key =
    index === all.length - 1 ? 'other' : slug.replace(/-(.)/g, (_match, letter) => letter.toUpperCase());
  const title = slug.split('-').map(capitalize).join(' ');
  const description = `${title}: articles that measure time and teach nothing.`;
  return [key, { key, title, description, slug, children: null }];
}

/** Every place an article can stand in, as keys and slugs. */
export const PLACES = Object.values(TREE).flatMap((category) =>
  Object.values(category.children).map((subcategory) => ({ category, subcategory })),
);

export const AUTHORS = LAST_NAMES.flatMap((last) => FIRST_NAMES.map((first) => `${first} ${last}`)).map(
  (name) => {
    const random = createRandom('author', name);
    return {
      name,
      slug: name.toLowerCase().replace(' ', '-'),
      description: `${name} is a name on a list. ${renderSentence(random)} ${renderSentence(random)} ${renderSentence(random)}`,
      meta_title: `${name} at The Bench Gazette`,
      meta_description: `Articles that carry the name of ${name}.`,
    };
  },
);

/** Files beside the articles, by path below the root. */
export function createPublicationFiles() {
  const seo = Object.fromEntries(
    ['home', 'authors', 'not-found', 'about-us', 'privacy-policy', 'terms', 'sitemap'].map((kind) => [
      kind,
      {
        title: `${titleOf(kind)} of The Bench Gazette`,
        description: `The ${kind} page of a site for measuring.`,
      },
    ]),
  );
  const info = Object.entries(INFO).map(([name, title]) => {
    const random = createRandom('info', name);
    const paragraphs = Array.from({ length: 5 }, () => renderParagraph(random, () => '/'));
    return [`content/en_US/info/${name}.md`, `---\ntitle: ${title}\n---\n${paragraphs.join('\n\n')}\n`];
  });
  return Object.fromEntries([
    ['content/ads.json', toJson({ sapeNewUrl: '', sapeLinks: {} })],
    ['content/en_US/categories.json', toJson(TREE)],
    ['content/en_US/authors.json', toJson(AUTHORS)],
    ['content/en_US/seo.json', toJson(seo)],
    ...info,
  ]);
}

function titleOf(key) {
  return capitalize(key.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('-', ' '));
}

function capitalize(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function toJson(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
