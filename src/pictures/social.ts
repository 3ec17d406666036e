/** Makes the images that social networks show for a page: 1200×630 PNG, once for each content. */
import { hash } from 'node:crypto';
import { createFileCache } from '../foundation/file-cache.ts';
import type { CoverInput } from './draw-cover.ts';

export interface SocialImageInput {
  title: string;
  /** The category's title; '' for none. */
  kicker: string;
  siteTitle: string;
  /** BCP 47, such as "tr": decides casing and line breaks. */
  language: string;
  /** The cover in the strip; default: one made from title and kicker. */
  cover?: CoverInput;
}

/** Part of every name: raise it when the look changes. */
const VERSION = 2;

/** Part of every name in the cache: raise it when the bytes change and the look does not. */
const ENCODING = 1;

/** File name of the image, without drawing it. */
export function socialImageName(input: SocialImageInput): string {
  const { title, kicker, siteTitle, language, cover } = input;
  const side = cover ? [cover.title, cover.category, cover.subcategory] : null;
  const identity = JSON.stringify([VERSION, title, kicker, siteTitle, language, side]);
  return `${hash('sha256', identity, 'hex').slice(0, 16)}.png`;
}

/** @param options.draw PNG bytes of an image that the cache does not have */
export function createSocialImages(options: {
  cacheFolder: string;
  draw(input: SocialImageInput): Promise<Uint8Array>;
}) {
  const cache = createFileCache(options.cacheFolder);
  return {
    /** PNG bytes, from the cache if this content was drawn before. */
    render: (input: SocialImageInput) =>
      cache.once(`${ENCODING}-${socialImageName(input)}`, () => options.draw(input)),
  };
}
