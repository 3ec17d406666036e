/** Reads what a request says, or refuses it with the place of what is wrong. */
import type * as z from 'zod';
import { RefusedRequest } from './core.ts';

export function parse<Body>(schema: z.ZodType<Body>, value: unknown): Body {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RefusedRequest(400, `The request is not valid: ${issue?.path.join('.')}: ${issue?.message}`);
}

/** The token of the desk is part of no query. */
export function parseQuery<Query>(schema: z.ZodType<Query>, params: URLSearchParams): Query {
  const { token: _, ...query } = Object.fromEntries(params);
  return parse(schema, query);
}
