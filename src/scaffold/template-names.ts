/** The templates of `articles init`: folders of templates/. */
export const TEMPLATES = ['blog', 'docs', 'crypto', 'betting'] as const;
export type TemplateName = (typeof TEMPLATES)[number];
