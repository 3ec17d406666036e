/** Tells the shortcodes of WordPress from other words in brackets. */

/** Shortcodes of code, whose text is no HTML. */
export const VERBATIM_SHORTCODE = /\[(code|sourcecode|highlight)\b((?:\s[^\]]*)?)\]([\s\S]*?)\[\/\1\]/gi;

const KNOWN =
  /^(?:caption|wp_caption|gallery|embed|youtube|youtube_sc|vimeo|tweet|gist|video|audio|more|nextpage|thirstylink)$/;

/** Keeps a bare name in brackets, as texts about WordPress contain it. */
export function isShortcodeName(name: string, rest: string): boolean {
  if (/^(?:more|nextpage|gallery)$/.test(name)) return true;
  return rest.trim() === '' ? /[_-]/.test(name) : KNOWN.test(name) || /=/.test(rest) || /[_-]/.test(name);
}
