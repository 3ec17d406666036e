/** Codes of files and folders that cannot be read or written. */
import type { ErrorEntry } from './error-entry.ts';

export const FILE_CODES = {
  'missing-site': {
    means: 'There is no site in this folder.',
    cause: 'The command runs outside of the folder with `site-config.json`.',
    cure: 'Change to that folder, name it with `--root`, or make a site with `articles init DIR`.',
    example: 'there is no site-config.json in /home/ann/blog',
  },
  'missing-file': {
    means: 'A file that the site needs is not there.',
    cause: 'It was deleted or renamed, or a new locale does not have it yet.',
    cure: 'Add the file; `articles init` in another folder shows what it looks like.',
    example: 'the file is missing',
  },
  'existing-file': {
    means: 'The command would replace a file of yours.',
    cause: 'A file with that name is there already.',
    cure: 'Choose another name or title, or delete the file if you do not need it.',
    example: 'there is a file already',
  },
  'changed-file': {
    means: 'The file is not as the command has read it.',
    cause: 'Another program, or you in an editor, saved it in the meantime.',
    cure: 'Run the command again.',
    example: 'changed in the meantime, and left alone',
  },
  'unused-file': {
    means: 'Nothing reads this file.',
    cause: 'Its name or its folder has no meaning to the program.',
    cure: 'Rename or move it as the hint says, or delete it.',
    example: 'nothing reads this file',
  },
  'unknown-locale-folder': {
    means: 'A folder of `content/` is not published.',
    cause: 'Its name is not one of `locales` in `site-config.json`.',
    cure: 'Add the locale to `site-config.json`, or move the folder.',
    example: 'not published: its name is not a locale of site-config.json',
  },
  'invalid-file-name': {
    means: 'The name of the file cannot become an address.',
    cause: 'It has capitals, blanks or other characters, or does not end in `.md`.',
    cure: 'Use lower-case letters, digits and hyphens, and `.md` for articles.',
    example: 'the name of an article must end in .md',
  },
  'ambiguous-file-name': {
    means: 'Not every system can hold this file name, or tell it from another.',
    cause: 'The name is not UTF-8, or two names differ only in the form of their accents.',
    cure: 'Rename the file, best with plain letters.',
    example: 'another file has the same name in another Unicode form: some systems keep only one of them',
  },
  'symbolic-link': {
    means: 'A symbolic link is not followed.',
    cause: 'It may lead out of the site or of the target folder, or links form a loop.',
    cure: 'Replace the link with the file or folder itself.',
    example: 'a symbolic link is not followed, because it may lead out of the site',
  },
  'not-utf8': {
    means: 'A text file has another encoding than UTF-8.',
    cause: 'An old editor, or an export from a spreadsheet, saved it.',
    cure: 'Save it as UTF-8.',
    example: 'the file is not UTF-8',
  },
  'secret-file': {
    means: 'A file of `public/` looks like a secret.',
    cause: 'It has the name or the contents of a key, a password file or a backup.',
    cure: 'Move it out of `public/`, or allow it in `security.publicFiles`.',
    example: 'everyone could read this file, and it holds a private key',
  },
  'permission-denied': {
    means: 'The system refuses to read, write or listen.',
    cause: 'The file or folder belongs to another account, or the port is below 1024.',
    cure: 'Change the permissions, or choose another place or port.',
    example: 'permission denied',
  },
  'full-disk': {
    means: 'There is no room to write.',
    cause: 'The disk or your quota is used up.',
    cure: 'Free some space and run the same command again; the previous output is whole.',
    example: 'no space left on the disk',
  },
  'read-only-disk': {
    means: 'The disk cannot be written.',
    cause: 'It is mounted read-only.',
    cure: 'Choose another folder, for example with `--out`.',
    example: 'the disk is read-only',
  },
  'file-too-large': {
    means: 'A file is larger than the system, the server or the importer takes.',
    cause: 'A limit of the system, 5 GB of an upload to S3, or the limit of an export.',
    cure: 'Raise the limit, divide the file, or host it elsewhere.',
    example: 'the file is larger than the system allows',
  },
  'folder-in-place-of-file': {
    means: 'A folder has the name of a file that the program reads or writes.',
    cause: 'It was made by hand or by another program.',
    cure: 'Move the folder away.',
    example: 'there is a folder in place of a file',
  },
  'file-in-place-of-folder': {
    means: 'A file has the name of a folder that the program needs.',
    cause: 'It was made by hand, or the path names a file.',
    cure: 'Move the file away, or name a folder.',
    example: 'my-site is a file',
  },
  'folder-not-empty': {
    means: 'A new site would mix with other files.',
    cause: 'The folder for `articles init` contains something.',
    cure: 'Choose a new folder, or empty this one.',
    example: 'my-site is not empty: it contains notes.txt',
  },
  'too-many-open-files': {
    means: 'The system allows no more open files.',
    cause: 'Its limit for one process is low.',
    cure: 'Raise it with `ulimit -n`.',
    example: 'too many files are open',
  },
  'name-too-long': {
    means: 'The file system cannot hold the name.',
    cause: 'A slug or a file name is longer than it allows.',
    cure: 'Shorten it.',
    example: 'the name is too long for the file system',
  },
  'record-not-written': {
    means: 'The work is done, but the record of it could not be written.',
    cause: 'The disk is full, or the folder of the record cannot be written.',
    cure: 'Free space or change the permissions; the message says what the next run repeats.',
    example: 'the build cannot be recorded: EACCES: permission denied',
  },
  'damaged-record': {
    means: 'A file in which the program keeps its own records cannot be read.',
    cause: 'It was edited by hand, or a disk failed.',
    cure: 'Restore it from a copy, or do what the hint says without it.',
    example: 'the record of an import cannot be read',
  },
} satisfies Record<string, ErrorEntry>;
