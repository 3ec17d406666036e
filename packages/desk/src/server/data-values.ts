/** Changes values in the JSON files of an edition, without a new error, and no byte of other values. */
import { readFile } from 'node:fs/promises';
import { editJson, findDataProblems, parseLocale, RefusedRequest, UserError } from './core.ts';
import { decode, findText, type SourceFiles, type Version, write } from './source-files.ts';

interface ValueChange {
  file: string;
  /** Names of objects, and numbers of items from 0. The number behind the last item adds one. */
  path: readonly (string | number)[];
  /** Left out to remove what is there. */
  value?: unknown;
}

/** @throws UserError where the file would have an error that it has not today */
export function createDataValues(
  root: string,
  { inTurn, remember }: Pick<SourceFiles, 'inTurn' | 'remember'>,
) {
  return {
    put: ({ file, path, value }: ValueChange): Promise<Version> =>
      inTurn(async () => {
        const locale = parseLocale(file.split('/')[1] ?? '');
        if (!locale || !file.endsWith('.json')) throw new RefusedRequest(400, `${file} has no form.`);
        const found = findText(root, file);
        const before = await readFile(found);
        const { mark, text } = decode(file, before);
        const changed = await editJson(text, path, value);
        if (changed === null) throw new RefusedRequest(400, `${file} is not JSON: correct it as text first.`);
        const after = Buffer.concat([mark, Buffer.from(changed)]);
        const known = new Set((await findDataProblems(locale, file, before)).map(({ message }) => message));
        const problems = (await findDataProblems(locale, file, after)).filter(
          ({ message }) => !known.has(message),
        );
        if (problems.length > 0) throw new UserError(problems);
        await write(found, before, after);
        return remember(changed);
      }),
  };
}
