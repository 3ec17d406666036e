/** Finds scripts of integrations that should be files of the site and are not. */
import { CONFIG_FILE } from '../config/load-config.ts';
import type { FieldProblem } from '../content/article/article-fields.ts';
import type { Site } from '../site/site.ts';
import type { Addresses } from '../site/site-addresses.ts';

export function checkIntegrations({ config }: Site, addresses: Addresses): FieldProblem[] {
  return config.integrations.analytics.flatMap(({ script }, index): FieldProblem[] => {
    const missing = script?.startsWith('/') ? addresses.explain(script) : null;
    if (!missing) return [];
    const field = ['integrations', 'analytics', index, 'script'];
    const message = `the script "${script}" ${missing.message}`;
    return [
      {
        file: CONFIG_FILE,
        code: 'dead-link',
        message,
        hint: `put it at public${script}`,
        at: { field },
        warning: false,
      },
    ];
  });
}
