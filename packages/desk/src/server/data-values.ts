/** Changes values in the JSON and YAML files of a site, without a new error, and no byte of other values. */
import { readFile } from 'node:fs/promises';
import {
  attempt,
  editJson,
  editYaml,
  findDataProblems,
  findLedgerProblems,
  loadConfig,
  parseLocale,
  RefusedRequest,
  readYamlFile,
  UserError,
} from './core.ts';
import { decode, findText, type SourceFiles, type Version, write } from './source-files.ts';

interface ValueChange {
  file: string;
  /** Names of objects, and numbers of items from 0. The number behind the last item adds one. */
  path: readonly (string | number)[];
  /** Left out to remove what is there. */
  value?: unknown;
}

const isJson = (file: string) => file.endsWith('.json');

/** What a file says; null where it cannot be read, or is no data. */
export async function readData(file: string, text: string): Promise<{ value: unknown } | null> {
  if (isJson(file)) return attempt(() => ({ value: JSON.parse(text) })) ?? null;
  const read = file.endsWith('.yaml') ? await readYamlFile(text) : null;
  return read?.ok ? { value: read.value } : null;
}

/** @throws UserError where the file would have an error that it has not today */
export function createDataValues(
  root: string,
  { inTurn, remember }: Pick<SourceFiles, 'inTurn' | 'remember'>,
) {
  const findProblems = async (file: string, bytes: Buffer) => {
    const locale = parseLocale(file.split('/')[1] ?? '');
    if (locale) return findDataProblems(locale, file, bytes);
    return findLedgerProblems(await loadConfig(root), file, bytes);
  };
  return {
    put: ({ file, path, value }: ValueChange): Promise<Version> =>
      inTurn(async () => {
        const found = findText(root, file);
        if (file.endsWith('.md')) throw new RefusedRequest(400, `${file} has no form.`);
        const before = await readFile(found);
        const { mark, text } = decode(file, before);
        const changed = await (isJson(file) ? editJson : editYaml)(text, path, value);
        if (changed === null)
          throw new RefusedRequest(400, `The form cannot change this in ${file}: change it as text.`);
        const after = Buffer.concat([mark, Buffer.from(changed)]);
        const known = new Set((await findProblems(file, before)).map(({ message }) => message));
        const problems = (await findProblems(file, after)).filter(({ message }) => !known.has(message));
        if (problems.length > 0) throw new UserError(problems);
        await write(found, before, after);
        return remember(changed);
      }),
  };
}
