/** Evaluates arithmetic expressions from untrusted text: known functions only, with limits of length and depth. */
import { currencyDigits, FUNCTIONS, round } from './functions.ts';

type Evaluation = { value: number } | { error: string };

const MAX_LENGTH = 500;
const MAX_DEPTH = 30;
const TOKEN = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([A-Za-z]+)|(\*\*|[-+*/^(),%]))/y;

class Refused extends Error {}

/** Evaluates an expression such as `1/2.5`, `40%`, `potOdds(300, 1200)` or `currency(12.345, USD)`. */
export function evaluate(expression: string): Evaluation {
  try {
    if (expression.length > MAX_LENGTH) throw new Refused(`longer than ${MAX_LENGTH} characters`);
    const value = createParser(tokenize(expression))();
    if (!Number.isFinite(value)) throw new Refused('the result is not a number');
    return { value };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { error: error.message };
  }
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw new Refused(`"${text.slice(at, at + 10).trim()}" is not understood`);
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  return tokens;
}

/** A recursive-descent parser, with a function for each level of precedence. */
function createParser(tokens: readonly string[]) {
  let place = 0;
  let depth = 0;
  const peek = () => tokens[place];
  const take = (token: string) => {
    if (peek() !== token) throw new Refused(`"${token}" is missing`);
    place++;
  };
  const sum = (): number => {
    if (++depth > MAX_DEPTH) throw new Refused('too many levels');
    let value = product();
    for (let next = peek(); next === '+' || next === '-'; next = peek()) {
      place++;
      value = next === '+' ? value + product() : value - product();
    }
    depth--;
    return value;
  };
  const product = (): number => {
    let value = signed();
    for (let next = peek(); next === '*' || next === '/'; next = peek()) {
      place++;
      value = next === '*' ? value * signed() : value / signed();
    }
    return value;
  };
  const signed = (): number => {
    let sign = 1;
    for (; peek() === '-' || peek() === '+'; place++) if (peek() === '-') sign = -sign;
    return sign * power();
  };
  const power = (): number => {
    const base = percent();
    if (peek() !== '^' && peek() !== '**') return base;
    place++;
    if (++depth > MAX_DEPTH) throw new Refused('too many levels');
    const value = base ** signed();
    depth--;
    return value;
  };
  const percent = (): number => {
    let value = atom();
    for (; peek() === '%'; place++) value /= 100;
    return value;
  };
  const atom = (): number => {
    const token = peek() ?? '';
    place++;
    if (/^[\d.]/.test(token)) return Number(token);
    if (token === '(') {
      const value = sum();
      take(')');
      return value;
    }
    if (/^[A-Za-z]/.test(token) && peek() === '(') return call(token);
    throw new Refused(token === '' ? 'it ends too early' : `"${token}" is not expected there`);
  };
  const call = (name: string): number => {
    take('(');
    if (name === 'currency') {
      const amount = sum();
      take(',');
      const code = peek() ?? '';
      if (!/^[A-Z]{3}$/.test(code)) throw new Refused(`"${code}" is not a currency such as USD`);
      place++;
      take(')');
      return round(amount, currencyDigits(code));
    }
    const run = findFunction(name);
    const values = [sum()];
    for (; peek() === ','; values.push(sum())) place++;
    take(')');
    return run(values);
  };
  return () => {
    const value = sum();
    if (place < tokens.length) throw new Refused(`"${peek()}" is not expected there`);
    return value;
  };
}

/** @throws Refused where there is no such function, or it takes another number of values */
function findFunction(name: string): (values: readonly number[]) => number {
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!known) throw new Refused(`there is no function "${name}"`);
  const [least, most, run] = known;
  return (values) => {
    if (values.length >= least && values.length <= most) return run(...values);
    throw new Refused(`${name} takes ${least === most ? least : `${least} to ${most}`} values`);
  };
}
