/** Loads an article to translate, split into sections. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withoutSchemaName } from '../../config/read-json.ts';
import { withoutByteOrderMark } from '../../config/utf8.ts';
import { type ApprovedTexts, chooseText, loadApprovedTexts } from '../../content/article/approved-texts.ts';
import {
  type CategoryTree,
  categoryTreeSchema,
  createCategoryTree,
  resolveEntities,
} from '../../content/article/category-tree.ts';
import { parseArticle } from '../../content/article/parse-article.ts';
import { treeFile } from '../../content/data/content-files.ts';
import { parseFrontMatter } from '../../content/front-matter/front-matter.ts';
import { readYaml } from '../../content/front-matter/yaml-engine.ts';
import { attempt } from '../../foundation/attempt.ts';
import { UserError } from '../../foundation/errors.ts';
import { hashJson, parseJson } from '../../foundation/json.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import { splitSections } from './split-sections.ts';

/** Joins all texts of an original. Its translation may repeat what they name. */
export function originalText({ title, description, sections }: Original): string {
  return [title, description, ...sections.flatMap(({ heading, text }) => [heading, text])].join('\n\n');
}

/** Hashes the parts that a translation is made of: title and description, then each section. */
export function hashParts({ title, description, sections }: Original): string[] {
  const texts = [`${title}\n${description}`, ...sections.map(({ heading, text }) => `${heading}\n${text}`)];
  return texts.map((text) => hashJson(text).slice(0, 12));
}

export type Original = ReturnType<typeof loadOriginal>;

/**
 * @param file relative to the root
 * @param approved which text readers get of a generated original: it is the one to translate. null for the text of the file
 * @throws UserError for an invalid article
 */
export function loadOriginal(
  root: string,
  locale: LocaleCode,
  file: string,
  approved: ApprovedTexts | null = loadApprovedTexts(root, true),
) {
  const content = readRegularFile(join(root, file))
    .toString()
    .replace(/^\uFEFF/, '');
  const shown = chooseText(root, approved, file, content);
  const { text } = shown;
  const key = file.replace(/^content\/[^/]+\/articles\//, '').replace(/\.md$/, '');
  const { meta, problems } = parseArticle({ file, locale, key }, text, '', { front: shown.front });
  const front = shown.front ?? parseFrontMatter(text);
  if (!meta || 'message' in front) {
    const {
      code = 'unreadable-article',
      message = 'the article cannot be read',
      hint = 'correct it first',
    } = problems[0] ?? {};
    throw new UserError({ file, code, message, hint });
  }
  const { title, description, status, own } = meta;
  // Editions may have other slugs.
  const entities = resolveEntities(readTree(root, locale), meta.entities);
  const { tags } = meta.editorial;
  const sections: Section[] = splitSections(text.slice(front.bodyStart)).map(({ number, heading, text }) => ({
    number,
    heading,
    text,
  }));
  /** A rejected article, or one that failed its checks, is not translated. */
  const withheld = status === 'withheld';
  const fields = tags.length > 0 ? { tags, ...own } : own;
  return { title, description, entities, fields, sections, withheld };
}

/** Without a valid tree, which is reported elsewhere, no name is known. */
function readTree(root: string, locale: LocaleCode): CategoryTree {
  const name = treeFile(root, locale);
  const file = join(root, name);
  const text = existsSync(file) ? withoutByteOrderMark(readRegularFile(file).toString()) : '';
  const data = name.endsWith('.yaml') ? attempt(() => readYaml(text)) : parseJson(text);
  const tree = categoryTreeSchema.safeParse(withoutSchemaName(data));
  return tree.success ? createCategoryTree(tree.data) : {};
}
