/** The JSON schemas of all files that the owner of a site writes, and the editor settings that name them. */
import * as z from 'zod';
import { siteConfigJsonSchema } from '../config/config-schema.ts';
import { frontMatterSchema } from '../content/article/article-fields.ts';
import { categoryFileSchema } from '../content/article/category-tree.ts';
import { adsSchema, authorsSchema, paidLinksSchema, seoSchema } from '../content/data/edition-data.ts';
import { pageFieldsSchema } from '../content/data/info-pages.ts';
import { noticesSchema, offersSchema } from '../content/data/offers.ts';
import { topicRowSchema } from '../generate/run/parse-topics.ts';
import { stringsJsonSchema } from '../locales/strings-schema.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** A JSON schema (draft 2020-12). */
export type JsonSchema = Record<string, unknown>;

export interface ContentSchema {
  /** Names the file of the schema: `ads` is lib/schemas/ads.schema.json. */
  name: string;
  /** Patterns of the files, relative to the root of a site. */
  files: readonly string[];
  format: 'json' | 'yaml' | 'front matter';
  /** New files begin with `$schema`. A list cannot, and in a category tree it would be the name of a category. */
  isNamed?: true;
  create(): JsonSchema;
}

const fromZod = (schema: z.ZodType): JsonSchema => ({
  ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
});

export const CONTENT_SCHEMAS: readonly ContentSchema[] = [
  {
    name: 'site-config',
    files: ['site-config.json'],
    format: 'json',
    create: () => ({ ...siteConfigJsonSchema() }),
  },
  {
    name: 'article',
    files: ['content/*/articles/**/*.md'],
    format: 'front matter',
    create: () => fromFrontMatter(frontMatterSchema),
  },
  {
    name: 'page',
    files: ['content/*/pages/**/*.md', 'content/*/info/*.md'],
    format: 'front matter',
    create: () => fromFrontMatter(pageFieldsSchema),
  },
  {
    name: 'categories',
    files: ['content/*/categories.json'],
    format: 'json',
    create: () => named(fromZod(categoryFileSchema)),
  },
  {
    name: 'authors',
    files: ['content/*/authors.json'],
    format: 'json',
    create: () => fromZod(authorsSchema),
  },
  {
    name: 'seo',
    files: ['content/*/seo.json'],
    format: 'json',
    isNamed: true,
    create: () => named(fromZod(seoSchema)),
  },
  {
    name: 'paid-links',
    files: ['content/paid-links.json'],
    format: 'json',
    isNamed: true,
    create: () => named(fromZod(paidLinksSchema)),
  },
  {
    name: 'ads',
    files: ['content/ads.json'],
    format: 'json',
    isNamed: true,
    create: () => named(fromZod(adsSchema)),
  },
  {
    name: 'offers',
    files: ['content/offers.yaml', 'content/offers.json', 'content/offers/*.yaml', 'content/offers/*.json'],
    format: 'yaml',
    create: () => named(fromZod(offersSchema)),
  },
  {
    name: 'notices',
    files: ['content/notices.yaml', 'content/notices.json'],
    format: 'yaml',
    create: () => fromZod(noticesSchema),
  },
  {
    name: 'strings',
    files: ['content/*/strings.json'],
    format: 'json',
    isNamed: true,
    create: () => named({ $schema: DRAFT, ...stringsJsonSchema() }),
  },
  {
    name: 'locale',
    files: ['theme/locales/*.json'],
    format: 'json',
    isNamed: true,
    create: () => named({ $schema: DRAFT, ...stringsJsonSchema() }),
  },
  {
    name: 'topics',
    files: ['topics*.yaml', 'topics*.yml'],
    format: 'yaml',
    create: () => fromZod(z.array(z.union([topicRowSchema.shape.topic, topicRowSchema]))),
  },
];

/** The path of a schema after `npm install`. A site names its dependency `articles`. */
const fileOf = (name: string) => `node_modules/articles/lib/schemas/${name}.schema.json`;

/** The content of `.vscode/settings.json`, by which editors check and complete files. */
export function createEditorSettings(): object {
  const select = (isJson: boolean) =>
    CONTENT_SCHEMAS.flatMap(({ name, files }) => {
      const own = files.filter((file) => file.endsWith('.json') === isJson);
      return own.length > 0 ? [{ url: `./${fileOf(name)}`, files: own }] : [];
    });
  return {
    'json.schemas': select(true).map(({ url, files }) => ({
      fileMatch: files.map((file) => `/${file}`),
      url,
    })),
    'yaml.schemas': Object.fromEntries(select(false).map(({ url, files }) => [url, files])),
  };
}

/**
 * Adds the name of its schema to the text of a file.
 * @param path relative to the root of the site
 */
export function nameSchema(path: string, text: string): string {
  const schema = schemaOf(path);
  if (!schema?.isNamed) return text;
  const $schema = `${'../'.repeat(path.split('/').length - 1)}${fileOf(schema.name)}`;
  return `${JSON.stringify({ $schema, ...JSON.parse(text) }, null, 2)}\n`;
}

/** @param path relative to the root of the site. @returns null for a file without a schema */
export function schemaOf(path: string): ContentSchema | null {
  return CONTENT_SCHEMAS.find(({ files }) => files.some((glob) => patternOf(glob).test(path))) ?? null;
}

function patternOf(glob: string): RegExp {
  const parts: Readonly<Record<string, string>> = { '.': '\\.', '*': '[^/]*', '**/': '(?:.+/)?' };
  return new RegExp(`^${glob.replace(/\*\*\/|[.*]/g, (part) => parts[part] ?? part)}$`);
}

/** Allows `$schema` in a file. */
function named(schema: JsonSchema): JsonSchema {
  const properties = typeof schema.properties === 'object' ? schema.properties : {};
  const $schema = { type: 'string', description: 'JSON schema of this file, for editors.' };
  return { ...schema, properties: { $schema, ...properties } };
}

/** The program reads front matter as strings, but editors see unquoted values as numbers and booleans. */
function fromFrontMatter(schema: z.ZodType): JsonSchema {
  return {
    ...z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override({ jsonSchema }) {
        if (jsonSchema.type !== 'string' || jsonSchema.pattern !== undefined) return;
        if (jsonSchema.enum === undefined) Object.assign(jsonSchema, { type: SCALARS });
        else if (jsonSchema.enum.includes('true'))
          Object.assign(jsonSchema, { type: SCALARS, enum: [true, false, ...jsonSchema.enum] });
      },
    }),
  };
}

const SCALARS = ['string', 'number', 'boolean'];
