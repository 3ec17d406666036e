/** Owns the web app manifest (W3C Web Application Manifest). */
import type { OutputPath } from '../../site/page.ts';
import type { Output } from './output-generator.ts';

export const webManifest: Output = ({ site, editions, icons, baseKey }) => [
  {
    name: 'web-manifest',
    key: baseKey,
    files() {
      const { config, routes } = site;
      const [first] = editions;
      const manifest = {
        id: `${config.basePath}/`,
        name: config.title,
        short_name: config.title.length <= 12 ? config.title : config.shortName,
        description: config.description || first?.view.edition.seo.home.description,
        lang: first?.view.edition.language,
        start_url: `${config.basePath}/`,
        scope: `${config.basePath}/`,
        display: 'minimal-ui',
        background_color: '#ffffff',
        theme_color: config.themeColor,
        icons: icons.map(({ path, sizes, type, purpose }) => ({
          src: routes.fileHref(path),
          sizes,
          type,
          purpose,
        })),
      };
      return [
        {
          path: 'manifest.webmanifest' as OutputPath,
          kind: 'file',
          content: `${JSON.stringify(manifest, null, 2)}\n`,
        },
      ];
    },
  },
];
