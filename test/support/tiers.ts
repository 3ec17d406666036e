/** Says which tests belong to which tier (test/README.md). */
import { readdirSync, readFileSync } from 'node:fs';

export type Tier = 'unit' | 'slow' | 'browser' | 'rest';

/** They run one after the other. `npm test` leaves out the last one, `npm run test:all` runs it too. */
export const TIERS: readonly Tier[] = ['unit', 'slow', 'browser', 'rest'];

/**
 * Tests that repeat what other tests hold for one case: for every page, example, look, corpus and host, for every command
 * and code, for every fault of a disk, a store or a model, for each stored file, for hostile texts, random texts and many
 * kills; those of whole days at the desk and of sessions of readers; and those that compile or pack the program again:
 * `npm run dev`, each recipe of CONTRIBUTING.md, looks from the tarball.
 */
const REST = new RegExp(
  `^(?:packages/import/test/(?:exports|growth|hostile)\\.|test/(?:${[
    'crash/|fuzz/|hosting/|hostile/',
    'browser/(?:deployed|desk|desk-bytes|desk-kill|desk-model|desk-tools|directives|engines|examples|glyphs|glyphs-everywhere|history|integrations|paid-links|policy-check|rank|sample-site|search-scale)\\.',
    'build/(?:corpus|disk-errors|engines|output-lock|poor-machine|shared-cache)\\.',
    'check/planted-pages\\.',
    'cli/(?:connections|error-codes|first-hour|followed-hints|json-results)\\.',
    'commands/(?:doctor|dry-run|init|next-due)\\.',
    'deploy/(?:after|azure|crash|faults)\\.',
    'desk/(?:desk-(?:laws|release)|share|share-laws)\\.',
    'docs/(?:documentation-browser|examples|start)\\.',
    'generate/(?:aimock|hard-run|money-matrix|nightly-workflow|nights|program|shared-state)\\.',
    'laws/(?:changes-in-time|installed-packages)\\.',
    'pages/extension\\.',
    'serve/(?:dev|watch)\\.',
    'templates/(?:every-kind|layout)\\.',
    'theme/(?:look-test|looks|packed)\\.',
    'versions/(?:downgrade|readers|stored|upgrade)\\.',
  ].join('|')}))`,
);

/** Tests that take more than about 3 seconds although they need no tool of the system. */
const SLOW = new RegExp(
  `^(?:packages/import/|test/(?:${[
    'laws/|pictures/|versions/',
    'check/languages\\.',
    'build/(?:beside-texts|fixed-texts|look|lost-addresses|manual|offers|output-folder|own-fields|own-pages|sample|short-categories|strict|typography-everywhere)\\.',
    'cli/(?:content-errors|taxonomies)\\.',
    'commands/(?:check|check-policy|new|search|templates)\\.',
    'content/(?:highlight|lexer|script-matrix|spans)\\.',
    'deploy/(?:build-options|changed-content|diff|hidden-site|lock|offer-record|offline|parts|problem-gates|record-forms|releases|verify)\\.',
    'docs/(?:documentation|manual-points)\\.',
    'generate/(?:again|approvals|batch|command|estimate|faults|redact|review|run)\\.',
    'locales/pages\\.',
    'theme/(?:code|directives|eject|fonts)\\.',
  ].join('|')}))`,
);

const FILES = ['test', 'packages/import/test']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .map((path) => path.replaceAll('\\', '/'))
  .filter((file) => /\.test\.tsx?$/.test(file));

/** Paths from the project's root. */
export function testsOf(tier: Tier): string[] {
  return FILES.filter((file) => tierOf(file) === tier);
}

/** Otherwise a test belongs to the tier of the slowest thing that it uses: Chromium, a process of the binary, Java. */
function tierOf(file: string): Tier {
  if (REST.test(file)) return 'rest';
  const source = readFileSync(file, 'utf8');
  if (source.includes('support/chromium.ts')) return 'browser';
  return SLOW.test(file) || /support\/(cli|serve|markup|rclone)\.ts|node:child_process/.test(source)
    ? 'slow'
    : 'unit';
}
