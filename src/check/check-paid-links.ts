/** Judges the links of the rendered pages: paid ones that no word declares, and hosts whose addresses look paid. */
import type { SourcePlaces } from '../build/target-places.ts';
import { CONFIG_FILE } from '../config/config-file.ts';
import { attempt } from '../foundation/attempt.ts';
import { finding, type Place, type Problems } from '../foundation/errors.ts';
import { formatCount } from '../foundation/report.ts';
import { createPaidTest, paidSettings } from '../site/paid-addresses.ts';
import type { Site } from '../site/site.ts';
import type { CheckedPage } from './scan-pages.ts';

/**
 * Parameters that carry the number of an affiliate, from the documentation of the networks, read on 2026-11-20: Awin, Income
 * Access and NetRefer (btag), TUNE (aff_id), Post Affiliate Pro (a_aid), Impact (irclickid), and the common spellings.
 */
const AFFILIATE = ['awinaffid', 'btag', 'aff_id', 'affid', 'a_aid', 'irclickid', 'affiliate_id', 'affiliate'];
/** Amazon Associates. Elsewhere `tag` has other meanings. */
const AMAZON = /(?:^|\.)(?:amazon\.[a-z.]+|amzn\.to)$/;

export function createPaidLinkCheck(site: Site, { placesOf }: SourcePlaces, problems: Problems) {
  const { config } = site;
  const isPaid = createPaidTest(paidSettings(config));
  const exceptions = createPaidTest({
    ...config,
    paidLinks: { ...config.paidLinks, links: config.paidLinks.except, except: [] },
  });
  const own = new URL(config.url).host;
  const reported = new Set<string>();
  const asked = new Map<string, { count: number; parameter: string; place: Place }>();

  return {
    visit({ page, file, bodyTargets, undeclared }: CheckedPage): void {
      const ofText = new Set(bodyTargets);
      for (const target of undeclared) {
        const source = ofText.has(target) ? file : null;
        if (isPaid(target)) {
          const key = `${source ?? ''}\n${target}`;
          if (reported.has(key)) continue;
          reported.add(key);
          const message = `the link to "${target}" does not say that it is paid for`;
          const hint =
            'write rel="sponsored" and a word such as "ad", or leave the link to the Markdown of a text';
          problems.error({ ...finding('undeclared-paid-link', message, hint), file: `page ${page.path}` });
          continue;
        }
        const url = attempt(() => new URL(target));
        const parameter = url && affiliateParameter(url);
        if (!url || !parameter || url.host === own || exceptions(target)) continue;
        const known = asked.get(url.hostname);
        if (known) known.count++;
        else {
          const [place] = source === null ? [] : placesOf({ file: source, page: page.path, target });
          asked.set(url.hostname, { count: 1, parameter, place: place ?? { file: `page ${page.path}` } });
        }
      }
    },
    /** Asks once for each host. */
    finish(): void {
      for (const [host, { count, parameter, place }] of asked) {
        const message = `${formatCount(count, 'link')} to ${host} with "${parameter}=" may be paid for`;
        const hint = `in ${CONFIG_FILE}, add "${host}?${parameter}" to paidLinks.links, or "${host}" to paidLinks.except`;
        problems.warn({ ...finding('possible-paid-link', message, hint), ...place });
      }
    },
  };
}

/** The parameter by which an address tells who sent the reader; undefined without one. */
function affiliateParameter({ hostname, searchParams }: URL): string | undefined {
  if (AMAZON.test(hostname) && searchParams.has('tag')) return 'tag';
  return AFFILIATE.find((name) => searchParams.has(name));
}
