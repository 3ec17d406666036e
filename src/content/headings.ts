/** Owns the ids of headings: unique in a page, readable, stable. */

/** Returns a function that makes an id of each heading in turn. */
export function createHeadingIds(): (text: string) => string {
  const used = new Set<string>();
  return (text) => {
    const name =
      text
        .replace(/&(?:[a-z]+|#\w+);/gi, '')
        .toLowerCase()
        .normalize('NFC')
        .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s+/g, '-') || 'section';
    let id = name;
    for (let number = 1; used.has(id); number++) id = `${name}-${number}`;
    used.add(id);
    return id;
  };
}
