/** Owns which pictures a site has: covers, local images in several sizes, social images, icons. The drawing is src/pictures. */
import { join } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import type { ImageSource } from '../../content/markdown/render-markdown.ts';
import { encodeUrl, isAbsoluteUrl } from '../../content/markdown/safe-urls.ts';
import { createKeyFold } from '../../foundation/hash.ts';
import { packageFile } from '../../foundation/package-files.ts';
import { languageOf } from '../../locales/codes.ts';
import { COVER_HEIGHT, COVER_WIDTH, drawCover } from '../../pictures/draw-cover.ts';
import type { ResponsiveImage } from '../../pictures/responsive.ts';
import { createIcons } from '../../pictures/site-icons.ts';
import { createSocialImages, type SocialImageInput, socialImageName } from '../../pictures/social.ts';
import type { Pictures, SocialSubject } from '../../site/edition-view.ts';
import type { OutputPath, Picture } from '../../site/page.ts';
import type { Article, Site } from '../../site/site.ts';
import type { Output, TextFile } from '../outputs/output-generator.ts';
import { coverInput, coverPath } from '../plan/page-groups.ts';
import { cacheFolder } from '../state/build-state.ts';
import { joinImageUrl } from '../threads/worker-tasks.ts';
import { hashBytes } from '../write/file-writer.ts';
import { processLocalImages } from './local-images.ts';

/** A remote image's size is not known; the page keeps this shape free for it. */
const REMOTE_SIZE = { width: '1200', height: '675' };

export interface SitePictures extends Pictures {
  /** Images of a text by their target in Markdown, as far as the site holds them. @param targets that it names */
  bodyImages(targets: readonly string[]): Record<string, ImageSource> | null;
  /** Over the local images. */
  key: string;
  outputs: Output;
  icons: { path: OutputPath; sizes: string; type: string; purpose: 'any' | 'maskable' }[];
  logo: OutputPath;
  favicon: OutputPath;
  appleIcon: OutputPath;
}

export async function preparePictures(site: Site): Promise<SitePictures> {
  const { config, routes } = site;
  const local = await processLocalImages(site);
  const icons = await createIcons({
    logoFile: config.logo === undefined ? null : join(config.root, config.logo),
    themeColor: config.themeColor,
    cacheFolder: join(cacheFolder(config.root), 'icons'),
    // Drawn when the program was compiled.
    shippedFolder: packageFile('lib/icons'),
  });
  const href = (path: OutputPath) => routes.fileHref(path);
  const sourceOf = (target: string): ImageSource | null => {
    const image = local.get(target);
    return image ? describeImage(image, (name) => href(imagePath(name))) : null;
  };
  const cover = (article: Article): Picture | null => {
    const { image } = article.meta;
    if (image !== null) return ownCover(image, sourceOf(image), config);
    const path = config.features.covers ? coverPath(article) : null;
    return (
      path && {
        url: href(path),
        alt: '',
        width: String(COVER_WIDTH),
        height: String(COVER_HEIGHT),
        sources: [],
      }
    );
  };
  const social = (subject: SocialSubject) => {
    const input = socialInput(config, subject);
    return input && { path: `assets/social/${socialImageName(input)}` as OutputPath, title: input.title };
  };
  const fold = createKeyFold();
  for (const [target, { fallback }] of local) fold.add(target).add(fallback.name);
  for (const { name, bytes } of icons) fold.add(name).add(hashBytes(bytes));
  const iconPath = (name: string) => name as OutputPath;

  return {
    cover,
    openingCover(article) {
      const picture = cover(article);
      const input = picture && article.meta.image === null ? coverInput(article) : null;
      return picture && input ? { ...picture, svg: fillBox(drawCover(input)) } : picture;
    },
    preview({ meta }) {
      if (meta.image === null) return null;
      const held = sourceOf(meta.image);
      const { url } = ownCover(meta.image, held, config);
      // A file that the build does not hold may not be there.
      if (!held && !isAbsoluteUrl(url)) return null;
      const { href, pathname } = new URL(url, config.url);
      if (/\.svg$/i.test(pathname)) return null;
      const size =
        held?.width && held.height ? { width: String(held.width), height: String(held.height) } : null;
      return { url: href, size };
    },
    social,
    bodyImages(targets) {
      const found = targets.flatMap((target) => {
        const source = sourceOf(target);
        return source ? [[target, source] as const] : [];
      });
      return found.length > 0 ? Object.fromEntries(found) : null;
    },
    key: fold.key(),
    icons: icons.flatMap(({ name, purpose, sizes, type }) =>
      purpose === 'any' || purpose === 'maskable' ? [{ path: iconPath(name), sizes, type, purpose }] : [],
    ),
    logo: iconPath(nameOf(icons, 'logo')),
    favicon: iconPath(nameOf(icons, 'favicon')),
    appleIcon: iconPath(nameOf(icons, 'apple')),
    outputs: ({ baseKey }) => [
      {
        name: 'icons',
        key: baseKey,
        files: () =>
          icons.map(({ name, bytes }): TextFile => ({ path: iconPath(name), kind: 'file', content: bytes })),
      },
      {
        name: 'images',
        key: baseKey,
        *files() {
          for (const { fallback, variants } of new Set(local.values())) {
            for (const { name, bytes } of [fallback, ...variants])
              yield { path: imagePath(name), kind: 'asset', content: bytes };
          }
        },
      },
      socialOutput(site, baseKey),
    ],
  };
}

/** A drawing inside a page covers its box, as an image with `object-fit: cover` does. */
function fillBox(svg: string): string {
  return svg.replace(/^<svg xmlns="[^"]*"/, '<svg preserveAspectRatio="xMidYMid slice"');
}

function nameOf(icons: readonly { name: string; purpose: string }[], purpose: string): string {
  const icon = icons.find((candidate) => candidate.purpose === purpose);
  if (!icon) throw new Error(`no icon for ${purpose}`);
  return icon.name;
}

/** One image of each subject that a page of the site may name. */
function socialOutput(site: Site, baseKey: string) {
  const inputs = new Map<string, SocialImageInput>();
  const add = (subject: SocialSubject) => {
    const input = socialInput(site.config, subject);
    if (input) inputs.set(socialImageName(input), input);
  };
  const level = site.config.features.socialImages;
  for (const { locale, tree, articles } of level === false ? [] : site.editions) {
    add({ locale, title: site.config.title, kicker: '', level: 'site' });
    for (const { title } of Object.values(tree)) add({ locale, title, kicker: '', level: 'category' });
    if (level !== 'article') continue;
    for (const { meta, placements } of articles) {
      add({ locale, title: meta.title, kicker: placements[0]?.category.title ?? '', level: 'article' });
    }
  }
  const fold = createKeyFold().add(baseKey);
  for (const name of inputs.keys()) fold.add(name);
  return {
    name: 'social',
    key: fold.key(),
    async *files(): AsyncIterable<TextFile> {
      const images = createSocialImages({ cacheFolder: join(cacheFolder(site.config.root), 'social') });
      for (const [name, input] of inputs) {
        yield {
          path: `assets/social/${name}` as OutputPath,
          kind: 'asset',
          content: await images.render(input),
        };
      }
    },
  };
}

/** What is drawn for a subject at the level that the configuration asks for; null where there are no social images. */
function socialInput(
  config: SiteConfig,
  { locale, title, kicker, level }: SocialSubject,
): SocialImageInput | null {
  const asked = config.features.socialImages;
  const common = { siteTitle: config.title, language: languageOf(locale) };
  if (asked === false) return null;
  if (level === 'site' || asked === 'site') return { title: config.title, kicker: '', ...common };
  if (asked === 'category') return { title: kicker || title, kicker: '', ...common };
  return { title, kicker, ...common };
}

function imagePath(name: string): OutputPath {
  return `assets/images/${name}` as OutputPath;
}

function describeImage(
  { width, height, fallback, variants }: ResponsiveImage,
  urlOf: (name: string) => string,
): ImageSource {
  const types = [...new Set(variants.map(({ type }) => type))];
  return {
    url: urlOf(fallback.name),
    width,
    height,
    sources: types.map((type) => ({
      type,
      srcset: variants
        .filter((variant) => variant.type === type)
        .map((variant) => `${urlOf(variant.name)} ${variant.width}w`)
        .join(', '),
    })),
  };
}

function ownCover(target: string, image: ImageSource | null, config: SiteConfig): Picture {
  if (image?.width && image.height) {
    const { url, width, height, sources } = image;
    return { url, alt: '', width: String(width), height: String(height), sources: [...sources] };
  }
  return {
    url: encodeUrl(joinImageUrl(target, config.articleImageBaseUrl, config.basePath)),
    alt: '',
    ...REMOTE_SIZE,
    sources: [],
  };
}
