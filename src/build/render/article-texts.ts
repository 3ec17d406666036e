/** Renders the texts of articles for outputs that show more than their cards, such as feeds with whole texts. */
import type { TargetsOf } from '../../pages/page-kind.ts';
import type { SiteCode } from '../../theme/run-code.ts';
import type { ArticleTexts } from '../outputs/output-generator.ts';
import type { RenderSetup } from '../threads/task-messages.ts';
import { createBodyRenderer } from './body-renderer.ts';

/** @param targetsOf resolves the targets of images and links */
export function createArticleTexts(
  setup: RenderSetup,
  code: SiteCode | null,
  targetsOf: TargetsOf,
): ArticleTexts {
  // Most sites have no such output.
  let render: ReturnType<typeof createBodyRenderer> | null = null;
  return {
    render({ meta }) {
      render ??= createBodyRenderer(setup, code);
      const body = { file: meta.file, hash: meta.hash };
      return render({ body, ...targetsOf(meta), locale: meta.locale })?.html ?? '';
    },
    key: ({ meta }) => `${meta.hash} ${JSON.stringify(Object.values(targetsOf(meta)))}`,
  };
}
