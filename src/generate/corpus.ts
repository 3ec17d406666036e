/** Owns what the site holds already: titles, slugs and texts of its articles, against which new ones are checked. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFault, parseFrontMatter } from '../content/front-matter.ts';
import { scanSources } from '../content/source.ts';
import type { GenerationLocale } from '../locales/generation.ts';
import { type Origin, originSchema } from './origin.ts';
import {
  compareSignatures,
  compareTrigrams,
  createSignature,
  createTrigrams,
  fold,
  type Signature,
  type Trigrams,
} from './similarity.ts';

const NEAR_TITLE = 0.85;
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
  entries(): readonly Entry[];
  hasSlug(slug: string): boolean;
  /** The first article with nearly this title. */
  findTitle(title: string): Entry | null;
  /** The first article with nearly this text. */
  findText(signature: Signature): Entry | null;
  add(entry: Entry): void;
}

export function createCorpus(): Corpus {
  const entries: Entry[] = [];
  const trigrams: Trigrams[] = [];
  const slugs = new Set<string>();
  const folded = new Map<string, Entry>();
  return {
    titles: () => entries.map(({ title }) => title),
    entries: () => entries,
    hasSlug: (slug) => slugs.has(slug),
    findTitle(title) {
      const same = folded.get(fold(title));
      if (same) return same;
      const grams = createTrigrams(title);
      const index = trigrams.findIndex((other) => compareTrigrams(grams, other) >= NEAR_TITLE);
      return entries[index] ?? null;
    },
    findText: (signature) =>
      entries.find((entry) => compareSignatures(signature, entry.signature) >= NEAR_TEXT) ?? null,
    add(entry) {
      entries.push(entry);
      trigrams.push(createTrigrams(entry.title));
      slugs.add(entry.slug);
      folded.set(fold(entry.title), entry);
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
