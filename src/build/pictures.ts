/** Owns which pictures a site has: covers, local images in several sizes, social images, icons. The drawing is src/pictures. */
import { existsSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import type { SiteConfig } from '../config/schema.ts';
import type { ImageSource } from '../content/markdown.ts';
import { LIES_ELSEWHERE, liesElsewhere } from '../content/site-files.ts';
import { encodeUrl, isAbsoluteUrl } from '../content/urls.ts';
import { type Problem, UserError } from '../errors.ts';
import { createKeyFold } from '../hash.ts';
import { languageOf } from '../locales/codes.ts';
import { packageFile } from '../package-files.ts';
import { COVER_HEIGHT, COVER_WIDTH, drawCover } from '../pictures/cover.ts';
import { createIcons } from '../pictures/icons.ts';
import { createResponsiveImages, type ResponsiveImage } from '../pictures/responsive.ts';
import { createSocialImages, type SocialImageInput, socialImageName } from '../pictures/social.ts';
import type { Pictures, SocialSubject } from '../site/edition-view.ts';
import type { OutputPath, Picture } from '../site/page.ts';
import type { Article, Site } from '../site/site.ts';
import { hashBytes } from './files.ts';
import { joinImageUrl } from './jobs.ts';
import type { Output, TextFile } from './outputs/output.ts';
import { coverInput, coverPath } from './plan.ts';
import { cacheFolder } from './state.ts';

const IMAGE_FOLDER = 'content/images';

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

/** Local images that articles and info pages name, by the target as written. Targets that leave the folder, or are not there, are no local images. */
async function processLocalImages(site: Site): Promise<Map<string, ResponsiveImage>> {
  const { root } = site.config;
  const targets = new Set<string>();
  for (const { articles, info } of site.editions) {
    for (const { images } of Object.values(info)) for (const target of images) targets.add(target);
    for (const { meta } of articles) {
      if (meta.image !== null) targets.add(meta.image);
      for (const target of meta.images) targets.add(target);
    }
  }
  const found = new Map<string, ResponsiveImage>();
  const images = createResponsiveImages({ cacheFolder: join(cacheFolder(root), 'images') });
  const problems: Problem[] = [];
  for (const target of [...targets].sort()) {
    const name = localName(target);
    if (name === null || !existsSync(join(root, IMAGE_FOLDER, name))) continue;
    const file = `${IMAGE_FOLDER}/${name}`;
    try {
      if (liesElsewhere(root, file)) throw new UserError({ file, ...LIES_ELSEWHERE });
      found.set(target, await images.process(join(root, file), file));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
  return found;
}

/** Path below the images folder, or null. */
function localName(target: string): string | null {
  if (isAbsoluteUrl(target)) return null;
  let decoded: string;
  try {
    decoded = decodeURIComponent(target.replace(/[?#].*$/, ''));
  } catch {
    return null;
  }
  const path = normalize(decoded.replace(/^\/?images\//, ''));
  return path.startsWith('..') || path.startsWith(sep) || path === '.' || path.includes('\0') ? null : path;
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
