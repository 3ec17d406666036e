/**
 * Everything that this package uses of the program. No other module of the package imports from `src/` of the program:
 * this list is the whole contract between the two, and `test/architecture.test.ts` checks it.
 */

export { describeSecret, readStart } from '../../../src/build/outputs/secret-files.ts';
export { CONFIG_FILE } from '../../../src/config/config-file.ts';
export {
  type SiteConfig,
  siteConfigJsonSchema,
  siteConfigSchema,
} from '../../../src/config/config-schema.ts';
export { DEFAULT_PERMALINK } from '../../../src/config/editorial-schema.ts';
export { chooseLocale, isTimeZone, loadConfig } from '../../../src/config/load-config.ts';
export { aliasPath, fitsFileName } from '../../../src/config/page-path.ts';
export { writeFields, writeYaml } from '../../../src/config/read-yaml.ts';
export { createPlaceFinder, decodeUtf8 } from '../../../src/config/utf8.ts';
export { parseSlug } from '../../../src/content/article/article-fields.ts';
export { summarizeBody } from '../../../src/content/article/body-summary.ts';
export {
  type CategoryTree,
  displayName,
  type Entity,
  writeCategories,
} from '../../../src/content/article/category-tree.ts';
export { calendarDay, dateIn, isFuture, parseArticleDate } from '../../../src/content/article/dates.ts';
export { guessSlug, parseArticle } from '../../../src/content/article/parse-article.ts';
export { scanSources } from '../../../src/content/article/scan-sources.ts';
export type { InfoKind } from '../../../src/content/data/content-files.ts';
export { INFO_KINDS, infoFile } from '../../../src/content/data/content-files.ts';
export { type EditionParts, loadEditionParts } from '../../../src/content/data/edition-data.ts';
export { findBody } from '../../../src/content/front-matter/front-matter.ts';
export { readYaml, YamlError } from '../../../src/content/front-matter/yaml-engine.ts';
export { listAnchors } from '../../../src/content/markdown/anchors.ts';
export { findDeadMarks } from '../../../src/content/markdown/dead-marks.ts';
export { CALLOUTS } from '../../../src/content/markdown/directive.ts';
export { createHeadingIds } from '../../../src/content/markdown/headings.ts';
export { decodeEntities } from '../../../src/content/markdown/html-text.ts';
export { stripControls } from '../../../src/content/markdown/measure-text.ts';
export { isAbsoluteUrl } from '../../../src/content/markdown/safe-urls.ts';
export { walkSource } from '../../../src/content/markdown/source-places.ts';
export { findRefusal } from '../../../src/content/markdown/text-limits.ts';
export { DIRECTIVES } from '../../../src/directives/directive-registry.ts';
export { attempt } from '../../../src/foundation/attempt.ts';
export {
  createProblems,
  formatPlace,
  hasCode,
  messageOf,
  type Note,
  type Problem,
  UserError,
} from '../../../src/foundation/errors.ts';
export { escapeHtml } from '../../../src/foundation/escape.ts';
export { refusedByWindows } from '../../../src/foundation/file-names.ts';
export { fold } from '../../../src/foundation/fold.ts';
export { countEach, groupBy } from '../../../src/foundation/group-by.ts';
export { HtmlParser } from '../../../src/foundation/html-parser.ts';
export { parseJson } from '../../../src/foundation/json.ts';
export { makeFolder } from '../../../src/foundation/make-folder.ts';
export { isWithin } from '../../../src/foundation/paths.ts';
export { PROBLEM_GATES } from '../../../src/foundation/problem-gates.ts';
export { createFile, replaceFile } from '../../../src/foundation/replace-file.ts';
export { formatBytes, formatCount, type Phase, type Reporter } from '../../../src/foundation/report.ts';
export { OUTSIDE_CONTENT } from '../../../src/foundation/site-files.ts';
export { createShortName, createSlug, slugifyName } from '../../../src/foundation/slug.ts';
export { createUnreadable, isNewer } from '../../../src/foundation/stored-version.ts';
export { readFolder, walkDirectory } from '../../../src/foundation/walk-directory.ts';
export { type LocaleCode, languageOf, parseLocale } from '../../../src/locales/codes.ts';
export { builtInOf, INTERFACE_LOCALES } from '../../../src/locales/locale-registry.ts';
export { findImageProblem } from '../../../src/pictures/responsive.ts';
export type { ImportResult, ImportVerification } from '../../../src/results/site-results.ts';
export { isReservedPath, patternPath } from '../../../src/site/article-path.ts';
export { createRoutes, RESERVED_SEGMENTS, type Routes, trimEnding } from '../../../src/site/routes.ts';
export { listTaxonomies } from '../../../src/site/taxonomies.ts';
