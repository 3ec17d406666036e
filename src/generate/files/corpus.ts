/** Indexes the titles, slugs and texts of a site's articles, against which new ones are checked. */
import { join } from 'node:path';
import { scanSources } from '../../content/article/scan-sources.ts';
import type { GenerationLocale } from '../../locales/generation.ts';
import { type Finding, quote } from '../checks/finding.ts';
import {
  compareSignatures,
  createSignature,
  createTitleIndex,
  normalizeWords,
  type Signature,
} from '../checks/similarity.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import { renderBody } from './article-file.ts';
import { type Origin, readArticleFile } from './origin.ts';

/** Share of common word runs from which two texts count as the same. */
const NEAR_TEXT = 0.5;

/** One article of the site or of a run. */
export interface Entry {
  title: string;
  slug: string;
  /** Path relative to the root. */
  file: string;
  origin: Origin | null;
}

export type Corpus = ReturnType<typeof createCorpus>;

function createCorpus() {
  const entries: Entry[] = [];
  const texts: { title: string; signature: Signature }[] = [];
  const titles = createTitleIndex();
  const slugs = new Set<string>();
  const own = new Map<string, Entry>();
  const topics = new Map<string, Entry>();
  /** An article with almost the same title. */
  const findTitle = (title: string) => entries[titles.find(title)] ?? null;
  const duplicate = (what: 'title' | 'text', near: string | undefined, hint: string): Finding[] => {
    if (near === undefined) return [];
    const message = `an article with almost the same ${what} exists: ${quote(near)}`;
    return [{ code: `duplicate-${what}`, message, hint }];
  };
  return {
    titles: () => entries.map(({ title }) => title),
    hasSlug: (slug: string) => slugs.has(slug),
    findTitle,
    /** The article that was generated about exactly this topic. */
    findTopic: (topic: string) => topics.get(normalizeWords(topic)) ?? null,
    /** The article that a run wrote under this id. */
    findOwn: (run: string, article: string) => own.get(`${run}/${article}`) ?? null,
    checkTitle: (title: string) =>
      duplicate('title', findTitle(title)?.title, 'choose another angle and another title'),
    checkText(sections: readonly Section[]) {
      const signature = createSignature(renderBody(sections));
      const near = texts.find((text) => compareSignatures(signature, text.signature) >= NEAR_TEXT);
      return duplicate('text', near?.title, 'rewrite it in other words and with other examples');
    },
    /** Adds a text before its article is written, so that articles written concurrently are compared. */
    addText: (title: string, body: string) => void texts.push({ title, signature: createSignature(body) }),
    add(entry: Entry) {
      entries.push(entry);
      titles.add(entry.title);
      slugs.add(entry.slug);
      const { origin } = entry;
      if (!origin) return;
      own.set(`${origin.run}/${origin.article}`, entry);
      if (!origin.translatedFrom) topics.set(normalizeWords(origin.topic), entry);
    },
  };
}

/** Reads every article of a locale, drafts and withheld ones too. `articles check` reports the unreadable ones. */
export function loadCorpus(root: string, locale: GenerationLocale): Corpus {
  const corpus = createCorpus();
  for (const { file, key } of scanSources(root, [locale])) {
    const found = readArticleFile(join(root, file));
    const { title, slug: given } = found?.data ?? {};
    if (!found || typeof title !== 'string') continue;
    const slug = typeof given === 'string' ? given : key.slice(key.lastIndexOf('/') + 1);
    corpus.add({ title, slug, file, origin: found.origin });
    corpus.addText(title, found.content.slice(found.bodyStart));
  }
  return corpus;
}
