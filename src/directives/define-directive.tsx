/** Creates a directive from a schema and a view. */

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type * as z from 'zod';
import type { PolicySources } from '../config/policy-schema.ts';
import type {
  Directive,
  DirectiveContext,
  DirectiveGuide,
  DirectiveProps,
  TableAdditions,
} from '../content/markdown/directive.ts';
import { StringsContext } from '../templates/strings-context.ts';

interface DirectiveParts<Schema extends z.ZodObject>
  extends Pick<Directive, 'form' | 'holds' | 'count' | 'within'> {
  attributes: Schema;
  /** Summary and example for the reference. */
  guide?: Omit<DirectiveGuide, 'attributes'>;
  policy?(attributes: z.output<Schema>): PolicySources;
  table?(attributes: z.output<Schema>): TableAdditions;
  view(props: DirectiveProps<z.output<Schema>>): ReactNode;
}

/** Placeholder for the body while the view is rendered. Escaped attributes cannot contain it. */
const BODY = '<directive-body></directive-body>';

export function defineDirective<Schema extends z.ZodObject>({
  attributes: schema,
  view: View,
  policy,
  table,
  guide,
  ...rest
}: DirectiveParts<Schema>): Directive {
  return {
    ...rest,
    ...(guide && { guide: { ...guide, attributes: schema } }),
    attributes: Object.keys(schema.shape),
    read(values) {
      const parsed = schema.safeParse(values);
      if (!parsed.success) return parsed.error.issues;
      const attributes = parsed.data;
      return {
        policy: policy?.(attributes) ?? null,
        table: table?.(attributes) ?? null,
        render: (body, context) =>
          renderView(<View attributes={attributes} {...propsOf(context)} />, body, context),
      };
    },
  };
}

function propsOf({ locale, strings, basePath, data, offers }: DirectiveContext) {
  return {
    locale,
    data,
    offers,
    strings,
    href: (url: string) => (/^\/(?!\/)/.test(url) ? basePath + url : url),
    children: <directive-body />,
  };
}

function renderView(view: ReactNode, body: string, { strings }: DirectiveContext): string {
  const html = renderToStaticMarkup(<StringsContext value={strings}>{view}</StringsContext>);
  return `${html.split(BODY).join(body)}\n`;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'directive-body': object;
    }
  }
}
