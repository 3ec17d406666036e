/** A parser of HTML that takes time in proportion to the text. */
import { type Handler, Parser, type ParserOptions } from 'htmlparser2';

/** Elements within each other. A text of a site has fewer. */
const MAX_LEVELS = 400;

/**
 * Leaves out the tags of elements that are nested more deeply: with each of them, the parser moves the list of all open
 * elements. What they contain belongs to the element around them.
 */
export class HtmlParser extends Parser {
  readonly #open: { levels: number };

  constructor(handler: Partial<Handler>, options?: ParserOptions) {
    const open = { levels: 0 };
    super(
      {
        ...handler,
        onopentag(...tag) {
          open.levels++;
          handler.onopentag?.(...tag);
        },
        onclosetag(...tag) {
          open.levels--;
          handler.onclosetag?.(...tag);
        },
      },
      options,
    );
    this.#open = open;
  }

  override onopentagname(start: number, end: number): void {
    if (this.#open.levels < MAX_LEVELS) super.onopentagname(start, end);
  }
}
