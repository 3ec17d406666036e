/** Loads the prompts of the package. Files in the site's `prompts/` replace them. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withoutByteOrderMark } from '../../config/utf8.ts';
import { parseFrontMatter } from '../../content/front-matter/front-matter.ts';
import { createCopy, ORIGINALS } from '../../foundation/ejected-copies.ts';
import { createProblems, finding, type Problems, UserError } from '../../foundation/errors.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { findNear } from '../../foundation/near-names.ts';
import { packageFile } from '../../foundation/package-files.ts';
import { isWithin } from '../../foundation/paths.ts';
import { replaceFileSync } from '../../foundation/replace-file.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { walkSite } from '../../foundation/site-folders.ts';
import { walkDirectory } from '../../foundation/walk-directory.ts';
import { GENERATION_LOCALES } from '../../locales/generation.ts';

const PROMPT_FOLDER = 'prompts';
const SHIPPED = ORIGINALS.prompts.folder;

const BRIEF = ['today', 'author', 'category', 'keywords', 'notes'] as const;
const LENGTHS = ['titleLength', 'descriptionLength'] as const;

/** The slots of each prompt. Without its required slots a prompt would leave out what the answer depends on. */
const SLOTS = {
  system: {
    required: ['rules', 'style'],
    optional: ['site', 'description', 'audience', 'language', 'jurisdiction'],
  },
  language: { required: [], optional: ['language'] },
  style: { required: [], optional: ['language'] },
  topics: { required: ['count', 'existing'], optional: ['category'] },
  outline: { required: ['sections', 'topic'], optional: [...BRIEF, 'passages', 'rejections'] },
  section: {
    required: ['length', 'topic', 'title', 'outline', 'wanted'],
    optional: [...BRIEF, 'sources', 'note', 'functions', 'links', 'passages', 'rejections'],
  },
  sources: { required: ['passages'], optional: [] },
  'note-gambling': { required: [], optional: [] },
  'note-risk': { required: [], optional: [] },
  summary: { required: [...LENGTHS, 'topic', 'title', 'text'], optional: BRIEF },
  category: { required: ['categories', 'topic'], optional: [...BRIEF, 'title', 'headings'] },
  translation: { required: ['from', 'sections'], optional: ['title', 'directives'] },
  'translation-summary': { required: [...LENGTHS, 'from', 'text'], optional: [] },
  rewrite: {
    required: ['wanted', 'text'],
    optional: [...BRIEF, 'topic', 'title', 'note', 'links', 'passages', 'rejections'],
  },
  repair: { required: ['problems', 'part'], optional: [] },
} as const satisfies Record<string, { required: readonly string[]; optional: readonly string[] }>;

export type PromptName = keyof typeof SLOTS;
type SlotOf<N extends PromptName> = (typeof SLOTS)[N]['required' | 'optional'][number];
export type SlotValues<N extends PromptName> = Readonly<Record<SlotOf<N>, string>>;

const isPromptName = (name: string): name is PromptName => name in SLOTS;

/** Files of `prompts/` that other parts of the program read. */
const OTHER_FILES = ['rubric', 'README'];

/** A line names a slot as `{{topic}}`. An article in style.md is `{{article content/en_US/articles/a.md}}`. */
const SLOT = /\{\{\s*([^{}]*?)\s*\}\}/g;
const ARTICLE = /^article\s+(.+)$/;
/** Characters of a sample article that the prompt shows. */
const MAX_SAMPLE = 6000;

/** The part of a site that an article belongs to. */
export interface PromptPlace {
  locale: string;
  /** Key of the article's category, if its topic names one. */
  category?: string | undefined;
}

export type PromptFiles = ReturnType<typeof loadPromptFiles>;

/**
 * @param root the site; null for the prompts of the package alone
 * @param categories keys of the site's categories, which may name folders
 * @throws UserError with every unknown file, unknown slot and missing slot
 */
export function loadPromptFiles(root: string | null, categories: readonly string[] = []) {
  const problems = createProblems();
  const own = root === null ? new Map<string, OwnPrompt>() : readSitePrompts(root);
  const folders = new Set<string>([...GENERATION_LOCALES, ...categories]);
  for (const [path, prompt] of own) checkPrompt(path, prompt, folders, problems);
  problems.throwIfAny();
  const texts = new Map(
    [...own].map(([path, prompt]) => [path, insertSamples(root ?? '', prompt, problems)]),
  );
  problems.throwIfAny();
  const shipped = readPrompts(packageFile(SHIPPED));
  const find = (name: PromptName, { locale, category }: PromptPlace) => {
    const ways = [
      ...(category === undefined ? [] : [`${locale}/${category}/`, `${category}/`]),
      `${locale}/`,
      '',
    ].map((folder) => `${folder}${name}.md`);
    const path = ways.find((way) => texts.has(way));
    if (path !== undefined)
      return { file: own.get(path)?.file ?? '', text: texts.get(path) ?? '', isOwn: true };
    const builtIn = ways.find((way) => shipped.has(way)) ?? '';
    return { file: `${SHIPPED}/${builtIn}`, text: shipped.get(builtIn) ?? '', isOwn: false };
  };
  return {
    /** The file that a prompt comes from, relative to the site or to the package. */
    fileOf: (name: PromptName, place: PromptPlace) => find(name, place).file,
    /** Every prompt with its slots. `isOwn` tells whether the site has replaced it. */
    textsFor: (place: PromptPlace) =>
      Object.keys(SLOTS)
        .filter(isPromptName)
        .map((name) => {
          const { text, isOwn } = find(name, place);
          return { name, text, isOwn };
        }),
    /** Fills the slots of a prompt. A line with an empty slot is left out. */
    render<N extends PromptName>(name: N, place: PromptPlace, values: SlotValues<N>): string {
      return fillSlots(find(name, place).text, new Map(Object.entries<string>(values)));
    },
  };
}

/** Copies the prompts of the package to `prompts/`. @returns their paths. @throws UserError for files that exist, unless `force` */
export function ejectPrompts(root: string, { force }: { force: boolean }): string[] {
  const shipped = readPrompts(packageFile(SHIPPED));
  const files = [...shipped.keys()].map((path) => `${PROMPT_FOLDER}/${path}`);
  const existing = files.filter((file) => !force && existsSync(join(root, file)));
  if (existing.length > 0)
    throw new UserError(
      existing.map((file) =>
        finding('existing-file', 'the file exists already', 'add --force to replace it', { file }),
      ),
    );
  for (const path of shipped.keys()) {
    const file = join(root, PROMPT_FOLDER, path);
    makeFolder(dirname(file));
    replaceFileSync(file, createCopy(PROMPT_FOLDER, path), { keeps: true });
  }
  return files;
}

/** Reads every Markdown file of a folder: path below it → text. */
export function readPrompts(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  walkDirectory(folder, ({ name }, prefix) => {
    if (name.endsWith('.md')) found.set(`${prefix}${name}`, readPrompt(join(folder, prefix, name)));
  });
  return found;
}

function readPrompt(path: string): string {
  return withoutByteOrderMark(readRegularFile(path).toString()).replace(/\r\n?/g, '\n');
}

/** A prompt of the site or of a layer. */
interface OwnPrompt {
  /** Relative to the root. */
  file: string;
  text: string;
}

/** By the path below prompts/. */
function readSitePrompts(root: string): Map<string, OwnPrompt> {
  const found = new Map<string, OwnPrompt>();
  walkSite(root, PROMPT_FOLDER, (_entry, path, file) => {
    if (path.endsWith('.md')) found.set(path, { file, text: readPrompt(join(root, file)) });
  });
  return found;
}

function checkPrompt(
  path: string,
  { file, text }: OwnPrompt,
  folders: ReadonlySet<string>,
  problems: Problems,
): void {
  const parts = path.slice(0, -'.md'.length).split('/');
  const name = parts.pop() ?? '';
  const add = (message: string, hint: string, line?: number) =>
    problems.error({ file, ...(line === undefined ? {} : { line }), code: 'invalid-prompt', message, hint });
  const folder = parts.find((part) => !folders.has(part));
  if (folder !== undefined || parts.length > 2) {
    const named = folder ?? parts.join('/');
    add(`no locale and no category is named "${named}"`, suggest(named, folders));
    return;
  }
  if (!isPromptName(name)) {
    if (!OTHER_FILES.includes(name)) add(`there is no prompt "${name}"`, suggest(name, Object.keys(SLOTS)));
    return;
  }
  const { required, optional } = SLOTS[name];
  const known: readonly string[] = [...required, ...optional];
  const found = listSlots(text);
  for (const { slot, line } of found)
    if (!known.includes(slot) && !(name === 'style' && ARTICLE.test(slot)))
      add(`${name}.md has no slot {{${slot}}}`, suggest(slot, known), line);
  const lines = text.trimEnd().split('\n').length;
  for (const slot of required)
    if (!found.some((other) => other.slot === slot))
      add(`the slot {{${slot}}} is missing`, 'add it where its text belongs', lines);
}

function suggest(name: string, known: Iterable<string>): string {
  const near = findNear(name, known);
  const all = [...known].join(', ');
  return near ? `did you mean ${near}?` : all ? `use one of ${all}` : 'remove it';
}

/** Blanks comments, and keeps their line breaks. */
export function blankComments(text: string): string {
  return text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''));
}

function listSlots(text: string): { slot: string; line: number }[] {
  return blankComments(text)
    .split('\n')
    .flatMap((words, index) => [...words.matchAll(SLOT)].map(([, slot = '']) => ({ slot, line: index + 1 })));
}

/** A prompt of a layer must not send other files of the machine to a model. */
function isSample(root: string, article: string): boolean {
  return isWithin(join(root, article), root) && existsSync(join(root, article));
}

/** Replaces the slots of sample articles by the texts of the articles. */
function insertSamples(root: string, { file, text }: OwnPrompt, problems: Problems): string {
  for (const { slot, line } of listSlots(text)) {
    const article = ARTICLE.exec(slot)?.[1];
    if (article === undefined || isSample(root, article)) continue;
    problems.error({
      file,
      line,
      code: 'invalid-prompt',
      message: `there is no file ${article}`,
      hint: 'name an article of the site by its path from the root',
    });
  }
  return blankComments(text).replace(SLOT, (whole, slot: string) => {
    const article = ARTICLE.exec(slot)?.[1];
    if (article === undefined || !isSample(root, article)) return whole;
    const content = withoutByteOrderMark(readRegularFile(join(root, article)).toString());
    const front = parseFrontMatter(content);
    const body = 'bodyStart' in front ? content.slice(front.bodyStart) : content;
    // The text of an article is no template.
    return body.trim().slice(0, MAX_SAMPLE).replaceAll('{{', '{ {');
  });
}

/** The parts of a prompt between its slots. */
export function withoutSlots(text: string): string[] {
  return blankComments(text).split(/\{\{[^{}]*\}\}/);
}

function fillSlots(text: string, values: ReadonlyMap<string, string>): string {
  return blankComments(text)
    .split('\n')
    .filter((line) => [...line.matchAll(SLOT)].every(([, slot = '']) => values.get(slot) !== ''))
    .map((line) => line.replace(SLOT, (whole, slot: string) => values.get(slot) ?? whole))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
