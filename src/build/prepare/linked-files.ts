/** Finds the files beside texts that links lead to, and gives each an address with its hash. */
import { basename } from 'node:path';
import { isPicture, type NamedFiles } from '../../content/data/named-files.ts';
import { FileRefusal, type Problem, UserError } from '../../foundation/errors.ts';
import { readSiteFile } from '../../foundation/site-files.ts';
import type { OutputPath } from '../../site/page.ts';
import { outputPath } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';
import { hashBytes } from '../write/file-writer.ts';
import { listTexts } from './listed-texts.ts';

/** @returns output paths by file. Pictures have copies in several sizes in place of it. @throws UserError for files that cannot be read */
export function findLinkedFiles(site: Site, named: NamedFiles): Map<string, OutputPath> {
  const found = new Map<string, OutputPath>();
  const problems: Problem[] = [];
  for (const { file, links } of listTexts(site))
    for (const target of links) {
      const linked = named.download(file, target);
      if (linked === null || isPicture(linked) || found.has(linked)) continue;
      try {
        const hash = hashBytes(readSiteFile(site.config.root, linked)).slice(0, 16);
        found.set(linked, outputPath(`assets/files/${hash}/${basename(linked).normalize('NFC')}`));
      } catch (error) {
        if (!(error instanceof FileRefusal)) throw error;
        problems.push({ file: linked, ...error.problem });
      }
    }
  if (problems.length > 0) throw new UserError(problems);
  return found;
}
