/** Finds the end of a bare web address, which may be followed by punctuation. */

const PUNCTUATION = '?!.,:*_\'"~);';
const ALPHANUMERIC = /[a-zA-Z0-9]/;

/** The address without punctuation at its end, an unclosed parenthesis with all that follows, and a character reference. */
export function trimAddress(address: string): string {
  let end = address.length;
  /** The offset behind the last closed pair of parentheses. Pairs belong to the address. */
  let inner = 0;
  for (let open = address.indexOf('('); open >= 0; open = address.indexOf('(', inner)) {
    const close = address.indexOf(')', open);
    if (close < 0) end = open;
    if (close < 0) break;
    inner = close + 1;
  }
  while (end > inner && PUNCTUATION.includes(address.charAt(end - 1))) {
    let start = end - 1;
    if (address.charAt(start) === ';')
      while (start > inner && ALPHANUMERIC.test(address.charAt(start - 1))) start--;
    const isReference = start < end - 1 && start > inner && address.charAt(start - 1) === '&';
    end = isReference ? start - 1 : end - 1;
  }
  return address.slice(0, end);
}
