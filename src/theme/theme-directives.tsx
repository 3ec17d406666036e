/** Makes directives of the modules in theme/directives, beside the built-in ones. */
import type { ReactNode } from 'react';
import type * as z from 'zod';
import type { Directive, Directives } from '../content/markdown/directive.ts';
import { type DirectiveProps, defineDirective } from '../directives/define-directive.tsx';
import { DIRECTIVES } from '../directives/directive-registry.ts';
import { type Problem, type Problems, UserError } from '../foundation/errors.ts';
import type { PolicySources } from '../site/page.ts';
import { describeCrash, type SiteCode, type SiteModule } from './run-code.ts';

type Values = Record<string, unknown>;

const FORMS: readonly Directive['form'][] = ['container', 'leaf', 'either'];

/** The built-in directives and those of the site; a module with a built-in name replaces that directive. */
export function directivesOf(code: SiteCode | null): Directives {
  const modules = code?.modules('directive') ?? [];
  if (!code || modules.length === 0) return DIRECTIVES;
  return { ...DIRECTIVES, ...Object.fromEntries(modules.flatMap((module) => define(code, module))) };
}

export function checkThemeDirectives(code: SiteCode, problems: Problems): void {
  for (const module of code.modules('directive')) {
    const problem = findProblem(module);
    if (problem) problems.error(problem);
  }
}

function findProblem({ file, exports }: SiteModule): Problem | null {
  const problem = (message: string, hint: string): Problem => ({
    ...{ file, line: 1, column: 1 },
    ...{ code: 'invalid-export', message, hint },
  });
  if (!isView(exports.default))
    return problem(
      'the file has no view as its default export',
      'write: export default function Name({ attributes, children }) { … }',
    );
  if (!isSchema(exports.attributes))
    return problem(
      'the file exports no schema of its attributes',
      "write: import * as z from 'zod'; export const attributes = z.strictObject({ … })",
    );
  if (exports.form !== undefined && !isForm(exports.form))
    return problem('the form is unknown', `write one of ${FORMS.map((form) => `'${form}'`).join(', ')}`);
  if (exports.policy !== undefined && !isPolicy(exports.policy))
    return problem(
      'the policy is not a function',
      "write: export const policy = (attributes) => ({ 'frame-src': ['https://…'] })",
    );
  return null;
}

function define(code: SiteCode, module: SiteModule): [string, Directive][] {
  const { name, exports } = module;
  const { default: view, attributes, form, policy } = exports;
  if (!isView(view) || !isSchema(attributes)) return [];
  const directive = defineDirective({
    form: isForm(form) ? form : 'either',
    attributes,
    view,
    ...(isPolicy(policy) && { policy }),
  });
  const read: Directive['read'] = (values) => {
    const result = directive.read(values);
    if (!('render' in result)) return result;
    return {
      ...result,
      render(body, context) {
        try {
          return result.render(body, context);
        } catch (error) {
          throw new UserError(
            describeCrash(code, error, { subject: `the directive "${name}"`, file: module.file }),
          );
        }
      },
    };
  };
  return [[name, { ...directive, read }]];
}

function isView(value: unknown): value is (props: DirectiveProps<Values>) => ReactNode {
  return typeof value === 'function';
}

function isSchema(value: unknown): value is z.ZodObject {
  return typeof value === 'object' && value !== null && 'safeParse' in value && 'shape' in value;
}

function isForm(value: unknown): value is Directive['form'] {
  return FORMS.some((form) => form === value);
}

function isPolicy(value: unknown): value is (attributes: Values) => PolicySources {
  return typeof value === 'function';
}
