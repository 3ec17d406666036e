import { z } from 'zod';

/** Fields of this site's articles, besides those of the program. */
export const article = z.object({
  bed: z.string().optional().describe('Name of the bed, such as "West".'),
  sown: z.iso.date().optional().describe('Day of sowing, such as 2025-11-08.'),
  effort: z.int().min(1).max(5).optional().describe('Work that it takes, from 1 to 5.'),
});

/** What search engines get of them. */
export const jsonLd = ({ bed }: z.infer<typeof article>) => ({
  locationCreated: bed === undefined ? undefined : { '@type': 'Place', name: bed },
});

/** Rain in millimetres, with the month in each language. */
const rain = z.object({
  month: z.string(),
  monat: z.string(),
  shahr: z.string(),
  y2025: z.number(),
  y2026: z.number(),
});
export const data = { rain: z.array(rain) };
