/** `articles import`: brings in the site of another tool. */
import { choice, defineCommand, flag, onInterrupt, text } from './command.ts';

const TOOLS = [
  'hugo',
  'jekyll',
  'eleventy',
  'astro',
  'docusaurus',
  'gatsby',
  'markdown',
  'wordpress',
  'ghost',
] as const;

export const importCommand = defineCommand({
  name: 'import',
  summary: 'Import the site of another tool, with its addresses as aliases.',
  arguments: { '<source>': 'folder of the site, or the file of an export (WordPress: XML, Ghost: JSON)' },
  options: {
    from: choice('--from <tool>', 'tool that made the site (default: detected)', TOOLS),
    locale: text(
      '--locale <locale>',
      'edition to import into (default: the first of the site, or the language of the source)',
    ),
    dryRun: flag('--dry-run', 'print the plan and write nothing'),
  },
  note: `Nothing of the source is run, and nothing is fetched. A second import changes nothing, unless the source has changed;
files that were edited since they were imported stay as they are. imports/NAME.md lists what was not carried over.
docs/import.md says what becomes of each field.`,
  examples: [
    'articles import ../hugo-blog --root my-site --dry-run',
    'articles import ../hugo-blog --root my-site',
    'articles import wordpress.xml --root my-blog --locale ru_RU',
    'articles import ../notes --from markdown --root my-site --json',
  ],
  async run({ root, reporter }, { from, locale, dryRun }, [source = '']) {
    const { runImport } = await import('../import/run-import.ts');
    const { formatNotes } = await import('../import/import-report.ts');
    const ignore = onInterrupt((signal) => {
      // Files are replaced one by one; the next run recognises them by their bytes.
      const kept = `each file of ${root} is whole; the same command goes on from there`;
      reporter.info(`stopped: ${dryRun ? 'nothing was written' : kept}`);
      process.kill(process.pid, signal);
    });
    const input = { root, source, from, locale, dryRun, reporter, now: Date.now() };
    const result = await runImport(input).finally(ignore);
    const { counts, created, updated, unchanged, kept, notes, report } = result;
    if (dryRun)
      for (const [mark, paths] of [
        ['+', created],
        ['~', updated],
        ['=', kept],
      ] as const)
        for (const path of paths) reporter.info(`${mark} ${path}`);
    const left = notes.reduce((sum, { count }) => sum + count, 0);
    const lines = [
      `${dryRun ? 'would import' : 'imported'} ${counts.articles} articles (${counts.drafts} drafts, ${counts.scheduled} in the future), ${counts.pages} pages, ${counts.images} pictures, ${counts.authors} new authors, ${counts.categories} new categories into ${result.locale}`,
      `  files: ${created.length} new, ${updated.length} changed, ${unchanged.length} as before, ${kept.length} left alone`,
      ...(left > 0 ? [`${left} notes on what was not carried over:`, ...formatNotes(notes)] : []),
      ...(report && left > 0 ? [`  all places: ${report}`] : []),
      ...(dryRun ? [] : ['  next: articles build, then articles serve']),
    ];
    reporter.result(result, lines.join('\n'));
  },
});
