/** Writes the web app manifest (W3C Web Application Manifest). */
import { outputPath } from '../../site/routes.ts';
import { type OutputInput, singleFile } from './output-generator.ts';

export const webManifest = singleFile(
  outputPath('manifest.webmanifest'),
  'file',
  (input) => `${JSON.stringify(createManifest(input), null, 2)}\n`,
);

function createManifest({ site, pictures }: OutputInput): object {
  const { config, routes, editions } = site;
  const [first] = editions;
  const home = `${config.basePath}/`;
  return {
    id: home,
    name: config.title,
    short_name: config.title,
    description: config.description || first?.seo.home.description,
    lang: first?.language,
    start_url: home,
    scope: home,
    display: 'minimal-ui',
    background_color: '#ffffff',
    theme_color: config.themeColor,
    icons: pictures.icons.map(({ path, ...icon }) => ({ src: routes.fileHref(path), ...icon })),
  };
}
