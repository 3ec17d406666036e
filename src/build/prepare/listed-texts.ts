/** Lists the texts of a site with the targets that may name files of content/. */
import { mayNameFile } from '../../content/data/named-files.ts';
import type { Site } from '../../site/site.ts';
import { listTextPages } from '../../site/text-pages.ts';

interface ListedText {
  /** Relative to the root. */
  file: string;
  images: readonly string[];
  /** Links that may lead to files beside the text. */
  links: readonly string[];
}

export function* listTexts({ editions }: Site): Iterable<ListedText> {
  for (const edition of editions) {
    for (const page of listTextPages(edition)) yield { links: [], ...page };
    for (const { meta } of edition.articles) {
      const { file, image, images, links } = meta;
      yield { file, images: image === null ? images : [image, ...images], links: links.filter(mayNameFile) };
    }
  }
}

/** The photos of authors, which stand beside the file that names them or in the folder of pictures. */
export function* listAuthorFiles({ editions }: Site): Iterable<{ file: string; photo: string }> {
  for (const { authors, locale } of editions)
    for (const { photo } of authors) if (photo !== undefined) yield { file: authorsFile(locale), photo };
}

export const authorsFile = (locale: string): string => `content/${locale}/authors.json`;
