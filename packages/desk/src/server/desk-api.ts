/** The API of the desk (docs/reference/desk-api.md): what an editor reads and writes, as JSON. */

import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { findUnreadable, readComments, removeComment, writeComment } from './comments.ts';
import {
  type Access,
  answerJson,
  askLive,
  checkOrigin,
  checkReader,
  createSlug,
  type Handler,
  type ListedArticle,
  listSections,
  loadConfig,
  loadEdition,
  NO_OWN_FIELDS,
  packageFile,
  RefusedRequest,
  readBytes,
  readDirectiveExamples,
  readingOf,
  readJson,
  readOwnFields,
  requireMethod,
  runGit,
  schemaOf,
  UserError,
  type WatchSession,
  writeDraft,
} from './core.ts';
import { createDataValues, readData } from './data-values.ts';
import { createFieldChanges } from './field-changes.ts';
import { readHistory } from './history.ts';
import { parse, parseQuery } from './parse-request.ts';
import { listPictures, readPicture, sendPicture, storePicture } from './pictures.ts';
import { createPublisher, publishSchema } from './publish.ts';
import { type Choices, createQueue, type Listing } from './queue.ts';
import { createFinder } from './queue-query.ts';
import { createReach, listPlaces } from './reach.ts';
import { commandSchema, environment, type Runner } from './run-command.ts';
import { createSharing, shareSchema } from './share.ts';
import {
  createSourceFiles,
  findText,
  readFields,
  type SourceFiles,
  sourceOf,
  titleIn,
} from './source-files.ts';
import { createWholeTexts } from './whole-texts.ts';
import { listWords, replaceSchema, replaceWords, wordsSchema } from './words.ts';

interface ApiParts {
  root: string;
  session: WatchSession;
  runner: Runner;
  access: Pick<Access, 'of'>;
  /** Resolves after the first build. */
  ready(): Promise<void>;
  /** The articles of an earlier run, until the first build of this one has ended; else null. */
  stored(): readonly ListedArticle[] | null;
}

const API = '/__desk/api/';
const LARGEST_TEXT = 20_000_000;
const LARGEST_PICTURE = 40_000_000;

const offset = z.int().min(0);
const place = z.strictObject({ from: offset, to: offset });
const field = z.string().regex(/^[A-Za-z][\w-]*$/);
const saveSchema = z.strictObject({
  file: z.string(),
  base: z.string(),
  splices: z.array(z.strictObject({ from: offset, to: offset, insert: z.string() })),
  baseText: z.string().optional(),
});
const fileSchema = z.strictObject({ file: z.string().regex(/\.md$/) });
const duplicateSchema = fileSchema.extend({ locale: z.string().optional() });
const newSchema = z.strictObject({
  title: z.string().max(500),
  locale: z.string(),
  category: z.string().optional(),
});
const clippingSchema = z.strictObject({ html: z.string() });
const createSchema = z.strictObject({ file: z.string(), text: z.string() });
const value = z.string().trim().min(1).max(5000);
const changeSchema = z.strictObject({
  files: z.array(z.string()).min(1),
  set: z.array(z.strictObject({ field, value: z.union([value, z.array(value)]) })).default([]),
  unset: z.array(field).default([]),
  /** Moves the day of a date, whose time stays. */
  move: z.array(z.strictObject({ field, days: z.int() })).default([]),
});
const putSchema = z.strictObject({
  file: z.string(),
  path: z
    .array(z.union([z.string().max(500), offset]))
    .min(1)
    .max(20),
  value: z.json().optional(),
});
const commentSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('add'),
    file: z.string(),
    hash: z.string(),
    place,
    text: z.string(),
    replacement: z.string().optional(),
  }),
  z.strictObject({ action: z.literal('remove'), file: z.string(), id: z.string() }),
]);

type Read = (
  name: string,
  work: (query: URLSearchParams) => Promise<object> | object,
) => Record<string, Handler>;
type Write = <Body>(
  name: string,
  schema: z.ZodType<Body>,
  work: (body: Body) => Promise<object> | object,
) => Record<string, Handler>;

/** Handlers by path. */
export function createApi({
  root,
  session,
  runner,
  access,
  ready,
  stored,
}: ApiParts): Record<string, Handler> {
  const reach = createReach(root);
  const finder = createFinder();
  const files = createSourceFiles(root);
  const sharing = createSharing(root, files.inTurn);
  const publisher = createPublisher(root, {
    execute: runner.execute,
    askOthers: () => sharing.status(true),
    onDeployed: reach.refresh,
  });
  const queue = createQueue(root, session, { reach, people: sharing.people, stored });
  // Before the first build, the list would read all texts a second time.
  const list = async () => {
    if (!stored()) await ready();
    return queue();
  };
  const read: Read = (name, work) => ({
    [API + name]: guardRead(root, async ({ url = '' }) =>
      work(new URL(url, 'http://localhost').searchParams),
    ),
  });
  const write: Write = (name, schema, work) => ({
    [API + name]: guardWrite(root, access, async (request) =>
      work(parse(schema, await readJson(request, LARGEST_TEXT))),
    ),
  });
  return {
    ...read('articles', async (query) => ({
      ...finder.page(await list(), query),
      readers: reach.readers(),
      places: listPlaces(await loadConfig(root)),
    })),
    ...read('files', async (query) => finder.files(await list(), query)),
    ...read('choices', async (query) => (await list()).choices[query.get('locale') ?? ''] ?? NO_CHOICES),
    ...read('schema', (query) => readSchema(root, query.get('file') ?? '')),
    ...read('directives', () => readDirectives(root)),
    ...read('document', (query) => describeDocument(root, files, session, query)),
    ...read('history', async (query) => {
      const file = query.get('file') ?? '';
      const [first, last] = [Number(query.get('first')), Number(query.get('last'))];
      if (!Number.isInteger(first) || !Number.isInteger(last) || first < 1 || last < first)
        throw new RefusedRequest(400, '"first" and "last" are line numbers from 1.');
      return { revisions: await readHistory(root, file, { text: files.read(file).text, first, last }) };
    }),
    ...read('sharing', async (query) => ({ sharing: await sharing.status(query.has('look')) })),
    ...write('share', shareSchema, sharing.share),
    ...read('publishing', () => publisher.status()),
    ...read('schedule', async () => {
      const config = await loadConfig(root);
      const [{ alarm, overdue }] = await Promise.all([
        askLive(config, undefined, Date.now()),
        reach.refresh(),
      ]);
      // Whoever writes may have no access to the target.
      return { alarm: overdue && alarm };
    }),
    ...write('readers', z.strictObject({ environment }), async (request) => {
      await reach.refresh(request.environment);
      return { readers: reach.readers() };
    }),
    ...write('publish', publishSchema, (request) => {
      publisher.start(request);
      return publisher.status();
    }),
    ...write('save', saveSchema, async (save) => {
      const saved = await files.save(save);
      session.wrote(save.file);
      return saved;
    }),
    ...createTextApi(root, { files, list }, { read, write }),
    [`${API}picture`]: guardWrite(root, access, async (request) => {
      const name = new URL(request.url ?? '', 'http://localhost').searchParams.get('name') ?? '';
      return { url: await storePicture(root, name, await readBytes(request, LARGEST_PICTURE)) };
    }),
    ...read('pictures', () => ({ names: listPictures(root) })),
    [`${API}image`]: guardRead(root, async ({ url = '' }, response) => {
      const name = new URL(url, 'http://localhost').searchParams.get('name') ?? '';
      sendPicture(response, readPicture(root, name));
      return null;
    }),
    [`${API}command`]: guardWrite(root, access, async (request, response) => {
      const body = parse(commandSchema, await readJson(request, LARGEST_TEXT));
      if ('file' in body) findText(root, body.file);
      await runner.run(body, response);
      return null;
    }),
  };
}

/** What writes texts. */
function createTextApi(
  root: string,
  { files, list }: { files: SourceFiles; list(): Promise<Listing> },
  { read, write }: { read: Read; write: Write },
): Record<string, Handler> {
  const fields = createFieldChanges(root, files, async () => readingOf(await loadConfig(root)));
  const whole = createWholeTexts(root, files);
  const data = createDataValues(root, files);
  return {
    // The converter is large, and most sessions paste nothing with a form.
    ...write('clipping', clippingSchema, async ({ html }) =>
      (await import('articles-import/clipping')).convertClipping(html),
    ),
    ...write('create', createSchema, ({ file, text }) => files.create(file, text)),
    ...write('change', changeSchema, fields.change),
    ...read('words', async (query) => listWords(root, (await list()).rows, parseQuery(wordsSchema, query))),
    ...write('replace', replaceSchema, async (request) => {
      const { rows } = await list();
      return fields.apply(() => replaceWords(root, rows, request));
    }),
    ...write('put', putSchema, data.put),
    ...write('undo', z.strictObject({ undo: z.string() }), ({ undo }) => fields.undo(undo)),
    ...write('new', newSchema, async ({ locale, ...draft }) => {
      const { config, edition } = await loadEdition(root, locale);
      return writeDraft(config, edition, { ...NO_CHOICE, ...draft });
    }),
    ...write('duplicate', duplicateSchema, ({ file, locale }) =>
      locale === undefined ? whole.duplicate(file) : whole.translate(file, locale),
    ),
    ...write('delete', fileSchema, ({ file }) => whole.remove(file)),
    ...write('restore', fileSchema, ({ file }) => whole.restore(file)),
    ...write('comment', commentSchema, (body) => changeComment(root, files, body)),
  };
}

const NO_CHOICE = { category: undefined, subcategory: undefined, author: undefined };
const NO_CHOICES: Choices = { categories: [], authors: [], tags: [] };

const schemaSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() });

/** The JSON schema of a file or its front matter, for editors. The schema of articles has the fields of content/schema.ts. */
async function readSchema(root: string, file: string) {
  const name = schemaOf(file)?.name ?? 'article';
  const text = readFileSync(packageFile(`lib/schemas/${name}.schema.json`), 'utf8');
  const schema = schemaSchema.parse(JSON.parse(text));
  if (name !== 'article') return schema;
  const { shapes } = await readOwnFields(root).catch(orIfWrong(NO_OWN_FIELDS));
  return { ...schema, properties: { ...schema.properties, ...shapes } };
}

const directivesSchema = z.array(z.object({ name: z.string(), summary: z.string(), example: z.string() }));

/** The directives of the site, then the built-in directives that the site does not replace. */
async function readDirectives(root: string) {
  const text = readFileSync(packageFile('lib/desk/directives.json'), 'utf8');
  const builtIn = directivesSchema.parse(JSON.parse(text));
  const own = await readDirectiveExamples(root).catch(orIfWrong([]));
  return [...own, ...builtIn.filter(({ name }) => own.every((one) => one.name !== name))];
}

/** The build reports what is wrong in the site's code. */
const orIfWrong =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof UserError) return value;
    throw error;
  };

async function describeDocument(
  root: string,
  files: SourceFiles,
  session: WatchSession,
  query: URLSearchParams,
) {
  const file = query.get('file') ?? '';
  const { text, hash } = files.read(file, query.get('hash') ?? '');
  return {
    file,
    text,
    hash,
    build: session.status().build,
    fields: readFields(text),
    slug: await makeSlug(file, text),
    data: await readData(file, text),
    findings: [
      ...session.findings().filter((finding) => finding.file === file),
      ...findUnreadable(root, file),
    ],
    sections: listSections(root, text),
    comments: readComments(root, file, text),
  };
}

async function makeSlug(file: string, text: string): Promise<string> {
  const [source, title] = [sourceOf(file), titleIn(text)];
  return source && title !== null ? createSlug(title, source.locale.replace('_', '-'), () => false) : '';
}

async function changeComment(root: string, files: SourceFiles, body: z.output<typeof commentSchema>) {
  const { file, action } = body;
  const { text, hash } = files.read(file);
  if (action === 'remove') removeComment(root, file, parse(z.string().regex(/^[\w-]+$/), body.id));
  else if (body.hash !== hash)
    throw new RefusedRequest(409, 'The file has changed. Save first.', { reason: 'changing' });
  else {
    const author = (await runGit(root, ['config', 'user.name'])).trim();
    const { text: words, replacement } = body;
    const suggested = replacement === undefined ? {} : { replacement };
    writeComment(root, file, text, body.place, { text: words, author, ...suggested });
  }
  return { hash, comments: readComments(root, file, text) };
}

type Work = Parameters<typeof answerJson>[1];

/** Answers a GET that no page of another site or name has sent. */
export function guardRead(root: string, work: Work): Handler {
  return answerJson(root, async (request, response) => {
    requireMethod(request, response, 'GET');
    checkReader(request);
    return work(request, response);
  });
}

/**
 * Answers a POST that names the token, or one of the desk's own page: other pages make the browser send the cookie too, and their
 * forms cannot send the header.
 */
function guardWrite(root: string, access: ApiParts['access'], work: Work): Handler {
  return answerJson(root, async (request, response) => {
    requireMethod(request, response, 'POST');
    const isNamed = access.of(request) === 'token';
    if (!isNamed) checkOrigin(request);
    if (!isNamed && request.headers['x-articles-desk'] !== '1')
      throw new RefusedRequest(403, 'Send the header X-Articles-Desk: 1.');
    return work(request, response);
  });
}
