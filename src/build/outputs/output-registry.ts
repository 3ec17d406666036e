/** Lists the outputs. To add one: a module in this folder, and its line here. */
import type { Site } from '../../site/site.ts';
import type { ManifestEntry } from '../write/manifest.ts';
import { clientFiles } from './client-files.ts';
import { feeds } from './feeds.ts';
import { formerWorkers } from './former-workers.ts';
import { hostFiles } from './host-files.ts';
import { indexNowKey } from './index-now-key.ts';
import { llmsText } from './llms-text.ts';
import { navigation } from './navigation-data.ts';
import type {
  FinalOutput,
  OutputGenerator,
  OutputGroup,
  OutputInput,
  OutputWork,
} from './output-generator.ts';
import { icons, images, linkedFiles, socialImages } from './picture-files.ts';
import { serviceWorker } from './precache.ts';
import { publicFiles } from './public-files.ts';
import { redirects } from './redirects.ts';
import { rightsFiles } from './rights-files.ts';
import { robots } from './robots.ts';
import { searchTexts } from './search-texts.ts';
import { searchIndex } from './search-titles.ts';
import { sitemap } from './sitemap-xml.ts';
import { webManifest } from './web-manifest.ts';

/** Outputs that need only the site, not the pages. They are made while the pages are rendered. */
const OUTPUTS: readonly OutputGenerator[] = [
  clientFiles,
  icons,
  images,
  linkedFiles,
  socialImages,
  publicFiles,
  formerWorkers,
  navigation,
  searchIndex,
  webManifest,
  redirects,
  sitemap,
  robots,
  rightsFiles,
  llmsText,
  feeds,
  hostFiles,
  indexNowKey,
];

/** Made after the pages. */
const FINAL_OUTPUTS: readonly FinalOutput[] = [searchTexts, serviceWorker];

const ALL: readonly Pick<OutputGenerator, 'owns' | 'files'>[] = [...OUTPUTS, ...FINAL_OUTPUTS];

export function planOutputs(work: OutputWork): OutputGroup[] {
  return OUTPUTS.flatMap((output) => output.groups(work));
}

/** @param rendered the files of the pages */
export function planFinalOutputs(work: OutputWork, rendered: readonly ManifestEntry[]): OutputGroup[] {
  return FINAL_OUTPUTS.flatMap((output) => output.groups(work, rendered));
}

/** Paths that outputs own, as `OutputGenerator.owns` writes them. */
export function listOwned(site: Site): string[] {
  return ALL.flatMap((output) => output.owns(site));
}

/** Lists the files of outputs that a page may link to, without making them. */
export function listLinkable(input: OutputInput): Set<string> {
  const files = ALL.flatMap((output) => [
    ...output.owns(input.site).filter((path) => !path.includes('*')),
    ...(output.files?.(input) ?? []),
  ]);
  return new Set(files);
}
