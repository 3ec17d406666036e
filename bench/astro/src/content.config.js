/** The collection of articles: the files of the corpus as they are. */
import { defineCollection, z } from 'astro:content';
import { glob } from 'astro/loaders';

const entity = z.object({
  category: z.string(),
  subcategories: z.array(z.object({ subcategory: z.string() })),
});

export const collections = {
  articles: defineCollection({
    loader: glob({ pattern: '**/*.md', base: '../corpus/content/en_US/articles' }),
    schema: z.object({
      title: z.string(),
      // Real texts have none.
      description: z.string().default(''),
      author: z.string(),
      date: z.coerce.date(),
      updated: z.coerce.date().optional(),
      entities: z.array(entity),
    }),
  }),
};
