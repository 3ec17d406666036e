/** Indexes the titles, slugs and texts of a site's articles, against which new ones are checked. */
import { join } from 'node:path';
import { scanSources } from '../../content/article/scan-sources.ts';
import type { GenerationLocale } from '../../locales/generation.ts';
import type { Writing } from '../../locales/writing/writing.ts';
import { WRITING } from '../../locales/writing/writing-registry.ts';
import { findUrls } from '../checks/check-markdown.ts';
import { type Finding, quote } from '../checks/finding.ts';
import { createFingerprints, createPassageFinder, type Fingerprints } from '../checks/passages.ts';
import {
  compareSignatures,
  createSignature,
  createTitleIndex,
  normalizeWords,
  type Signature,
} from '../checks/similarity.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import { renderBody } from './article-file.ts';
import { type Origin, type OriginStatus, readArticleFile } from './origin.ts';

/** Share of common word runs from which two texts count as the same. */
const NEAR_TEXT = 0.5;

const WITHHELD: ReadonlySet<string | undefined> = new Set<OriginStatus>(['needs-review', 'rejected']);

/** Articles by people from which a passage counts as the site's own wording, such as a note at the end. */
const OWN_WORDING = 2;

/** What is kept of a text to compare others with. */
interface KnownText {
  title: string;
  /** null while its article is not written. */
  file: string | null;
  signature: Signature;
  fingerprints: Fingerprints;
  /** Whether a person wrote or approved it. */
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

export function createCorpus(writing: Writing) {
  const entries: Entry[] = [];
  /** URLs of the articles that people wrote or approved. */
  const urls = new Set<string>();
  const texts: KnownText[] = [];
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
    /** @param own file of the article, where the corpus has it */
    checkText(sections: readonly Section[], own: string | null = null): Finding[] {
      const others = own === null ? texts : texts.filter(({ file }) => !isSkipped(file, own));
      const signature = createSignature(renderBody(sections));
      const near = others.find((text) => compareSignatures(signature, text.signature) >= NEAR_TEXT);
      if (near) return duplicate('text', near.title, 'rewrite it in other words and with other examples');
      return sections.flatMap(({ number, text }) => checkPassage(number, text, others));
    },
    /** Adds a text before its article is written, so that articles written concurrently are compared. */
    addText(title: string, body: string, file: string | null = null, isApproved = false) {
      const fingerprints = createFingerprints(body);
      texts.push({ title, file, signature: createSignature(body), fingerprints, isApproved });
    },
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

/** The longest passage that a section has from another text. */
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
      message: `${words} words in a row are those of ${quote(other.title)}: ${quote(text.slice(start, end))}`,
      hint: 'say it in other words, or leave it out',
      section,
      span: { start, end },
    },
  ];
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
    const body = found.content.slice(found.bodyStart);
    const isApproved = !status || status === 'approved';
    if (isApproved) corpus.addUrls(body);
    corpus.addText(title, body, file, isApproved);
  }
  return corpus;
}
