/** Reads YAML files that people write, with the places of their values. */
import { messageOf, type Place } from '../foundation/errors.ts';
import { MAX_DEPTH } from './read-json.ts';

export type YamlRead =
  | { ok: true; value: unknown; placeOf(path: readonly PropertyKey[]): Place }
  | { ok: false; message: string; place: Place };

class TooDeep extends Error {
  constructor(readonly offset: number) {
    super(`it is nested deeper than ${MAX_DEPTH} levels`);
  }
}

/** @param text without a byte order mark */
export async function readYamlFile(text: string): Promise<YamlRead> {
  const { Composer, isNode, Lexer, LineCounter, Parser } = await import('yaml');
  const lines = new LineCounter();
  const placeAt = (offset: number) => {
    const { line, col: column } = lines.linePos(offset);
    return { line, column };
  };
  const parser = new Parser(lines.addNewLine);
  // The package composes values by recursion, so the levels are counted before it.
  const readTokens = function* () {
    lines.addNewLine(0);
    for (const lexeme of new Lexer().lex(text)) {
      yield* parser.next(lexeme);
      // A document and its value are on the stack too.
      if (parser.stack.length > MAX_DEPTH + 2) throw new TooDeep(parser.offset);
    }
    yield* parser.end();
  };
  const fail = (message: string, place: Place = {}): YamlRead => ({ ok: false, message, place });
  try {
    const composer = new Composer({ lineCounter: lines, prettyErrors: false, logLevel: 'error' });
    const [document, second] = composer.compose(readTokens(), true, text.length);
    if (!document) return fail('it has no document');
    const [error] = document.errors;
    if (error) return fail(error.message, placeAt(error.pos[0]));
    if (second) return fail('it has more than one document', placeAt(second.range[0]));
    const placeOf = (path: readonly PropertyKey[]) => {
      const node: unknown = document.getIn(path, true);
      return placeAt(isNode(node) && node.range ? node.range[0] : 0);
    };
    return { ok: true, value: document.toJS(), placeOf };
  } catch (error) {
    // Aliases that repeat too much, or name nothing.
    if (!(error instanceof TooDeep || error instanceof ReferenceError)) throw error;
    return fail(messageOf(error), error instanceof TooDeep ? placeAt(error.offset) : {});
  }
}
