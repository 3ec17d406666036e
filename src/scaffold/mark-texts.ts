/** Marks the texts of files that begin in another language, so that `articles check` names them until they are translated. */
import { UNTRANSLATED } from '../config/placeholders.ts';

/** The fields that a reader sees; keys and addresses stay. */
const SHOWN = new Set(['title', 'description', 'meta_title', 'meta_description', 'role']);
const MARK = 'TODO: ';

/** JSON of the data with its texts marked. */
export function markData(value: object): string {
  const data = JSON.stringify(
    value,
    (name, inner: unknown) =>
      typeof inner === 'string' && inner !== '' && SHOWN.has(name) ? mark(inner) : inner,
    2,
  );
  return `${data}\n`;
}

function mark(text: string): string {
  return text.startsWith(MARK) ? text : MARK + text;
}

/** Marks title and description, and the text itself. */
export function markText(text: string): string {
  const [front = ''] = /^---\r?\n[\s\S]*?\n---\r?\n/.exec(text) ?? [];
  const fields = front.replace(
    /^(title|description):(?![ \t]*["']?TODO|[ \t]*[|>])[ \t]*(["']?)(.*)$/gm,
    (_all, name: string, quote: string, rest: string) =>
      quote === '' ? `${name}: ${JSON.stringify(MARK + rest.trim())}` : `${name}: ${quote}${MARK}${rest}`,
  );
  const body = text.slice(front.length);
  return fields + (body.startsWith(UNTRANSLATED) ? body : `${UNTRANSLATED}\n\n${body}`);
}
