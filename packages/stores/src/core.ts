/**
 * Everything that this package uses of the program. No other module of the package imports from `src/` of the program:
 * this list is the whole contract between the two, and `test/architecture.test.ts` checks it.
 */

export {
  createRedactor,
  encodeKey,
  orNull,
  parseEndpoint,
  parsePrefix,
  withPrecondition,
} from '../../../src/deploy/targets/bucket-requests.ts';
export {
  createStored,
  formatCondition,
  formatMetadata,
  type ListPage,
  parseHead,
  parseListing,
  parseMetadata,
  parseTime,
  readServerTime,
  requireEtag,
  splitGeneration,
  trimEtag,
} from '../../../src/deploy/targets/etag-objects.ts';
export { createExchange, type HttpResponse, startOf } from '../../../src/deploy/targets/http-exchange.ts';
export {
  explainFailure,
  InvalidAnswerError,
  isTransientRequest,
  statusOf,
} from '../../../src/deploy/targets/request-errors.ts';
export {
  ConflictError,
  createObjectBody,
  type ListedObject,
  type ObjectBody,
  type ObjectSpec,
  type OpenOptions,
  PARTS_PREFIX,
  type RequestLimits,
  type SetUpOptions,
  STATE_PREFIX,
  type StoredObject,
  type Target,
} from '../../../src/deploy/targets/target.ts';
export { childText, parseXml, type XmlElement } from '../../../src/deploy/targets/xml.ts';
export { hasCode, type Problem, UserError } from '../../../src/foundation/errors.ts';
export { escapeXml } from '../../../src/foundation/escape.ts';
