/** Checks accessibility of an open page, as the authors of looks do. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { findViolations as find } from '../../packages/look-test/src/axe.ts';

export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One line for each rule that is broken. The page must have been opened with `bypassCSP`. */
export async function findViolations(page: Page): Promise<string[]> {
  return (await find(page, AXE)).map(({ rule, html }) => `${rule}: ${html}`);
}
