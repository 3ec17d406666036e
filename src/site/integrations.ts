/** Turns the integrations of site-config.json into parts of pages, scripts, and the policy sources that they need. */

import type { SiteConfig } from '../config/config-schema.ts';
import type { Analytics, CommentService } from '../config/integrations-schema.ts';
import type { PolicySources } from '../config/policy-schema.ts';
import type { ChromeData, HeadTag, LoadedScript, Newsletter } from './chrome-data.ts';
import type { EditionView } from './edition-view.ts';
import { textIn } from './navigation.ts';
import type { Comments } from './page.ts';
import { statesRights } from './rights.ts';
import { outputPath } from './routes.ts';

/** The meta elements by which services verify the owner of a site. */
const VERIFICATION = {
  google: 'google-site-verification',
  bing: 'msvalidate.01',
  yandex: 'yandex-verification',
  naver: 'naver-site-verification',
  baidu: 'baidu-site-verification',
  pinterest: 'p:domain_verify',
  facebook: 'facebook-domain-verification',
} as const;

/** The parts of header, footer and <head> that integrations add to an edition; empty without integrations. */
export function describeIntegrations(
  view: EditionView,
): Pick<ChromeData, 'headTags' | 'newsletter' | 'consentHosts'> {
  const { config, routes } = view.site;
  const headTags = listHeadTags(config, (path) => routes.fileHref(outputPath(path.slice(1))));
  const newsletter = createNewsletter(view);
  const hosts = listScripts(config, String).flatMap(({ consent, name }) =>
    consent === 'none' ? [] : [name],
  );
  return {
    ...(headTags.length > 0 && { headTags }),
    ...(newsletter && { newsletter }),
    ...(hosts.length > 0 && { consentHosts: [...new Set(hosts)].join(', ') }),
  };
}

/** @param href returns the URL of a file of the site */
function listHeadTags(
  { integrations, rights, fediverse }: SiteConfig,
  href: (path: string) => string,
): HeadTag[] {
  const { head, verification } = integrations;
  const codes = Object.entries(VERIFICATION).map(([service, name]) => ({
    tag: 'meta' as const,
    attributes: { name, content: verification[service as keyof typeof VERIFICATION] },
  }));
  const own = head.map(({ meta, link }) =>
    link
      ? { tag: 'link' as const, attributes: { ...link, href: link.href.replace(/^\/(?!\/).*/, href) } }
      : { tag: 'meta' as const, attributes: { ...meta } },
  );
  const license = { rel: 'license', type: 'application/rsl+xml', href: href('/license.xml') };
  return [
    ...codes.filter(({ attributes }) => attributes.content !== undefined),
    ...(statesRights(rights) ? [{ tag: 'link' as const, attributes: license }] : []),
    ...(fediverse === undefined
      ? []
      : [{ tag: 'meta' as const, attributes: { name: 'fediverse:creator', content: fediverse } }]),
    ...own,
  ];
}

interface Service {
  script: LoadedScript;
  policy: PolicySources;
}

/** @param href makes the URL of a file of the site */
export function listScripts({ integrations }: SiteConfig, href: (path: string) => string): LoadedScript[] {
  return integrations.analytics.map((entry) => {
    const { script } = describe(entry);
    return { ...script, src: script.src.startsWith('/') ? href(script.src) : script.src };
  });
}

/** The form in the language of an edition; null if the site has none. */
function createNewsletter(view: EditionView): Newsletter | null {
  const { newsletter } = view.site.config.integrations;
  if (!newsletter) return null;
  const { action, field, hidden, title, text, button } = newsletter;
  const { strings } = view;
  return {
    action,
    field,
    hidden: Object.entries(hidden),
    title: textIn(view, title) ?? strings.newsletter.title,
    text: textIn(view, text) ?? '',
    button: textIn(view, button) ?? strings.newsletter.button,
  };
}

/** True if an integration changes the pages. */
export function showsIntegrations({ integrations }: SiteConfig): boolean {
  const { analytics, comments, newsletter } = integrations;
  return (
    analytics.some(({ consent }) => consent !== 'none') ||
    [comments, newsletter].some((entry) => entry !== undefined)
  );
}

/** True if pages need the client script for integrations. */
export function needsIntegrationScript({ integrations }: SiteConfig): boolean {
  return integrations.analytics.length > 0 || integrations.comments !== undefined;
}

/** The policy sources that integrations need on every page. */
export function sitePolicy({ integrations }: SiteConfig): PolicySources[] {
  const { analytics, newsletter } = integrations;
  return [
    ...analytics.map((entry) => describe(entry).policy),
    ...(newsletter ? [{ 'form-action': [new URL(newsletter.action).origin] }] : []),
  ];
}

function describe(entry: Analytics): Service {
  const { consent, integrity } = entry;
  const create = (
    src: string,
    connect: readonly string[],
    rest: Pick<LoadedScript, 'attributes' | 'globals'>,
  ): Service => ({
    script: {
      service: entry.service,
      name: src.startsWith('/') ? (connect[0] ? new URL(connect[0]).host : src) : new URL(src).host,
      src,
      consent,
      ...(typeof integrity === 'string' && { integrity }),
      ...rest,
    },
    policy: {
      ...(!src.startsWith('/') && { 'script-src': [src] }),
      ...(connect.length > 0 && { 'connect-src': connect }),
    },
  });
  switch (entry.service) {
    case 'plausible': {
      const { host, script = `${host}/js/script.js` } = entry;
      const attributes = { 'data-domain': entry.domain, 'data-api': `${host}/api/event` };
      return create(script, [host], { attributes });
    }
    case 'umami': {
      const { host, script = `${host}/script.js` } = entry;
      // Umami's cloud receives events at another host than the script's.
      const receiver = host === 'https://cloud.umami.is' ? 'https://api-gateway.umami.dev' : host;
      const attributes = { 'data-website-id': entry.website, 'data-host-url': receiver };
      return create(script, [receiver], { attributes });
    }
    case 'matomo': {
      const { host, script = `${host}/matomo.js` } = entry;
      const calls = [
        ['setTrackerUrl', `${host}/matomo.php`],
        ['setSiteId', String(entry.site)],
        ['trackPageView'],
        ['enableLinkTracking'],
      ];
      return create(script, [new URL(host).origin], { globals: { _paq: calls } });
    }
    case 'goatcounter': {
      const { host, script = 'https://gc.zgo.at/count.js' } = entry;
      return create(script, [host], { attributes: { 'data-goatcounter': `${host}/count` } });
    }
    case 'script':
      return create(entry.script, entry.connect, { attributes: entry.attributes });
  }
}

/** The comments of a page, and the policy sources that they need. */
export function createComments(
  service: CommentService,
  page: { url: string; language: string },
): { comments: Comments; policy: PolicySources } {
  switch (service.service) {
    case 'giscus': {
      const { host, repo, repoId, category, categoryId } = service;
      const attributes = {
        'data-repo': repo,
        'data-repo-id': repoId,
        'data-category': category,
        'data-category-id': categoryId,
        'data-mapping': 'pathname',
        'data-strict': '1',
        'data-reactions-enabled': '1',
        'data-emit-metadata': '0',
        'data-input-position': 'top',
        'data-theme': 'preferred_color_scheme',
        'data-lang': page.language,
      };
      return {
        comments: createLoad(host, { script: `${host}/client.js`, attributes, place: 'giscus' }),
        policy: {
          'script-src': [`${host}/client.js`],
          'style-src': [`${host}/default.css`],
          'frame-src': [host],
        },
      };
    }
    case 'remark42': {
      const { host, site } = service;
      const globals = {
        remark_config: { host, site_id: site, url: page.url, components: ['embed'], locale: page.language },
      };
      return {
        comments: createLoad(host, {
          script: `${host}/web/embed.mjs`,
          module: true,
          globals,
          place: 'remark42',
        }),
        policy: { 'script-src': [`${host}/web/`], 'frame-src': [host], 'connect-src': [host] },
      };
    }
    case 'frame': {
      const url = service.url.replaceAll('{url}', encodeURIComponent(page.url));
      const { origin } = new URL(url);
      return { comments: createLoad(origin, { frame: url }), policy: { 'frame-src': [origin] } };
    }
  }
}

function createLoad(host: string, load: object): Comments {
  return { host: new URL(host).host, load: JSON.stringify(load) };
}
