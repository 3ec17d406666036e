/** Renders a section of a page, labelled by its heading. */
import type { ReactNode } from 'react';
import { replaceable } from '../replaceable.tsx';

interface SectionProps {
  /** The id of the heading, unique on the page. */
  id: string;
  title: string;
  className?: string;
  /** The address that the heading links to. */
  url?: string | null;
  children: ReactNode;
}

export const Section = replaceable('Section', BuiltIn);

function BuiltIn({ id, title, className, url = null, children }: SectionProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 className="section-title" id={id}>
        {url === null ? title : <a href={url}>{title}</a>}
      </h2>
      {children}
    </section>
  );
}
