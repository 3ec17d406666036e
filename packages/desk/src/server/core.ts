/**
 * Everything that the server of the desk uses of the program. No other module of this package imports from `src/` of the program,
 * except for what the editor in the browser needs: this list is the contract between the two, and `test/architecture.test.ts` checks it.
 */

export { applyChanges, type FieldChanges } from '../../../../src/articles/apply-changes.ts';
export { loadEdition } from '../../../../src/articles/edition.ts';
export { type ArticleState, stateOf, waitsBeside } from '../../../../src/articles/inventory.ts';
export { writeDraft } from '../../../../src/articles/new-article.ts';
export { readOwnFields } from '../../../../src/build/parse/load-own-fields.ts';
export { readDirectiveExamples } from '../../../../src/build/parse/read-site-code.ts';
export { readArticles, readTimes } from '../../../../src/build/read-site.ts';
export { stateFile } from '../../../../src/build/state/build-state.ts';
export {
  type BuiltPages,
  readBuiltArticles,
  readBuiltPages,
} from '../../../../src/build/write/load-manifest.ts';
export type { SiteConfig } from '../../../../src/config/config-schema.ts';
export { editJson } from '../../../../src/config/edit-json.ts';
export { editYaml } from '../../../../src/config/edit-yaml.ts';
export { loadConfig } from '../../../../src/config/load-config.ts';
export { readYamlFile } from '../../../../src/config/read-yaml.ts';
export { decodeUtf8, NOT_UTF8 } from '../../../../src/config/utf8.ts';
export { APPROVALS_FILE, readApprovals } from '../../../../src/content/article/approvals.ts';
export { APPROVED_FOLDER } from '../../../../src/content/article/approved-texts.ts';
export {
  listCategoryNames,
  resolveEntities,
  writeCategories,
} from '../../../../src/content/article/category-tree.ts';
export { checkApprovals } from '../../../../src/content/article/check-approvals.ts';
export { isOlder } from '../../../../src/content/article/dates.ts';
export { NO_OWN_FIELDS } from '../../../../src/content/article/own-fields.ts';
export {
  type ArticleSource,
  parseArticle,
} from '../../../../src/content/article/parse-article.ts';
export { type Reading, readingOf } from '../../../../src/content/article/reading.ts';
export { articleFolder } from '../../../../src/content/article/scan-sources.ts';
export {
  EDITION_FILES,
  INFO_KINDS,
  infoFile,
  listOfferFiles,
  listPageFiles,
  treeFile,
} from '../../../../src/content/data/content-files.ts';
export { type EditionParts, loadEditionParts } from '../../../../src/content/data/edition-data.ts';
export { parseInfo } from '../../../../src/content/data/info-pages.ts';
export { findDataProblems } from '../../../../src/content/data/interface-strings.ts';
export { findLedgerProblems } from '../../../../src/content/data/offers.ts';
export { addressOfKey } from '../../../../src/content/data/own-pages.ts';
export {
  rewriteFrontMatter,
  rewriteFrontMatterScalar,
} from '../../../../src/content/front-matter/edit-field.ts';
export { findBody, isError, parseFrontMatter } from '../../../../src/content/front-matter/front-matter.ts';
export { walkSource } from '../../../../src/content/markdown/source-places.ts';
export { askLive, type LivePages, readLivePages } from '../../../../src/deploy/live-release.ts';
export { findHome, findPublicUrl } from '../../../../src/deploy/resolve-target.ts';
export { attempt } from '../../../../src/foundation/attempt.ts';
export { createProblems, type Finding, type Problem, UserError } from '../../../../src/foundation/errors.ts';
export { fold } from '../../../../src/foundation/fold.ts';
export { runGit } from '../../../../src/foundation/git.ts';
export { groupBy } from '../../../../src/foundation/group-by.ts';
export { parseJson } from '../../../../src/foundation/json.ts';
export { logicalPath } from '../../../../src/foundation/layers.ts';
export { makeFolder } from '../../../../src/foundation/make-folder.ts';
export { packageFile } from '../../../../src/foundation/package-files.ts';
export { isWithin, toSlashes } from '../../../../src/foundation/paths.ts';
export { createFile, replaceFile, replaceFileSync } from '../../../../src/foundation/replace-file.ts';
export { createSilentReporter, type Reporter } from '../../../../src/foundation/report.ts';
export { createTurns, forEachConcurrently } from '../../../../src/foundation/run-concurrently.ts';
export {
  isOutsideContent,
  OUTSIDE_CONTENT,
  readRegularFile,
  readSiteFile,
} from '../../../../src/foundation/site-files.ts';
export { createSlug } from '../../../../src/foundation/slug.ts';
export { createUnreadable } from '../../../../src/foundation/stored-version.ts';
export { diffWords } from '../../../../src/foundation/text-diff.ts';
export { listSections } from '../../../../src/generate/list-sections.ts';
export { parseLocale } from '../../../../src/locales/codes.ts';
export { schemaOf } from '../../../../src/scaffold/content-schemas.ts';
export { type Access, createAccess, isOpen, NO_TOKEN } from '../../../../src/serve/access.ts';
export { EVENTS_PATH } from '../../../../src/serve/build-status.ts';
export type { ListedArticle } from '../../../../src/serve/builder.ts';
export {
  answerJson,
  checkOrigin,
  checkReader,
  RefusedRequest,
  readBytes,
  readJson,
  requireMethod,
} from '../../../../src/serve/local-request.ts';
export { addToBody, sendJson, sendText } from '../../../../src/serve/send-file.ts';
export {
  answerSite,
  type Handler,
  isLocalHost,
  type RunningServer,
  type ServerOptions,
  startServer,
} from '../../../../src/serve/server.ts';
export { createSession, type WatchSession } from '../../../../src/serve/watch-session.ts';
export { articlePath } from '../../../../src/site/article-path.ts';
export { createRoutes } from '../../../../src/site/routes.ts';
export { findTranslations } from '../../../../src/site/translations.ts';
