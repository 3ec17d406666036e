/** Prepares the pictures of a site: covers, local images in several sizes, social images, icons. Drawing is in src/pictures. */
import { join } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { createNamedFiles } from '../../content/data/named-files.ts';
import type { ImageSource } from '../../content/markdown/markdown-options.ts';
import { encodeUrl, isAbsoluteUrl } from '../../content/markdown/safe-urls.ts';
import { UserError } from '../../foundation/errors.ts';
import { createKeyFold } from '../../foundation/hash.ts';
import { installedKey } from '../../foundation/installed-packages.ts';
import { packageFile } from '../../foundation/package-files.ts';
import { isOutside } from '../../foundation/site-files.ts';
import { COVER_HEIGHT, COVER_WIDTH, coverName, drawCover } from '../../pictures/draw-cover.ts';
import type { ResponsiveImage } from '../../pictures/responsive.ts';
import { createIcons, type Icon } from '../../pictures/site-icons.ts';
import type { DrawnCover, Pictures } from '../../site/edition-view.ts';
import type { OutputPath, Picture } from '../../site/page.ts';
import { outputPath } from '../../site/routes.ts';
import type { Article, Site } from '../../site/site.ts';
import { socialInput, socialPath } from '../outputs/social-images.ts';
import { joinImageUrl } from '../plan/image-url.ts';
import { cacheFolder } from '../state/build-state.ts';
import type { Background } from '../threads/background.ts';
import { authorsFile } from './listed-texts.ts';
import { type PictureOptions, processLocalImages } from './local-images.ts';

/** The size of a remote image is unknown. The page reserves a space of this shape. */
const REMOTE_SIZE = { width: '1200', height: '675' };

/** Styles crop the photo of an author to a square. */
const PHOTO_SIZE = '96';

/** Height of a square logo in CSS pixels. A wide logo is less tall. */
const LOGO_SIZE = 72;
const MAX_LOGO_WIDTH = 288;

export type SitePictures = Awaited<ReturnType<typeof preparePictures>>;

/**
 * Starts to draw the icons of a site. They need only its configuration, so a build draws them while it parses.
 * @throws UserError where the logo cannot be read
 */
export async function drawIcons(
  { root, logo, themeColor }: SiteConfig,
  { run }: Background,
): Promise<Icon[]> {
  const logoFile = logo === undefined ? null : join(root, logo);
  if (logoFile !== null && isOutside(root, logoFile))
    throw new UserError({
      file: logoFile,
      code: 'unreadable-image',
      message: 'the logo is not in the folder of the site',
      hint: 'copy it into the folder, and set "logo" in site-config.json to its path there',
    });
  return createIcons({
    drawing: {
      renderIcon: (input) => run('renderIcon', input),
      pickBackground: (input) => run('pickBackground', input),
      resizeLogo: (input) => run('resizeLogo', input),
    },
    logoFile,
    themeColor,
    cacheFolder: join(cacheFolder(root), 'icons', installedKey('sharp')),
    // Drawn when the program was compiled.
    shippedFolder: packageFile('lib/icons'),
  });
}

/** Waits until all icons are drawn. @throws UserError where the logo cannot be drawn */
export async function finishIcons(icons: readonly Icon[]): Promise<void> {
  await Promise.all(icons.map(({ bytes }) => bytes));
}

export async function preparePictures(site: Site, icons: readonly Icon[], options: PictureOptions) {
  const { config, routes } = site;
  const named = createNamedFiles(config.root, config.locales);
  const local = await processLocalImages(site, named, options);
  const sourceOf = (file: string, target: string): ImageSource | null => {
    const image = local.get(named.picture(file, target) ?? '');
    return image ? describeImage(image, (name) => routes.fileHref(imagePath(name))) : null;
  };
  const fold = createKeyFold();
  for (const [file, { fallback, variants }] of local)
    for (const { name } of [fallback, ...variants]) fold.add(file).add(name);
  for (const { name, key } of icons) fold.add(name).add(key);
  return {
    ...describePictures(site, sourceOf),
    ...describeIcons(icons),
    /** The images of a text that the site holds, by their target in Markdown; null where there are none. @param file of the text */
    bodyImages(file: string, targets: readonly string[]): Record<string, ImageSource> | null {
      const found = targets.flatMap((target) => {
        const source = sourceOf(file, target);
        return source ? [[target, source] as const] : [];
      });
      return found.length > 0 ? Object.fromEntries(found) : null;
    },
    /** True if the site has the image of a target in content. */
    holds: (file: string, target: string): boolean => local.has(named.picture(file, target) ?? ''),
    named,
    /** URL of the copy of a picture without metadata; null for a file that is none. */
    copyOf(file: string): string | null {
      const image = local.get(file);
      return image ? routes.fileHref(imagePath(image.fallback.name)) : null;
    },
    /** Hash of the local images and the icons. */
    key: fold.key(),
    /** Files of the local images, each once. */
    imageFiles: new Map(
      [...local.values()].flatMap(({ fallback, variants }) =>
        [fallback, ...variants].map(({ name, bytes }) => [imagePath(name), bytes] as const),
      ),
    ),
  };
}

/** @param sourceOf the image of the site that a file names; null where it has none */
function describePictures(
  site: Site,
  sourceOf: (file: string, target: string) => ImageSource | null,
): Pictures {
  const { config, routes } = site;
  const covers = config.covers ?? (config.features.covers ? 'leads' : 'none');
  const describeDrawing = ({ meta, placements }: Article): DrawnCover | null => {
    const [placement] = placements;
    if (covers === 'none' || meta.image !== null || !placement) return null;
    const { category, subcategory } = placement;
    const input = { title: meta.title, category: category.key, subcategory: subcategory.key };
    return { path: outputPath(`assets/covers/${coverName(input)}`), ...input };
  };
  const pictureOf = ({ meta }: Article, drawn: DrawnCover | null): Picture | null => {
    if (meta.image !== null) return ownCover(meta.image, sourceOf(meta.file, meta.image), config);
    const size = { width: String(COVER_WIDTH), height: String(COVER_HEIGHT) };
    return drawn && { url: routes.fileHref(drawn.path), alt: '', ...size, sources: [] };
  };
  const drawnCover = (article: Article) => (covers === 'all' ? describeDrawing(article) : null);
  const drawInline = (article: Article, drawn: DrawnCover | null) => {
    const picture = pictureOf(article, drawn);
    return picture && drawn ? { ...picture, svg: fillBox(drawCover(drawn)) } : picture;
  };
  return {
    cover: (article) => pictureOf(article, drawnCover(article)),
    photo({ photo }, locale) {
      if (photo === undefined) return null;
      const picture = ownCover(photo, sourceOf(authorsFile(locale), photo), config);
      return picture.sources.length > 0 ? picture : { ...picture, width: PHOTO_SIZE, height: PHOTO_SIZE };
    },
    drawnCover,
    leadCover: (article) => drawInline(article, describeDrawing(article)),
    figure: (article) => drawInline(article, drawnCover(article)),
    preview({ meta }) {
      if (meta.image === null) return null;
      const held = sourceOf(meta.file, meta.image);
      const { url } = ownCover(meta.image, held, config);
      // A relative file that is not in content/images may not exist.
      if (!held && !isAbsoluteUrl(url)) return null;
      const { href, pathname } = new URL(url, config.url);
      if (/\.svg$/i.test(pathname)) return null;
      const size =
        held?.width && held.height ? { width: String(held.width), height: String(held.height) } : null;
      return { url: href, size };
    },
    social(subject) {
      const input = socialInput(site, subject);
      return input && { path: socialPath(input), title: input.title };
    },
  };
}

function describeIcons(icons: readonly Icon[]) {
  const iconOf = (wanted: string): Icon => {
    const icon = icons.find(({ purpose }) => purpose === wanted);
    if (!icon) throw new Error(`no icon for ${wanted}`);
    return icon;
  };
  const logo = iconOf('logo');
  return {
    iconFiles: new Map(icons.map(({ name, bytes }) => [outputPath(name), bytes] as const)),
    /** Icons that the web manifest lists. */
    icons: icons.flatMap(({ name, purpose, sizes, type }) =>
      purpose === 'any' || purpose === 'maskable' ? [{ path: outputPath(name), sizes, type, purpose }] : [],
    ),
    logo: { path: outputPath(logo.name), size: fitLogo(logo.ratio ?? 1) },
    favicon: outputPath(iconOf('favicon').name),
    appleIcon: outputPath(iconOf('apple').name),
  };
}

/** A logo is 72 px tall. A wide one, which shows the site's name, is less tall, so that it does not fill the header. */
function fitLogo(ratio: number): { width: number; height: number; isName: boolean } {
  const isName = ratio >= 2;
  const height = isName ? Math.min(LOGO_SIZE, Math.round(MAX_LOGO_WIDTH / ratio)) : LOGO_SIZE;
  return { width: Math.round(height * Math.max(ratio, 1)), height, isName };
}

/** Makes an inline drawing cover its box, as an image with `object-fit: cover` does. */
function fillBox(svg: string): string {
  return svg.replace(/^<svg xmlns="[^"]*"/, '<svg preserveAspectRatio="xMidYMid slice"');
}

function imagePath(name: string): OutputPath {
  return outputPath(`assets/images/${name}`);
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
