/** Owns what the site holds already: titles, slugs and texts of its articles, against which new ones are checked. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scanSources } from '../../content/article/scan-sources.ts';
import { isError, parseFrontMatter } from '../../content/front-matter/front-matter.ts';
import type { GenerationLocale } from '../../locales/generation.ts';
import { type Origin, originSchema } from '../files/origin.ts';
import { compareSignatures, createSignature, createTitleIndex, fold, type Signature } from './similarity.ts';

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
  /** The article that was generated about this very topic. */
  findTopic(topic: string): Entry | null;
  /** The article that a run wrote under this number. */
  findOwn(run: string, article: string): Entry | null;
  /** Title of the first article with nearly this text. */
  findText(signature: Signature): string | null;
  add(entry: Entry): void;
  /** Texts stand for themselves: one counts from the moment that its article is begun to be written. */
  addText(title: string, signature: Signature): void;
}

function createCorpus(): Corpus {
  const entries: Entry[] = [];
  const texts: { title: string; signature: Signature }[] = [];
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
      texts.find((text) => compareSignatures(signature, text.signature) >= NEAR_TEXT)?.title ?? null,
    addText: (title, signature) => void texts.push({ title, signature }),
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
    const found = readEntry(root, file, key);
    if (!found) continue;
    corpus.add(found.entry);
    corpus.addText(found.entry.title, createSignature(found.body));
  }
  return corpus;
}

function readEntry(root: string, file: string, key: string): { entry: Entry; body: string } | null {
  const path = join(root, file);
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  const front = parseFrontMatter(text);
  if (isError(front)) return null;
  const { title, slug, origin } = front.data;
  if (typeof title !== 'string') return null;
  const parsed = originSchema.safeParse(origin);
  return {
    entry: {
      title,
      slug: typeof slug === 'string' ? slug : key.slice(key.lastIndexOf('/') + 1),
      file,
      origin: parsed.success ? parsed.data : null,
    },
    body: text.slice(front.bodyStart),
  };
}
