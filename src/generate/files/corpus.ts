/** Indexes titles, slugs and texts of a site's articles, so that new articles can be compared with them. */
import { join } from 'node:path';
import { scanSources } from '../../content/article/scan-sources.ts';
import type { GenerationLocale } from '../../locales/generation.ts';
import { findUrls } from '../checks/check-markdown.ts';
import { type Finding, quote } from '../checks/finding.ts';
import { createFingerprints, createPassageFinder, type Fingerprints, shareOf } from '../checks/passages.ts';
import { createTitleIndex, normalizeWords } from '../checks/similarity.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import { renderBody } from './article-file.ts';
import { type Origin, type OriginStatus, readArticleFile } from './origin.ts';

/** Two texts are about the same if one has this share of the fingerprints of the other. */
const NEAR_TEXT = 0.5;

const WITHHELD: ReadonlySet<string | undefined> = new Set<OriginStatus>(['needs-review', 'rejected']);

/** A passage in this many approved articles is the site's own wording, such as a note at the end. */
const OWN_WORDING = 2;

/** The parts of a text that are kept for comparisons. */
interface KnownText {
  title: string;
  /** null until the article is written. */
  file: string | null;
  fingerprints: Fingerprints;
  /** True if a person wrote or approved it. */
  isApproved: boolean;
}

/** One article of the site or of a run. */
export interface Entry {
  title: string;
  slug: string;
  /** Path relative to the root. */
  file: string;
  origin: Origin | null;
}

export type Corpus = ReturnType<typeof createCorpus>;

export function createCorpus() {
  const entries: Entry[] = [];
  /** URLs of the articles that people wrote or approved. */
  const urls = new Set<string>();
  const texts: KnownText[] = [];
  /** The titles of `texts`. */
  const titles = createTitleIndex();
  const topicIndex = createTitleIndex();
  const topicEntries: Entry[] = [];
  const slugs = new Set<string>();
  const own = new Map<string, Entry>();
  const topics = new Map<string, Entry>();
  /** Finds an article whose title has the same words. */
  const findTitle = (title: string) => files.get(texts[titles.find(title)]?.file ?? '') ?? null;
  const files = new Map<string, Entry>();
  /** An article under review is not compared with itself, nor with articles that no build publishes. */
  const isSkipped = (file: string | null, own: string) =>
    file === own || (file !== null && WITHHELD.has(files.get(file)?.origin?.status));
  const duplicate = (what: 'title' | 'text', near: string | undefined, hint: string): Finding[] => {
    if (near === undefined) return [];
    const message = `an article with almost the same ${what} exists: ${quote(near)}`;
    return [{ code: `duplicate-${what}`, message, hint }];
  };
  return {
    urls: urls as ReadonlySet<string>,
    addUrls(body: string) {
      for (const url of findUrls(body)) urls.add(url);
    },
    titles: () => entries.map(({ title }) => title),
    hasSlug: (slug: string) => slugs.has(slug),
    /** Finds the article that was generated about this topic. */
    findTopic: (topic: string) => topics.get(normalizeWords(topic)) ?? null,
    /** Finds an article whose topic or title has the same words in another order. */
    findSimilar: (topic: string) => topicEntries[topicIndex.find(topic)] ?? findTitle(topic),
    /** Finds the article that a run wrote under this id. */
    findOwn: (run: string, article: string) => own.get(`${run}/${article}`) ?? null,
    /** @param own file of the article if the corpus contains it */
    checkTitle(title: string, own: string | null = null) {
      const skip = (place: number) => own !== null && isSkipped(texts[place]?.file ?? null, own);
      const near = texts[titles.find(title, skip)];
      return duplicate('title', near?.title, 'choose another angle and another title');
    },
    /** @param own file of the article if the corpus contains it */
    checkText(sections: readonly Section[], own: string | null = null): Finding[] {
      const others = own === null ? texts : texts.filter(({ file }) => !isSkipped(file, own));
      const fingerprints = new Set(createFingerprints(renderBody(sections)));
      const near = others.find((text) => shareOf(fingerprints, text.fingerprints) >= NEAR_TEXT);
      if (near) return duplicate('text', near.title, 'rewrite it in other words and with other examples');
      return sections.flatMap(({ number, text }) => checkPassage(number, text, others));
    },
    /** Adds a text. This may happen before its file is written, so that concurrent articles are compared too. */
    addText(title: string, body: string, file: string | null = null, isApproved = false) {
      titles.add(title);
      texts.push({ title, file, fingerprints: createFingerprints(body), isApproved });
    },
    /** Reserves a slug without adding an article. */
    addSlug: (slug: string) => void slugs.add(slug),
    add(entry: Entry) {
      files.set(entry.file, entry);
      entries.push(entry);
      slugs.add(entry.slug);
      const { origin } = entry;
      if (!origin) return;
      own.set(`${origin.run}/${origin.article}`, entry);
      if (origin.translatedFrom) return;
      topics.set(normalizeWords(origin.topic), entry);
      topicIndex.add(origin.topic);
      topicEntries.push(entry);
    },
  };
}

/** Finds the longest passage that a section has copied from another text. */
function checkPassage(section: number, text: string, others: readonly KnownText[]): Finding[] {
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

/**
 * Reads every article of a locale, including drafts and withheld ones. Unreadable articles are left to `articles check`.
 * @param remakeRejected true if rejected articles are made again, so nothing is compared with them
 */
export function loadCorpus(root: string, locale: GenerationLocale, remakeRejected: boolean): Corpus {
  const corpus = createCorpus();
  for (const { file, key } of scanSources(root, [locale])) {
    const found = readArticleFile(join(root, file));
    const { title, slug: given } = found?.data ?? {};
    if (!found || typeof title !== 'string') continue;
    const slug = typeof given === 'string' ? given : key.slice(key.lastIndexOf('/') + 1);
    if (remakeRejected && found.origin?.status === 'rejected') {
      corpus.addSlug(slug);
      continue;
    }
    corpus.add({ title, slug, file, origin: found.origin });
    const status = found.origin?.status;
    const body = found.content.slice(found.bodyStart);
    const isApproved = !status || status === 'approved';
    if (isApproved) corpus.addUrls(body);
    corpus.addText(title, body, file, isApproved);
  }
  return corpus;
}
