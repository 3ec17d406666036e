/** Defines a directive for the text that contains it. The built-in ones are in src/directives. */

import type { ReactNode } from 'react';
import type * as z from 'zod';
import type { PolicySources } from '../../config/policy-schema.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import type { Strings } from '../../locales/strings.ts';
import type { OfferStates } from '../data/offers.ts';

export type AttributeValues = Readonly<Record<string, string | true>>;

export interface Directive {
  /** A container has a body, between `:::name` and `:::`; a leaf is the line `::name`. */
  form: 'container' | 'leaf' | 'either';
  /** Names of the attributes. */
  attributes: readonly string[];
  /** Kinds of blocks that its body may have: names of directives, "image", "table", …; all where left out. */
  holds?: readonly string[];
  /** The least and the greatest number of them. */
  count?: readonly [least: number, most: number];
  /** The directive that must be around it. */
  within?: string;
  /** For the reference; the built-in directives have one. */
  guide?: DirectiveGuide;
  read(values: AttributeValues): ReadDirective | readonly z.core.$ZodIssue[];
}

export interface DirectiveGuide {
  /** A sentence that says what the directive shows. */
  summary: string;
  /** Markdown that builds without changes. */
  example: string;
  attributes: z.ZodObject;
}

/** A directive with valid attributes. */
export interface ReadDirective {
  /** Sources that it loads from other hosts; the policy of the page allows them. */
  policy: PolicySources | null;
  /** Changes the tables in its body. */
  table: TableAdditions | null;
  /** @param body rendered. @returns HTML */
  render(body: string, context: DirectiveContext): string;
}

export interface TableAdditions {
  /** Plain text; '' for none. */
  caption: string;
  sortable: boolean;
}

/** The facts about a page that views of directives receive. */
export interface DirectiveContext {
  locale: LocaleCode;
  strings: Strings;
  basePath: string;
  /** The files of content/data, by name. */
  data: Readonly<Record<string, unknown>>;
  /** The offers that the text may show, by name. */
  offers: OfferStates;
}

/** The props of the view of a directive. */
export interface DirectiveProps<Attributes> {
  attributes: Attributes;
  /** The rendered body. */
  children: ReactNode;
  locale: LocaleCode;
  /** The files of content/data, by name. */
  data: Readonly<Record<string, unknown>>;
  /** The offers that the text may show, by name. */
  offers: OfferStates;
  /** Strings of the interface. */
  strings: Strings;
  /** Adds the base path to a path of the site; other URLs stay as they are. */
  href(url: string): string;
}

/** By name. */
export type Directives = Readonly<Record<string, Directive>>;

export function directiveOf(directives: Directives, name: string): Directive | null {
  return Object.hasOwn(directives, name) ? (directives[name] ?? null) : null;
}

/** Kinds of alerts, and of callouts. */
export const CALLOUTS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
