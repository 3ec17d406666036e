// The reference of error codes, from the two catalogues of the program.
import { page } from './page-parts.mjs';

/**
 * @param areas `ERROR_CATALOGUE`
 * @param findings `FINDING_CODES`
 * @returns the page as Markdown
 */
export function describeErrors(areas, findings) {
  return page('Errors', [
    'Each problem that a command reports has a code. It is `code` of a problem with `--json`, and stays the same where a message gets better words. `articles help CODE` prints the entry. A problem that stops a command ends it with 1; an internal error ends it with 2.',
    ...Object.entries(areas).flatMap(([title, entries]) => [`## ${title}`, ...describeEntries(entries)]),
    '## Findings of generated articles',
    'What `articles generate` and `articles review` say about a text. The codes are in `findings` of their results.',
    ...describeEntries(findings),
  ]);
}

function describeEntries(entries) {
  return Object.entries(entries).map(([code, { means, cause, cure, example }]) =>
    [
      `### ${code}`,
      '',
      means,
      '',
      `- Cause: ${cause}`,
      `- Cure: ${cure}`,
      `- Example: ${quote(example)}`,
    ].join('\n'),
  );
}

/** As code, with a fence that the text does not contain. */
const quote = (text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);
