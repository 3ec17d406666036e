/** `::video{youtube="…"}`: a link to a video, which a script turns into the player when it is clicked. */
import * as z from 'zod';
import { fillText } from '../locales/locale-format.ts';
import { link, text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';
import { FrameCard } from './frame-card.tsx';

interface Player {
  /** URL that the link opens without JavaScript. */
  page: string;
  /** URL of the player, which the script inserts. */
  frame: string | null;
  /** Host of the player. */
  host: string;
}

const attributes = z
  .strictObject({
    title: text().describe('Title of the video.'),
    youtube: z
      .string()
      .regex(/^[\w-]{11}$/, 'is not the id of a video: 11 letters, as after v= in its address')
      .optional()
      .describe('Id of a YouTube video. One of youtube, vimeo and file is required.'),
    vimeo: z
      .string()
      .regex(/^\d{1,12}$/, 'is not the number of a video')
      .optional()
      .describe('Number of a Vimeo video.'),
    file: link()
      .refine(
        (url) => /^\/(?!\/).*\.(?:mp4|webm|ogv|m4v)$/i.test(url),
        'is not a path such as /media/film.mp4',
      )
      .optional()
      .describe('Path of a file below public/: MP4, WebM, OGV or M4V.'),
    captions: link()
      .refine((url) => /^\/(?!\/).*\.vtt$/i.test(url), 'is not a path such as /media/film.vtt')
      .optional()
      .describe('Path of captions below public/, as WebVTT. Only with a file.'),
  })
  .refine(
    ({ youtube, vimeo, file }) =>
      [youtube, vimeo, file].filter((source) => source !== undefined).length === 1,
    'needs one source: youtube, vimeo or file',
  )
  .refine(
    ({ captions, file }) => captions === undefined || file !== undefined,
    'has captions without a file',
  );

export const video = defineDirective({
  form: 'either',
  holds: ['image'],
  count: [1, 1],
  guide: {
    summary: 'A link that becomes a player when a reader clicks it. Nothing is requested before.',
    example: '::video{youtube="dQw4w9WgXcQ" title="How odds move"}',
  },
  attributes,
  policy({ youtube, vimeo }): Record<string, string[]> {
    if (youtube !== undefined) return { 'frame-src': [YOUTUBE] };
    return vimeo === undefined ? {} : { 'frame-src': [VIMEO] };
  },
  view({ attributes: { title, captions, ...source }, children, href, locale, strings }) {
    const { directives } = strings;
    const { page, frame, host } = playerOf(source);
    return (
      <FrameCard
        kind="video"
        page={href(page)}
        frame={frame}
        action={fillText(directives.playVideo, { title })}
        title={title}
        notice={fillText(directives.videoNotice, { host })}
        captions={captions && href(captions)}
        language={captions && locale.slice(0, 2)}
      >
        {children}
      </FrameCard>
    );
  },
});

const YOUTUBE = 'https://www.youtube-nocookie.com';
const VIMEO = 'https://player.vimeo.com';

function playerOf({ youtube, vimeo, file }: Omit<z.output<typeof attributes>, 'title'>): Player {
  if (youtube !== undefined)
    return {
      page: `https://www.youtube.com/watch?v=${youtube}`,
      frame: `${YOUTUBE}/embed/${youtube}?autoplay=1`,
      host: 'youtube-nocookie.com',
    };
  if (vimeo !== undefined)
    return {
      page: `https://vimeo.com/${vimeo}`,
      frame: `${VIMEO}/video/${vimeo}?autoplay=1&dnt=1`,
      host: 'player.vimeo.com',
    };
  return { page: file ?? '', frame: null, host: '' };
}
