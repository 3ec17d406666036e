/** The two jobs of a thread: parse files, and render pages. The main thread has them too. */
import type { ArticleSource, ParsedArticle } from '../../content/article/parse-article.ts';
import type { SiteCode } from '../../theme/run-code.ts';
import { directivesOf } from '../../theme/theme-directives.tsx';
import { hasFonts } from '../../theme/theme-files.ts';
import { parseFile } from '../parse/parse-file.ts';
import { createSourceTexts } from '../parse/source-texts.ts';
import { createPageRenderer } from '../render/page-renderer.ts';
import type { PageTask, RenderedPage, RenderSetup } from './task-messages.ts';

export interface Jobs {
  /** Must come before the first `render`. */
  setup(setup: RenderSetup): void;
  parse(items: readonly ArticleSource[]): ParsedArticle[];
  render(items: readonly PageTask[]): RenderedPage[];
}

/**
 * @param root absolute root of the site
 * @param code the site's code; left out where it is not loaded, so that only the syntax of directives is checked
 */
export function createJobs(root: string, code?: SiteCode | null): Jobs {
  const directives = code === undefined ? null : directivesOf(code);
  const texts = createSourceTexts(root);
  const withCharacters = hasFonts(root);
  let renderPage: ReturnType<typeof createPageRenderer> | null = null;
  return {
    setup(setup) {
      renderPage = createPageRenderer(setup, code ?? null, texts.take);
    },
    parse: (items) => items.map((source) => parseFile(root, source, texts, { directives, withCharacters })),
    render(items) {
      if (!renderPage) throw new Error('rendering was asked for before its setup');
      return items.map(renderPage);
    },
  };
}
