/** Counts the texts of a source, those that are read, and the rest by folder and reason. */
import { PROJECT_FILE } from './project-files.ts';

export type Reason = (typeof REASONS)[number];

/** Why a text is not read. Only the first three mean that something may be missing. */
export const REASONS = [
  'outside of the folders that the tool publishes',
  'the front matter cannot be read',
  'a format that is not read',
  'another version',
  'a translation',
  'the tool does not publish it',
  'it only redirects',
] as const;

export interface TextCount {
  /** Texts of the source. */
  texts: number;
  imported: number;
  left: readonly { folder: string; reason: Reason; count: number }[];
  /** Settings that cannot be read. */
  settings: readonly string[];
}

const TEXT = /\.(?:md|mdx|markdown|mkd|mdown|rst|adoc|asciidoc|org|ipynb)$/i;
const OTHER_FORMAT = /\.(?:rst|adoc|asciidoc|org|ipynb)$/i;

/**
 * @param imported files of the posts
 * @param known reasons that the reader knows
 * @param parts files that other texts contain
 */
export function countTexts(
  files: readonly string[],
  imported: ReadonlySet<string>,
  known: ReadonlyMap<string, Reason>,
  parts: ReadonlySet<string>,
  settings: readonly string[],
): TextCount {
  const texts = files.filter(
    (file) => imported.has(file) || (TEXT.test(file) && !PROJECT_FILE.test(file) && !parts.has(file)),
  );
  const left = new Map<string, TextCount['left'][number]>();
  for (const file of texts) {
    if (imported.has(file)) continue;
    const reason = known.get(file) ?? guessReason(file);
    const folder = file.includes('/') ? file.slice(0, file.indexOf('/') + 1) : './';
    const entry = left.get(`${folder}\n${reason}`) ?? { folder, reason, count: 0 };
    left.set(`${folder}\n${reason}`, entry);
    entry.count++;
  }
  return {
    texts: texts.length,
    imported: texts.filter((file) => imported.has(file)).length,
    left: [...left.values()].sort(
      (a, b) => REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason) || b.count - a.count,
    ),
    settings: [...settings],
  };
}

function guessReason(file: string): Reason {
  if (OTHER_FORMAT.test(file)) return 'a format that is not read';
  if (/(?:^|\/)(?:\w+_)?versioned_docs\//.test(file)) return 'another version';
  if (/(?:^|\/)i18n\//.test(file)) return 'a translation';
  if (/(?:^|\/)(?:_includes|_layouts|_data|archetypes|scaffolds|\.github|node_modules|themes)\//.test(file))
    return 'the tool does not publish it';
  return 'outside of the folders that the tool publishes';
}

/** Texts that nobody has decided to leave out. */
export function countMissing({ left }: TextCount): number {
  return left.filter(({ reason }) => REASONS.indexOf(reason) < 3).reduce((sum, { count }) => sum + count, 0);
}

/** The first lines that an import shows; none if everything is read. */
export function formatTextCount(count: TextCount): string[] {
  const { texts, imported, left, settings } = count;
  return [
    ...settings.map(
      (file) => `NOT READ: the settings in ${file}. The title, address and folders of the site may be wrong.`,
    ),
    ...(left.length === 0
      ? []
      : [
          `the source has ${texts.toLocaleString('en')} texts, and ${imported.toLocaleString('en')} are read. Left:`,
          ...left
            .slice(0, 12)
            .map(({ folder, reason, count }) => `  ${String(count).padStart(5)}  ${folder} (${reason})`),
        ]),
  ];
}
