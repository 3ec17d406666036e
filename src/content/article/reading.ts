/** Says what parsing takes from the settings of a site. Loads nothing that reads texts: a build without changes compares it. */
import { type LinkOptions, linkOptionsOf } from '../markdown/measure-text.ts';

/** What parsing takes from the settings of a site. Records of texts that were read with others are not used again. */
export interface Reading extends LinkOptions {
  /** IANA name. */
  timeZone: string;
  /** True if titles and descriptions get the quotes and dashes of their language. */
  typography: boolean;
}

export function readingOf(
  config: Parameters<typeof linkOptionsOf>[0] & Pick<Reading, 'timeZone' | 'typography'>,
): Reading {
  const { timeZone, typography } = config;
  return { ...linkOptionsOf(config), timeZone, typography };
}
