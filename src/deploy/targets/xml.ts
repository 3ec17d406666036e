/** Reads the XML of storage services: an element with its text and its children. */
import { StringDecoder } from 'node:string_decoder';
import { Parser } from 'htmlparser2';

export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

/**
 * The root element; null for an HTML page, a text that ends early, or anything else that is not XML of the protocol.
 * @param take takes an element of a long list out, so that the list is never in memory as a whole
 */
export function parseXml(
  text: string | Buffer,
  take: (element: XmlElement) => boolean = () => false,
): XmlElement | null {
  const root: XmlElement = { name: '', text: '', children: [] };
  const open = [root];
  const parser = new Parser(
    {
      onopentagname(name) {
        const element = { name, text: '', children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(data) {
        const element = open.at(-1);
        if (element) element.text += data;
      },
      onclosetag() {
        if (open.length === 1) return;
        const element = open.pop();
        if (element && take(element)) open.at(-1)?.children.pop();
      },
    },
    { xmlMode: true },
  );
  for (const part of typeof text === 'string' ? [text] : partsOf(text)) parser.write(part);
  // The end of the parser closes what the text has left open.
  const isWhole = open.length === 1;
  parser.end();
  const element = root.children[0];
  return element && isWhole && element.name.toLowerCase() !== 'html' ? element : null;
}

/** Bytes of one part: only a full garbage collection frees a longer string. */
const PART = 32_768;

function* partsOf(bytes: Buffer): Iterable<string> {
  const decoder = new StringDecoder('utf8');
  for (let at = 0; at < bytes.length; at += PART) yield decoder.write(bytes.subarray(at, at + PART));
}

/** The text of the first child with this name. '' where there is none. */
export function childText(element: XmlElement | null, name: string): string {
  return element?.children.find((child) => child.name === name)?.text ?? '';
}
