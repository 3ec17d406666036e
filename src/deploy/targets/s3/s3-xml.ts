/** Reads the XML of S3 servers: an element with its text and its children. */
import { Parser } from 'htmlparser2';

export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

/** The root element; null for an HTML page, a text that ends early, or anything else that is not XML of the protocol. */
export function parseXml(text: string): XmlElement | null {
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
        if (open.length > 1) open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.write(text);
  // The end of the parser closes what the text has left open.
  const isWhole = open.length === 1;
  parser.end();
  const element = root.children[0];
  return element && isWhole && element.name.toLowerCase() !== 'html' ? element : null;
}

/** The text of the first child with this name. '' where there is none. */
export function textOf(element: XmlElement | null, name: string): string {
  return element?.children.find((child) => child.name === name)?.text ?? '';
}

export function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
