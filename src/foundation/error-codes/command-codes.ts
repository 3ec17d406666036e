/** Codes of commands that cannot do what they are asked for. */
import type { ErrorEntry } from './error-entry.ts';

export const COMMAND_CODES = {
  'invalid-arguments': {
    means: 'The command line cannot be understood.',
    cause: 'An unknown option, a missing value, or an argument too many.',
    cure: 'See `articles COMMAND --help`.',
    example: "unknown option '--nonsense'",
  },
  'invalid-option-value': {
    means: 'The value of an option or argument has a wrong form.',
    cause: 'A typing error, or a form that the option does not know.',
    cure: 'Write it as the hint shows.',
    example: '--base-path "blog" is not a path',
  },
  'unknown-choice': {
    means: 'The name is none of those that the command knows.',
    cause: 'A typing error in a command, template, column, shell or action.',
    cure: 'Use the name that the hint suggests, or one of its list.',
    example: 'there is no command "biuld"',
  },
  'conflicting-options': {
    means: 'Two options exclude each other, or one needs another.',
    cause: 'They ask for different work in one run.',
    cure: 'Leave one of them out, or add the one that is missing.',
    example: '--csv and --json exclude each other',
  },
  'nothing-chosen': {
    means: 'The command does not know what to work on.',
    cause: 'A name, a choice of articles or a change is missing.',
    cure: 'Add it as the hint shows.',
    example: 'no article is chosen',
  },
  'not-confirmed': {
    means: 'The work needs a yes, and there was none.',
    cause: 'You answered no, or there is no terminal to ask on.',
    cure: 'Review the work with `--dry-run`, then answer y or add `--yes`.',
    example: 'not confirmed; nothing was written',
  },
  interrupted: {
    means: 'The work was stopped before its end.',
    cause: 'Ctrl+C, a stop by the system, or an error of another part.',
    cure: 'Run the same command again; it continues where it stopped.',
    example: 'the deploy was interrupted',
  },
  'in-use': {
    means: 'Another process is doing this work.',
    cause: 'Two builds write into one folder, or two runs generate for one request.',
    cure: 'Wait until the other one ends.',
    example: 'another build writes into dist: process 4711, since 10:02',
  },
  'unknown-locale': {
    means: 'The language is not one of the site, or not one that the command can use.',
    cause: 'A typing error, or the locale is not in `site-config.json`.',
    cure: 'Use a locale of the list in the hint, or add it to `locales`.',
    example: 'the site has no locale "de_DE"',
  },
  'unknown-article': {
    means: 'No article has this address, path or name.',
    cause: 'A typing error, an address of another kind of page, or an article with problems.',
    cure: 'See `articles list`, and `articles check` for problems.',
    example: 'there is no article without problems at /articles/odds',
  },
  'unreadable-origin': {
    means: 'The origin of a generated article lacks fields or has wrong ones.',
    cause:
      'The front matter was edited by hand. Without its origin the article would pass for one that a person wrote.',
    cure: 'Restore the fields, such as from version control, or remove the whole `origin`.',
    example: 'the origin of this generated article cannot be read: model, tokens.input',
  },
  'unreadable-article': {
    means: 'The article cannot be used as a source.',
    cause: 'Its front matter or its text has problems.',
    cure: 'Correct what `articles check` reports for it.',
    example: 'the article cannot be read',
  },
  'ambiguous-name': {
    means: 'Several articles or categories have this name.',
    cause: 'Names are unique only together with their locale or their category.',
    cure: 'Add the category, or give the whole path.',
    example: 'several categories have a subcategory "basics"',
  },
  'ambiguous-change': {
    means: 'The change does not say which of several values it means.',
    cause: 'The article is in more than one category or subcategory.',
    cure: 'Choose by `--where category=KEY`, or edit the file.',
    example: 'the article has 2 categories',
  },
  'address-taken': {
    means: 'The new address belongs to another page.',
    cause: 'An article, an alias or a route of the site has it.',
    cure: 'Choose another slug, or remove the other page.',
    example: '/articles/odds is taken',
  },
  'separated-translation': {
    means: 'A move takes an article away from its translations.',
    cause: 'Translations have the same path in each locale.',
    cure: 'Move the other files in the same way.',
    example:
      'content/ru_RU/articles/odds.md is no translation of it any more: translations have the same path in each locale',
  },
  'uneditable-field': {
    means: 'The command cannot change this field without touching others.',
    cause: 'The front matter writes it in a form with anchors, aliases or several lines.',
    cure: 'Change the field in the file itself.',
    example: 'the field "title" cannot be changed without changing others',
  },
  'failed-check': {
    means: 'A generated article does not pass a check, so it is not approved.',
    cause: 'The message begins with the code of the finding.',
    cure: 'Correct the article, or approve it with `--force`.',
    example: 'link: a script or data URL',
  },
  'missing-build': {
    means: 'The command needs a finished build.',
    cause: 'The site was not built, or a build was interrupted.',
    cure: 'Run `articles build`.',
    example: 'there is no finished build in dist',
  },
  'search-is-off': {
    means: 'The site has no search.',
    cause: '`features.search` is false in `site-config.json`.',
    cure: 'Switch it on and build again.',
    example: 'search is switched off in site-config.json (features.search)',
  },
  'unsafe-output': {
    means: 'The build would replace files that are not its own.',
    cause: '`--out` names a folder of sources, of a deploy, or with files of another program.',
    cure: 'Choose another folder with `--out`.',
    example: "/home/ann/blog overlaps the site's source files",
  },
  'missing-host-files': {
    means: 'The build has no files for the host that `--as` imitates.',
    cause: 'The site was built for another host, or for none.',
    cure: 'Set `hosting` in `site-config.json` and build again.',
    example: 'the build has no files for netlify',
  },
  'port-in-use': {
    means: 'Another program listens on this port.',
    cause: 'A server that still runs, often another `articles serve`.',
    cure: 'Stop it, or choose another port with `--port`.',
    example: 'port 8080 is in use',
  },
  'unknown-host': {
    means: 'The server cannot listen on this address.',
    cause: '`--host` is not an address of this machine.',
    cure: 'Use `--host 127.0.0.1`, or `0.0.0.0` for all addresses.',
    example: '"192.0.2.1" is not an address of this machine',
  },
  'browser-not-opened': {
    means: 'The server runs, but no browser opened.',
    cause: 'The system has no program for addresses, as on a server.',
    cure: 'Open the address by hand.',
    example: 'the browser did not open',
  },
  'unwatched-files': {
    means: 'Changes of some files are not noticed.',
    cause: 'The system allows too few watched files.',
    cure: 'Raise its limit, on Linux `fs.inotify.max_user_watches`, and start again.',
    example: 'some files cannot be watched: ENOSPC',
  },
  'program-not-compiled': {
    means: 'The program itself, in a clone, does not compile.',
    cause: 'An error in a file of `src/`.',
    cure: 'Correct it; `npm run compile` shows all of it.',
    example: 'the compile step failed',
  },
  'internal-error': {
    means: 'The program has an error.',
    cause: 'Something that its authors did not foresee. The exit code is 2.',
    cure: 'Report it with the lines that were printed.',
    example: 'internal error: Error: two page kinds make /odds',
  },
} satisfies Record<string, ErrorEntry>;
