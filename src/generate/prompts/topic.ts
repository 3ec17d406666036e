/** Defines a topic: what one article is about. */
import * as z from 'zod';
import { GENERATION_LOCALES } from '../../locales/generation.ts';

export const topicSchema = z.object({
  topic: z.string(),
  category: z.string().optional(),
  subcategory: z.string().optional(),
  keywords: z.string().optional(),
  notes: z.string().optional(),
  author: z.string().optional(),
  /** Without a locale the topic is for every locale of the run. */
  locale: z.enum(GENERATION_LOCALES).optional(),
});
export type Topic = z.output<typeof topicSchema>;
