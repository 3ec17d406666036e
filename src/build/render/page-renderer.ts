/** Renders one page, and writes its files that have changed: HTML, page data and drawn cover. */
import { hash as digest } from 'node:crypto';
import type { PageData } from '../../client/navigation/page-data.ts';
import { directionOf, type LocaleCode, languageOf } from '../../locales/codes.ts';
import { drawCover } from '../../pictures/draw-cover.ts';
import { createFrame, createPagePolicies, type Frame, fillFrame } from '../../templates/document.ts';
import type { PagePolicy } from '../../templates/page-policy.ts';
import { extractStrings } from '../../templates/shape.ts';
import type { SiteCode } from '../../theme/run-code.ts';
import type { SourceTexts } from '../parse/source-texts.ts';
import type {
  EditionSetup,
  PageTask,
  RenderedPage,
  RenderSetup,
  TaskFile,
} from '../threads/task-messages.ts';
import { createEncoder, createFileWriter, hashBytes } from '../write/file-writer.ts';
import { createBodyRenderer, editionOf } from './body-renderer.ts';
import { writeTwin } from './page-twin.ts';
import { createPartsCompiler } from './render-parts.ts';

/** The key of a page, over everything that its files are made of. */
export function pageKey(
  { page, locale, body, images, links, offers, twin }: PageTask,
  setup: Pick<RenderSetup, 'editions'>,
): string {
  const parts = [
    editionOf(setup, locale).key,
    body?.hash ?? '',
    JSON.stringify([images, links, offers]),
    page.shape,
    ...page.strings,
  ];
  if (twin) parts.push(twin.head, twin.end);
  return digest('sha1', parts.join('\0'), 'base64url');
}

/** Header, footer and scripts of an edition, which all of its pages share, as bytes. */
function createFrames(assets: RenderSetup['assets']) {
  const frames = new Map<LocaleCode, Frame<Uint8Array>>();
  return (locale: LocaleCode, { chrome, strings, preload }: EditionSetup): Frame<Uint8Array> => {
    const known = frames.get(locale);
    if (known) return known;
    const [start, path, policy, head, end] = createFrame({ locale, strings, chrome, preload, assets });
    const bytes = (part: string) => Buffer.from(part);
    const frame = [bytes(start), bytes(path), bytes(policy), bytes(head), bytes(end)] as const;
    frames.set(locale, frame);
    return frame;
  };
}

/** The data of a page that the navigation in the browser asks for (docs/behaviours.md, "Navigation files"). */
function serializePageData(
  { kind, path, title, locale }: PageTask,
  { head, main, policy }: { head: string; main: string; policy: PagePolicy },
  { slices }: EditionSetup,
): string {
  const direction = directionOf(locale);
  const language = languageOf(locale);
  const page = { title, language, ...(direction === 'rtl' && { direction }), head, main };
  const data = {
    componentChunkName: kind,
    path,
    result: { data: { ...page, ...(policy.isOwn && { policy: policy.content }) }, pageContext: {} },
    staticQueryHashes: [],
    ...(Object.keys(slices).length > 0 && { slicesMap: slices }),
  };
  return JSON.stringify(data satisfies PageData);
}

/** @param textOf gives the text of a file */
export function createPageRenderer(
  setup: RenderSetup,
  code: SiteCode | null,
  textOf: SourceTexts['take'],
): (task: PageTask) => RenderedPage {
  const renderBody = createBodyRenderer(setup, code, textOf);
  const view = createPartsCompiler((locale) => editionOf(setup, locale).strings, code);
  const writer = createFileWriter(setup.out, setup.replaces);
  const encode = createEncoder();
  const put = ({ path, kind, known }: TaskFile, key: string, parts: readonly (string | Uint8Array)[]) => {
    const bytes = encode(parts);
    const hash = hashBytes(bytes);
    return hash === known ? null : writer.write({ path, kind, key }, bytes, hash);
  };
  const policyOf = createPagePolicies(setup.policy);
  const frameOf = createFrames(setup.assets);

  return (task) => {
    const edition = editionOf(setup, task.locale);
    const body = renderBody(task);
    const [head = '', main = ''] = view.render(task.page, extractStrings(body));
    const parts = { head, main, policy: policyOf([...task.policy, body?.policy]) };
    const frame = frameOf(task.locale, edition);
    const key = pageKey(task, setup);
    const files = [put(task.html, key, fillFrame(frame, { path: task.path, ...parts }))];
    if (task.data) files.push(put(task.data, key, [serializePageData(task, parts, edition)]));
    if (task.cover) files.push(put(task.cover.target, key, [drawCover(task.cover)]));
    if (task.twin) files.push(put(task.twin.target, key, [writeTwin(task.twin, body?.html ?? '')]));
    return { key, files };
  };
}
