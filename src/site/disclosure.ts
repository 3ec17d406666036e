/** Says which articles are marked as written by a model, and how machines read it. */
import type { Article, Site } from './site.ts';

export const isDisclosed = ({ config }: Pick<Site, 'config'>, { meta }: Pick<Article, 'meta'>) =>
  config.generate.disclosure && meta.generated !== null;

/** The value for `digitalSourceType` of schema.org. */
export const DIGITAL_SOURCE = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource';

/** The same as a category of a feed: a term of the vocabulary of the IPTC. */
export const SOURCE_CATEGORY = {
  scheme: 'http://cv.iptc.org/newscodes/digitalsourcetype/',
  term: 'trainedAlgorithmicMedia',
};
