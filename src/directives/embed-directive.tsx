/** `::embed{url="…" title="…"}`: something on another host, known by its URL, which is loaded when a reader clicks. */
import * as z from 'zod';
import { fillText } from '../locales/locale-format.ts';
import { text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';
import { FrameCard } from './frame-card.tsx';

interface Place {
  name: string;
  /** The URLs that the place knows, with groups for `frame`. */
  url: RegExp;
  frame(groups: readonly (string | undefined)[]): string;
  /** Height of the frame. */
  shape: 'wide' | 'tall' | 'low';
}

/** Any server may run Mastodon. A page loads frames of these, which are large and moderated. */
const MASTODON = [
  'mastodon.social',
  'mastodon.online',
  'mstdn.social',
  'mas.to',
  'fosstodon.org',
  'hachyderm.io',
  'infosec.exchange',
  'mastodon.world',
];

const PLACES: readonly Place[] = [
  {
    name: 'YouTube',
    url: /^https:\/\/(?:(?:www|m)\.)?(?:youtube\.com\/(?:watch\?v=|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?:[?&][\w=&-]*)?$/,
    frame: ([id]) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
    shape: 'wide',
  },
  {
    name: 'Vimeo',
    // The second part of the address is the key of an unlisted video.
    url: /^https:\/\/(?:www\.)?vimeo\.com\/(?:channels\/[\w-]{1,60}\/)?(\d{1,12})(?:\/(\w{1,40}))?$/,
    frame: ([id, key]) =>
      `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${key === undefined ? '' : `&h=${key}`}`,
    shape: 'wide',
  },
  {
    name: 'CodePen',
    url: /^https:\/\/codepen\.io\/((?:team\/)?[\w-]{1,60})\/(?:pen|full|details)\/([\w-]{1,40})$/,
    frame: ([user, pen]) => `https://codepen.io/${user}/embed/${pen}?default-tab=result`,
    shape: 'wide',
  },
  {
    name: 'Spotify',
    url: /^https:\/\/open\.spotify\.com\/(?:intl-\w{1,8}\/)?(track|album|playlist|episode|show)\/(\w{1,40})$/,
    frame: ([kind, id]) => `https://open.spotify.com/embed/${kind}/${id}`,
    shape: 'low',
  },
  {
    name: 'Mastodon',
    url: new RegExp(`^https://(${MASTODON.join('|').replaceAll('.', '\\.')})/(@[\\w.@-]{1,80})/(\\d{1,30})$`),
    frame: ([host, user, id]) => `https://${host}/${user}/${id}/embed`,
    shape: 'tall',
  },
  {
    name: 'X',
    url: /^https:\/\/(?:(?:www|mobile)\.)?(?:x|twitter)\.com\/\w{1,20}\/status\/(\d{1,30})(?:\/(?:photo|video)\/\d)?$/,
    frame: ([id]) => `https://platform.twitter.com/embed/Tweet.html?id=${id}&dnt=true`,
    shape: 'tall',
  },
];

const NAMES = PLACES.map(({ name }) => name).join(', ');

function findFrame(url: string): (Pick<Place, 'shape'> & { frame: string }) | null {
  for (const place of PLACES) {
    const match = place.url.exec(url);
    if (match) return { frame: place.frame(match.slice(1)), shape: place.shape };
  }
  return null;
}

const attributes = z.strictObject({
  url: z
    .string()
    .transform((url) => url.replace(/[?&](?:si|s|t|ref_src|utm_\w+)=[^&#]*/g, '').replace(/\/$/, ''))
    .superRefine((url, context) => {
      if (findFrame(url)) return;
      const hint = `give the address of a page on ${NAMES}, or link to it`;
      context.addIssue({
        code: 'custom',
        message: 'is not an address that can be embedded',
        params: { hint },
      });
    })
    .describe(`Address of a page on ${NAMES}.`),
  title: text().describe('What readers will see.'),
});

export const embed = defineDirective({
  form: 'leaf',
  guide: {
    summary:
      'A card that loads something from another host when a reader clicks it. Nothing is requested before.',
    example: '::embed{url="https://vimeo.com/76979871" title="A walk through the garden"}',
  },
  attributes,
  policy: ({ url }): Record<string, string[]> => {
    const found = findFrame(url);
    return found ? { 'frame-src': [new URL(found.frame).origin] } : {};
  },
  view({ attributes: { url, title }, strings: { directives } }) {
    const { frame = '', shape = 'wide' } = findFrame(url) ?? {};
    return (
      <FrameCard
        kind="embed"
        shape={shape}
        page={url}
        frame={frame}
        action={fillText(directives.showEmbed, { title })}
        title={title}
        notice={fillText(directives.embedNotice, { host: new URL(frame).host })}
      />
    );
  },
});
