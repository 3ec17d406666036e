/** Loads everything that a page needs before it can be shown, in the required order (B8, B10-B12). */
import { once } from '../../foundation/attempt.ts';
import { type AppData, type DataFiles, loadQuery, type PageAnswer, type SliceData } from './page-data.ts';

export type Loaded = Exclude<PageAnswer, { status: 'error' }> & {
  /** Build hash that was current when the page was loaded; '' if it is unknown. */
  hash: string;
  /** Slices by slot. */
  slices: Record<string, SliceData>;
};

export type LoadResult = Loaded | Extract<PageAnswer, { status: 'error' }>;

/** Never rejects. Successful loads are cached for the session. */
export type LoadPage = (path: string) => Promise<LoadResult>;

interface LoaderParts {
  /** Base path of the site. */
  base: string;
  files: DataFiles;
  /** Called each time that app data was loaded. */
  onAppData(data: AppData): void;
}

export function createLoader({ base, files, onAppData }: LoaderParts): LoadPage {
  const loadSlice = once(async (name: string): Promise<SliceData> => {
    const slice = await files.slice(name);
    if (!slice) throw new Error(`We couldn't load "/slice-data/${name}.json"`);
    return slice;
  });

  const loadAll = async (path: string): Promise<LoadResult> => {
    const [app, answer] = await Promise.all([files.app(), files.page(path)]);
    onAppData(app);
    if (answer.status === 'error') return answer;
    const { slicesMap = {}, staticQueryHashes = [] } = answer.page;
    const names = [...new Set(Object.values(slicesMap))];
    const loaded = await Promise.all(names.map(loadSlice));
    const hashes = [...staticQueryHashes, ...loaded.flatMap((slice) => slice.staticQueryHashes ?? [])];
    await Promise.all(hashes.map((hash) => loadQuery(`${base}/page-data/sq/d/${hash}.json`)));
    const bySlot = Object.entries(slicesMap).map(([slot, name]) => [slot, loaded[names.indexOf(name)]]);
    return { ...answer, hash: app.hash, slices: Object.fromEntries(bySlot) };
  };

  return once(
    (path) => loadAll(path).catch((error: Error): LoadResult => ({ status: 'error', error })),
    ({ status }) => status === 'success',
  );
}
