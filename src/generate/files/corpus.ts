/** Indexes the titles, slugs and texts of a site's articles, against which new ones are checked. */
import { join } from 'node:path';
import { scanSources } from '../../content/article/scan-sources.ts';
import type { GenerationLocale } from '../../locales/generation.ts';
import type { Writing } from '../../locales/writing/writing.ts';
import { WRITING } from '../../locales/writing/writing-registry.ts';
import { findUrls } from '../checks/check-markdown.ts';
import { type Finding, quote } from '../checks/finding.ts';
import {
  compareSignatures,
  createSignature,
  createTitleIndex,
  normalizeWords,
  type Signature,
} from '../checks/similarity.ts';
import { type Origin, type OriginStatus, readArticleFile } from './origin.ts';

/** Share of common word runs from which two texts count as the same. */
const NEAR_TEXT = 0.5;

const WITHHELD: ReadonlySet<string | undefined> = new Set<OriginStatus>(['needs-review', 'rejected']);

/** One article of the site or of a run. */
export interface Entry {
  title: string;
  slug: string;
  /** Path relative to the root. */
  file: string;
  origin: Origin | null;
}

export type Corpus = ReturnType<typeof createCorpus>;

export function createCorpus(writing: Writing) {
  const entries: Entry[] = [];
  /** URLs of the articles that people wrote or approved. */
  const urls = new Set<string>();
  const texts: { title: string; file: string | null; signature: Signature }[] = [];
  const titles = createTitleIndex(writing);
  const topicIndex = createTitleIndex(writing);
  const topicEntries: Entry[] = [];
  const slugs = new Set<string>();
  const own = new Map<string, Entry>();
  const topics = new Map<string, Entry>();
  /** An article with almost the same title. */
  const findTitle = (title: string) => entries[titles.find(title)] ?? null;
  const files = new Map<string, Entry>();
  /** An article that is reviewed is not compared with itself, nor with those that are never built. */
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
    findTitle,
    /** The article that was generated about this topic, or a rephrasing of it. */
    findTopic: (topic: string) =>
      topics.get(normalizeWords(topic)) ?? topicEntries[topicIndex.find(topic)] ?? null,
    /** The article that a run wrote under this id. */
    findOwn: (run: string, article: string) => own.get(`${run}/${article}`) ?? null,
    /** @param own file of the article, where the corpus has it */
    checkTitle(title: string, own: string | null = null) {
      const skip = (place: number) => own !== null && isSkipped(entries[place]?.file ?? null, own);
      const near = entries[titles.find(title, skip)];
      return duplicate('title', near?.title, 'choose another angle and another title');
    },
    checkText(body: string, own: string | null = null) {
      const signature = createSignature(body);
      const near = texts.find(
        (text) =>
          compareSignatures(signature, text.signature) >= NEAR_TEXT &&
          !(own !== null && isSkipped(text.file, own)),
      );
      return duplicate('text', near?.title, 'rewrite it in other words and with other examples');
    },
    /** Adds a text before its article is written, so that articles written concurrently are compared. */
    addText: (title: string, body: string, file: string | null = null) =>
      void texts.push({ title, file, signature: createSignature(body) }),
    /** Takes a slug without an article to compare with. */
    addSlug: (slug: string) => void slugs.add(slug),
    add(entry: Entry) {
      files.set(entry.file, entry);
      entries.push(entry);
      titles.add(entry.title);
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

/**
 * Reads every article of a locale, drafts and withheld ones too. `articles check` reports the unreadable ones.
 * @param remakeRejected whether nothing is compared with rejected articles, which are to be made again
 */
export function loadCorpus(root: string, locale: GenerationLocale, remakeRejected: boolean): Corpus {
  const corpus = createCorpus(WRITING[locale]);
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
    if (!status || status === 'approved') corpus.addUrls(found.content.slice(found.bodyStart));
    corpus.addText(title, found.content.slice(found.bodyStart), file);
  }
  return corpus;
}
