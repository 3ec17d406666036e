/** Indexes the titles, slugs and texts of a site's articles, against which new ones are checked. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scanSources } from '../../content/article/scan-sources.ts';
import { isError, parseFrontMatter } from '../../content/front-matter/front-matter.ts';
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
import { type Origin, originSchema } from './origin.ts';

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

export interface Corpus {
  titles(): string[];
  hasSlug(slug: string): boolean;
  /** An article with nearly this title. */
  findTitle(title: string): Entry | null;
  /** The article that was generated about exactly this topic. */
  findTopic(topic: string): Entry | null;
  /** The article that a run wrote under this id. */
  findOwn(run: string, article: string): Entry | null;
  checkTitle(title: string): Finding[];
  checkText(sections: readonly Section[]): Finding[];
  add(entry: Entry): void;
  /** Adds a text before its article is written, so that articles written concurrently are compared. */
  addText(title: string, body: string): void;
}

function createCorpus(): Corpus {
  const entries: Entry[] = [];
  const texts: { title: string; signature: Signature }[] = [];
  const titles = createTitleIndex();
  const slugs = new Set<string>();
  const own = new Map<string, Entry>();
  const topics = new Map<string, Entry>();
  const findTitle = (title: string) => entries[titles.find(title)] ?? null;
  const duplicate = (code: Finding['code'], what: string, near: string | undefined, hint: string) => {
    if (near === undefined) return [];
    return [{ code, message: `an article with nearly this ${what} exists: ${quote(near)}`, hint }];
  };
  return {
    titles: () => entries.map(({ title }) => title),
    hasSlug: (slug) => slugs.has(slug),
    findTitle,
    findTopic: (topic) => topics.get(normalizeWords(topic)) ?? null,
    findOwn: (run, article) => own.get(`${run}/${article}`) ?? null,
    checkTitle: (title) =>
      duplicate(
        'duplicate-title',
        'title',
        findTitle(title)?.title,
        'choose another angle and another title',
      ),
    checkText(sections) {
      const signature = createSignature(renderBody(sections));
      const near = texts.find((text) => compareSignatures(signature, text.signature) >= NEAR_TEXT);
      return duplicate(
        'duplicate-text',
        'text',
        near?.title,
        'rewrite it in other words and with other examples',
      );
    },
    addText: (title, body) => void texts.push({ title, signature: createSignature(body) }),
    add(entry) {
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
    const path = join(root, file);
    if (!existsSync(path)) continue;
    const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
    const front = parseFrontMatter(text);
    if (isError(front) || typeof front.data.title !== 'string') continue;
    const { title, slug, origin } = front.data;
    corpus.add({
      title,
      slug: typeof slug === 'string' ? slug : key.slice(key.lastIndexOf('/') + 1),
      file,
      origin: originSchema.safeParse(origin).data ?? null,
    });
    corpus.addText(title, text.slice(front.bodyStart));
  }
  return corpus;
}
