/** Tells programs what a run does: one JSON object a line (`--events`), and a summary on the page of a GitHub job. */
import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { attempt } from '../../foundation/attempt.ts';
import { messageOf, UserError } from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/report.ts';
import { formatUsd } from '../journal/money.ts';

/** The fields of a result that a summary shows. */
interface RunSummary {
  run: string;
  written: readonly { file: string; title: string }[];
  needsReview: readonly { file: string | null; findings: readonly { code: string }[] }[];
  rejected: readonly { topic: string; findings: readonly { code: string }[] }[];
  unfinished: readonly { topic: string; reason: string }[];
  calls: number;
  usd: number | null;
}

export type RunEvent =
  | { event: 'start'; run: string; resumed: boolean; articles: number; usd: number | null }
  | {
      event: 'article';
      run: string;
      topic: string;
      id: string;
      locale: string;
      status: string;
      file: string | null;
      codes: readonly string[];
    }
  | { event: 'end'; result: RunSummary };

export type EmitEvent = (event: RunEvent) => void;

/** @param file to append to; undefined for none @throws UserError if it cannot be written */
export function openEvents(
  file: string | undefined,
  { GITHUB_STEP_SUMMARY: summary }: Readonly<Record<string, string | undefined>>,
): EmitEvent {
  const path = file && resolve(file);
  const append = (text: string) => {
    if (!path) return;
    try {
      appendFileSync(path, text);
    } catch (error) {
      const message = `the events of the run cannot be written: ${messageOf(error)}`;
      throw new UserError({ code: 'record-not-written', message, hint: 'name a file that can be written' });
    }
  };
  // Before anything is paid.
  append('');
  return (event) => {
    append(`${JSON.stringify({ time: new Date().toISOString(), ...event })}\n`);
    // It is for people, and what it says is in the result too.
    if (event.event === 'end' && summary) attempt(() => appendFileSync(summary, renderSummary(event.result)));
  };
}

/** Articles of one kind that a summary names. */
const MAX_NAMED = 30;

function renderSummary({ run, written, needsReview, rejected, unfinished, calls, usd }: RunSummary): string {
  // A title or topic may hold anything, and a summary is Markdown with HTML.
  const plain = (text: string) => `\`${text.replace(/[`\s]+/g, ' ').trim()}\``;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? []
      : [
          '',
          `**${title}: ${lines.length}**`,
          '',
          ...lines.slice(0, MAX_NAMED).map((line) => `- ${line}`),
          ...(lines.length > MAX_NAMED ? [`- … and ${lines.length - MAX_NAMED} more`] : []),
        ];
  const why = (findings: readonly { code: string }[]) => findings[0]?.code ?? '';
  return [
    `### Articles of run ${run}`,
    '',
    `${formatCount(calls, 'paid call')}, ${usd === null ? 'cost unknown' : formatUsd(usd)}`,
    ...list(
      'Written',
      written.map(({ file, title }) => `${plain(file)} ${plain(title)}`),
    ),
    ...list(
      'To be reviewed',
      needsReview.map(({ file, findings }) => `${plain(file ?? '')} ${why(findings)}`),
    ),
    ...list(
      'Rejected',
      rejected.map(({ topic, findings }) => `${plain(topic)} ${why(findings)}`),
    ),
    ...list(
      'Unfinished',
      unfinished.map(({ topic, reason }) => `${plain(topic)} ${plain(reason)}`),
    ),
    '',
    '',
  ].join('\n');
}
