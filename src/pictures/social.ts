/** Makes the images that social networks show for a page: PNG files of 1200×630, each drawn once for the same content. */
import { hash } from 'node:crypto';
import { createFileCache, removeUnused } from '../foundation/file-cache.ts';
import { installedKey } from '../foundation/installed-packages.ts';
import type { CoverInput } from './draw-cover.ts';
import type { OwnFont } from './fonts.ts';

export interface SocialImageInput {
  title: string;
  /** The category's title; '' if there is none. */
  kicker: string;
  siteTitle: string;
  /** BCP 47 tag such as "tr", which decides casing and line breaks. */
  language: string;
  /** Default: from left to right. */
  direction?: 'rtl';
  /** The site's own fonts, the best first. */
  fonts?: OwnFont[];
  /** The cover in the strip; default: a cover drawn from title and kicker. */
  cover?: CoverInput;
}

/** Part of every file name. Raise it when the look changes. */
const VERSION = 2;

/** Part of every name in the cache. Raise it when the bytes change but the look does not. */
const ENCODING = 1;

/** Returns the file name of the image without drawing it. */
export function socialImageName(input: SocialImageInput): string {
  const { title, kicker, siteTitle, language, cover, fonts = [] } = input;
  const side = cover ? [cover.title, cover.category, cover.subcategory] : null;
  const identity = JSON.stringify([
    ...[VERSION, title, kicker, siteTitle, language, side],
    ...fonts.map(({ key }) => key),
  ]);
  return `${hash('sha256', identity, 'hex').slice(0, 16)}.png`;
}

/** @param options.draw makes the PNG bytes of an image that is not in the cache */
export function createSocialImages(options: {
  cacheFolder: string;
  draw(input: SocialImageInput): Promise<Uint8Array>;
}) {
  const cache = createFileCache(options.cacheFolder);
  const made = [ENCODING, installedKey('sharp', 'harfbuzzjs', 'fontkitten', 'subset-font')].join('-');
  const nameOf = (input: SocialImageInput) => `${made}-${socialImageName(input)}`;
  return {
    /** Returns PNG bytes, from the cache if this content was drawn before. */
    render: (input: SocialImageInput) => cache.once(nameOf(input), () => options.draw(input)),
    /** Removes what no build has used for thirty days from the cache. @param inputs all images of this build */
    removeUnused: (inputs: Iterable<SocialImageInput>) =>
      removeUnused(options.cacheFolder, new Set(Array.from(inputs, nameOf))),
  };
}
