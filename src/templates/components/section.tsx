/** Renders the titled parts of a page: its head, and sections that are labelled by their heading. */
import type { ReactNode } from 'react';

interface SectionProps {
  id: string;
  title: string;
  className?: string;
  children: ReactNode;
}

export function Section({ id, title, className, children }: SectionProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 className="section-title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface PageHeadProps {
  page: { title: string; description: string; count?: string };
}

export function PageHead({ page }: PageHeadProps) {
  return (
    <header className="page-head">
      <h1>{page.title}</h1>
      <p className="lede">{page.description}</p>
      {page.count !== undefined && <p className="meta">{page.count}</p>}
    </header>
  );
}
