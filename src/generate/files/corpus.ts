/** Indexes titles, slugs and texts of a site's articles, so that new articles can be compared with them. */
import { join } from 'node:path';
import { scanSources } from '../../content/article/scan-sources.ts';
import type { GenerationLocale } from '../../locales/generation.ts';
import { findUrls } from '../checks/check-markdown.ts';
import { type AnswerFinding, quote } from '../checks/finding.ts';
import { createFingerprints, createPassageFinder, type Fingerprints, shareOf } from '../checks/passages.ts';
import { createTitleIndex, normalizeWords } from '../checks/similarity.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import { renderBody } from './article-file.ts';
import { type ArticleFile, type Origin, type OriginStatus, readArticleFile } from './origin.ts';

/** Two texts are about the same if one has this share of the fingerprints of the other. */
const NEAR_TEXT = 0.5;

const WITHHELD: ReadonlySet<string | undefined> = new Set<OriginStatus>(['needs-review', 'rejected']);

/** A passage in this many approved articles is the site's own wording, such as a note at the end. */
const OWN_WORDING = 2;

/** The parts of a text that are kept for comparisons. */
interface KnownText {
  title: string;
  file: string;
  fingerprints: Fingerprints;
  /** True if a person wrote or approved it. */
  isApproved: boolean;
}

/** One article of the site or of a run. */
export interface CorpusEntry {
  title: string;
  slug: string;
  /** Path relative to the root. */
  file: string;
  origin: Origin | null;
  /** null if it is not published. */
  address: string | null;
}

export type Corpus = ReturnType<typeof createCorpus>;

export function createCorpus() {
  /** URLs of the articles that people wrote or approved. */
  const urls = new Set<string>();
  const texts: KnownText[] = [];
  const titles = createTitleIndex<KnownText>();
  const similarTopics = createTitleIndex<CorpusEntry>();
  const slugs = new Set<string>();
  /** Rejected articles that are made again, by slug: the new one of the same topic takes their place. */
  const remade = new Map<string, { file: string; topic: string }>();
  const own = new Map<string, CorpusEntry>();
  const topics = new Map<string, CorpusEntry>();
  const ids = new Map<string, CorpusEntry>();
  const files = new Map<string, CorpusEntry>();
  /** All files, those that cannot be read included. */
  const known = new Set<string>();
  /** An article under review is not compared with itself, nor with articles that no build publishes. */
  const isSkipped = (file: string, own: string) =>
    file === own || WITHHELD.has(files.get(file)?.origin?.status);
  return {
    urls: urls as ReadonlySet<string>,
    addUrls(body: string) {
      for (const url of findUrls(body)) urls.add(url);
    },
    /** The articles that a text may link to. */
    published: () =>
      [...files.values()].flatMap(({ file, title, address }) =>
        address === null ? [] : { file, title, address },
      ),
    titles: () => Array.from(files.values(), ({ title }) => title),
    /** @param topic of the article that needs a slug */
    hasSlug: (slug: string, topic: string) =>
      slugs.has(slug) || (remade.has(slug) && remade.get(slug)?.topic !== normalizeWords(topic)),
    /** The rejected file of a topic that is made again. */
    findRejected: (topic: string) =>
      [...remade.values()].find((other) => other.topic === normalizeWords(topic))?.file ?? null,
    /** The rejected file whose slug the new article gets. */
    replaces: (slug: string) => remade.get(slug)?.file ?? null,
    /** Finds the article that was generated about this topic. @param id of the source system, which a topic keeps when its words change */
    findTopic: (topic: string, id?: string) =>
      (id === undefined ? undefined : ids.get(id)) ?? topics.get(normalizeWords(topic)) ?? null,
    /** Finds an article whose topic or title has the same words in another order. */
    findSimilar: (topic: string) => similarTopics.find(topic) ?? files.get(titles.find(topic)?.file ?? ''),
    /** Finds the article that a run wrote under this id. */
    findOwn: (run: string, article: string) => own.get(`${run}/${article}`) ?? null,
    /** @param own file of the article if the corpus contains it */
    checkTitle(title: string, own: string | null = null) {
      const near = titles.find(title, ({ file }) => own === null || !isSkipped(file, own));
      return duplicate('title', near?.title, 'choose another angle and another title');
    },
    /** @param own file of the article if the corpus contains it */
    checkText(sections: readonly Section[], own: string | null = null): AnswerFinding[] {
      return compareText(sections, own === null ? texts : texts.filter(({ file }) => !isSkipped(file, own)));
    },
    addText(title: string, body: string, file: string, isApproved = false) {
      const text = { title, file, fingerprints: createFingerprints(body), isApproved };
      titles.add(title, text);
      texts.push(text);
    },
    hasFile: (file: string) => known.has(file),
    /** Keeps a file and its slug from being used, without adding an article. */
    addFile(file: string, slug: string) {
      known.add(file);
      slugs.add(slug);
    },
    addRemade(file: string, slug: string, topic: string) {
      known.add(file);
      remade.set(slug, { file, topic: normalizeWords(topic) });
    },
    add(entry: CorpusEntry) {
      remade.delete(entry.slug);
      files.set(entry.file, entry);
      known.add(entry.file);
      slugs.add(entry.slug);
      const { origin } = entry;
      if (!origin) return;
      own.set(`${origin.run}/${origin.article}`, entry);
      if (origin.translatedFrom) return;
      topics.set(normalizeWords(origin.topic), entry);
      if (origin.id !== undefined) ids.set(origin.id, entry);
      similarTopics.add(origin.topic, entry);
    },
  };
}

function duplicate(what: 'title' | 'text', near: string | undefined, hint: string): AnswerFinding[] {
  if (near === undefined) return [];
  const message = `an article with almost the same ${what} exists: ${quote(near)}`;
  return [{ code: `duplicate-${what}`, message, hint }];
}

function compareText(sections: readonly Section[], others: readonly KnownText[]): AnswerFinding[] {
  const fingerprints = new Set(createFingerprints(renderBody(sections)));
  const near = others.find((text) => shareOf(fingerprints, text.fingerprints) >= NEAR_TEXT);
  if (near) return duplicate('text', near.title, 'rewrite it in other words and with other examples');
  return sections.flatMap(({ number, text }) => checkPassage(number, text, others));
}

/** Finds the longest passage that a section has copied from another text. */
function checkPassage(section: number, text: string, others: readonly KnownText[]): AnswerFinding[] {
  const find = createPassageFinder(text);
  const found = others.flatMap((other) => {
    const passage = find(other.fingerprints);
    return passage ? [{ ...passage, other }] : [];
  });
  const [longest] = found.sort((a, b) => b.words - a.words);
  if (!longest || found.filter(({ other }) => other.isApproved).length >= OWN_WORDING) return [];
  const { start, end, words, other } = longest;
  return [
    {
      code: 'duplicate-text',
      message: `${words} words in a row are copied from ${quote(other.title)}: ${quote(text.slice(start, end))}`,
      hint: 'say it in other words, or leave it out',
      section,
      span: { start, end },
    },
  ];
}

/** The address of an article by its front matter. */
type AddressOf = (data: ArticleFile['data'], key: string, slug: string) => string | null;

/** Reads every article of a locale. @param remakeRejected true if rejected articles are made again, so nothing is compared with them */
export function loadCorpus(
  root: string,
  locale: GenerationLocale,
  remakeRejected: boolean,
  addressOf: AddressOf,
): Corpus {
  const corpus = createCorpus();
  addArticles(corpus, root, locale, remakeRejected, addressOf);
  return corpus;
}

/** Adds the articles that the corpus lacks, drafts and withheld ones included. Unreadable ones are left to `articles check`. */
export function addArticles(
  corpus: Corpus,
  root: string,
  locale: GenerationLocale,
  remakeRejected = false,
  addressOf: AddressOf = () => null,
): void {
  for (const { file, key } of scanSources(root, [locale])) {
    if (corpus.hasFile(file)) continue;
    const found = readArticleFile(join(root, file));
    const { title, slug: given } = found?.data ?? {};
    const slug = typeof given === 'string' ? given : key.slice(key.lastIndexOf('/') + 1);
    if (remakeRejected && found?.origin?.status === 'rejected') {
      corpus.addRemade(file, slug, found.origin.topic);
      continue;
    }
    corpus.addFile(file, slug);
    if (!found || typeof title !== 'string') continue;
    const status = found.origin?.status;
    const isPublished = found.data.draft !== 'true' && !WITHHELD.has(status);
    const address = isPublished ? addressOf(found.data, key, slug) : null;
    corpus.add({ title, slug, file, origin: found.origin, address });
    const body = found.content.slice(found.bodyStart);
    const isApproved = !status || status === 'approved';
    if (isApproved) corpus.addUrls(body);
    corpus.addText(title, body, file, isApproved);
  }
}
