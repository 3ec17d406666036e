// The parts of reference pages as Markdown: heading, table, list, code, sentence.

const NOTE = '<!-- Made by scripts/reference.mjs. Change the definitions in src/, not this page. -->';

export const page = (title, parts) => `${NOTE}\n\n# ${title}\n\n${parts.filter(Boolean).join('\n\n')}\n`;
/** After the language of an example that another test checks (test/README.md). */
export const CHECKED = 'no-run="a test holds it against its schema"';

/** @param language may have words after it */
export const fence = (language, text) => {
  const ticks = text.includes('```') ? '````' : '```';
  return `${ticks}${language}\n${text}\n${ticks}`;
};
export const code = (text) => `\`${text}\``;

/** Begins and ends as a sentence; JSON, tags and locale codes such as en_US become code, so their case is kept. */
export function sentence(text) {
  const marked = text.replace(/`[^`]*`|\{".*?\}+|<[a-z]+>|\b[a-z]{2,3}_[A-Z]{2}\b/g, (part) =>
    part.startsWith('`') ? part : code(part),
  );
  return text === ''
    ? ''
    : `${marked.charAt(0).toUpperCase()}${marked.slice(1)}${/[.:!?]$/.test(text) ? '' : '.'}`;
}

/**
 * Long names and texts do not fit into the columns of a table.
 * @param entries `{name, facts, text}`; empty facts are left out. @returns null without entries
 */
export function list(entries) {
  if (entries.length === 0) return null;
  return entries
    .map(({ name, facts, text }) => {
      const first = `- ${[code(name), ...facts.filter(Boolean)].join(' · ')}`;
      return text === '' ? first : `${first}\\\n  ${text}`;
    })
    .join('\n');
}

/** @returns null without rows. A column that is empty in every row is left out */
export function table(head, rows) {
  if (rows.length === 0) return null;
  const isUsed = (_cell, index) => rows.some((cells) => cells[index] !== '');
  const line = (cells) =>
    `| ${cells
      .filter(isUsed)
      .map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' '))
      .join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.filter(isUsed).length)}`, ...rows.map(line)].join('\n');
}
