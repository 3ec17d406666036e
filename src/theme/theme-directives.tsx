/** Creates directives from the modules in theme/directives. */

import type { ReactNode } from 'react';
import * as z from 'zod';
import type { PolicySources } from '../config/policy-schema.ts';
import { policySources } from '../config/policy-schema.ts';
import { describeIssue, hintOfIssue } from '../config/schema-issues.ts';
import type {
  AttributeValues,
  Directive,
  DirectiveProps,
  Directives,
} from '../content/markdown/directive.ts';
import { defineDirective } from '../directives/define-directive.tsx';
import { DIRECTIVES } from '../directives/directive-registry.ts';
import { messageOf, type Problem, type Problems } from '../foundation/errors.ts';
import { callCode, type SiteCode, type SiteModule } from './run-code.ts';

type Values = Record<string, unknown>;

const FORMS: readonly Directive['form'][] = ['container', 'leaf', 'either'];

/** The built-in directives and the site's directives; a module with a built-in name replaces that directive. */
export function directivesOf(code: SiteCode | null): Directives {
  const modules = code?.modules('directive') ?? [];
  if (!code || modules.length === 0) return DIRECTIVES;
  return { ...DIRECTIVES, ...Object.fromEntries(modules.flatMap((module) => define(code, module))) };
}

/** An example of each directive of the site, for editors to insert. It satisfies the schema, as far as the schema can be read. */
export function listThemeExamples(code: SiteCode): { name: string; summary: string; example: string }[] {
  return code.modules('directive').flatMap(({ name, file, exports: { attributes, form } }) => {
    if (!isSchema(attributes)) return [];
    const { properties = {}, required = [] } = z.toJSONSchema(attributes, JSON_SCHEMA);
    const values = required.map((key) => `${key}="${firstValue(properties[key])}"`);
    const head = values.length > 0 ? `${name}{${values.join(' ')}}` : name;
    const example = form === 'leaf' ? `::${head}` : `:::${head}\nText\n:::`;
    return [{ name, summary: `A directive of this site, in ${file}.`, example }];
  });
}

const JSON_SCHEMA = { io: 'input', unrepresentable: 'any' } as const;

function firstValue(schema: z.core.JSONSchema._JSONSchema | undefined): string {
  if (typeof schema !== 'object') return '…';
  return String(schema.default ?? schema.enum?.[0] ?? schema.examples?.[0] ?? '…');
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
    const result = readChecked(directive, values, module.file);
    if (!('render' in result)) return result;
    return {
      ...result,
      render: (body, context) =>
        callCode(code, { subject: `the directive "${name}"`, file: module.file }, () =>
          result.render(body, context),
        ),
    };
  };
  return [[name, { ...directive, read }]];
}

/** The policy is checked as the setting `security.contentSecurityPolicy` is, since attributes can be part of it. */
function readChecked(
  { read }: Directive,
  values: AttributeValues,
  file: string,
): ReturnType<Directive['read']> {
  const issue = (message: string, hint: string): z.core.$ZodIssue => ({
    ...{ code: 'custom', path: [], input: values },
    ...{ message: `the policy of ${file}: ${message}`, params: { hint } },
  });
  try {
    const result = read(values);
    if (!('render' in result) || result.policy === null) return result;
    const checked = policySources.safeParse(result.policy);
    if (checked.success) return { ...result, policy: checked.data };
    return checked.error.issues.map((wrong) =>
      issue([...wrong.path.slice(0, 1), describeIssue(wrong)].map(String).join(' '), hintOfIssue(wrong)),
    );
  } catch (error) {
    return [issue(`the code ends with an error: ${messageOf(error)}`, 'correct the code there')];
  }
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
