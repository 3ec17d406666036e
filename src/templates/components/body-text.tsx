/** Renders the text of a page with its table of contents. */
import type { Body } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { ContentsList } from './contents-list.tsx';

interface BodyTextProps {
  body: Body | null;
  /** Heading of the table of contents. */
  label: string;
}

export const BodyText = replaceable('BodyText', BuiltIn);

function BuiltIn({ body, label }: BodyTextProps) {
  if (!body) return null;
  return (
    <>
      {body.contents !== '' && <ContentsList contents={body.contents} label={label} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own Markdown renderer */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: body.html }} />
    </>
  );
}
