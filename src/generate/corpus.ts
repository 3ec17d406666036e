/** Owns what the site holds already: titles, slugs and texts of its articles, against which new ones are checked. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFault, parseFrontMatter } from '../content/front-matter.ts';
import { scanSources } from '../content/source.ts';
import type { GenerationLocale } from '../locales/generation.ts';
import { type Origin, originSchema } from './origin.ts';
import { compareSignatures, createSignature, createTitleIndex, fold, type Signature } from './similarity.ts';

const NEAR_TEXT = 0.5;

/** One article of the site or of a run. */
export interface Entry {
  title: string;
  slug: string;
  signature: Signature;
  /** Path relative to the root; '' where it is not written yet. */
  file: string;
  origin: Origin | null;
}

export interface Corpus {
  titles(): string[];
  hasSlug(slug: string): boolean;
  /** An article with nearly this title. */
  findTitle(title: string): Entry | null;
  /** The article that was generated about this very topic. */
  findTopic(topic: string): Entry | null;
  /** The article that a run wrote under this number. */
  findOwn(run: string, article: string): Entry | null;
  /** The first article with nearly this text. */
  findText(signature: Signature): Entry | null;
  add(entry: Entry): void;
}

function createCorpus(): Corpus {
  const entries: Entry[] = [];
  const titles = createTitleIndex();
  const slugs = new Set<string>();
  const own = new Map<string, Entry>();
  const topics = new Map<string, Entry>();
  return {
    titles: () => entries.map(({ title }) => title),
    hasSlug: (slug) => slugs.has(slug),
    findTitle: (title) => entries[titles.find(title)] ?? null,
    findTopic: (topic) => topics.get(fold(topic)) ?? null,
    findOwn: (run, article) => own.get(`${run}/${article}`) ?? null,
    findText: (signature) =>
      entries.find((entry) => compareSignatures(signature, entry.signature) >= NEAR_TEXT) ?? null,
    add(entry) {
      entries.push(entry);
      titles.add(entry.title);
      slugs.add(entry.slug);
      const { origin } = entry;
      if (!origin) return;
      own.set(`${origin.run}/${origin.article}`, entry);
      if (!origin.translatedFrom) topics.set(fold(origin.topic), entry);
    },
  };
}

/** Reads every article of a locale, drafts and withheld ones too; files that cannot be read as articles are left to `check`. */
export function loadCorpus(root: string, locale: GenerationLocale): Corpus {
  const corpus = createCorpus();
  for (const { file, key } of scanSources(root, [locale])) {
    const entry = readEntry(root, file, key);
    if (entry) corpus.add(entry);
  }
  return corpus;
}

function readEntry(root: string, file: string, key: string): Entry | null {
  const path = join(root, file);
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  const front = parseFrontMatter(text);
  if (isFault(front)) return null;
  const { title, slug, origin } = front.data;
  if (typeof title !== 'string') return null;
  const parsed = originSchema.safeParse(origin);
  return {
    title,
    slug: typeof slug === 'string' ? slug : key.slice(key.lastIndexOf('/') + 1),
    signature: createSignature(text.slice(front.bodyStart)),
    file,
    origin: parsed.success ? parsed.data : null,
  };
}
