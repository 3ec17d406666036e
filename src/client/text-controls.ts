/** Plays videos, sorts tables and follows the contents of a text; loaded when a text has them. */

/** Replaces a video link with its player. If the page's policy does not allow the player, the browser follows the link. */
export function playVideo(link: HTMLAnchorElement): void {
  const { video = '', captions, language = '' } = link.dataset;
  const title = link.querySelector('.video-play')?.textContent ?? '';
  if (video !== '') {
    const policy = document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]');
    if (policy && !policy.content.includes(new URL(video).origin)) {
      location.assign(link.href);
      return;
    }
    const frame = document.createElement('iframe');
    frame.title = title;
    frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
    // YouTube refuses to play without a referrer.
    frame.referrerPolicy = 'strict-origin-when-cross-origin';
    frame.src = video;
    link.replaceWith(frame);
    frame.focus();
    return;
  }
  const player = document.createElement('video');
  player.controls = true;
  player.autoplay = true;
  player.ariaLabel = title;
  player.src = link.href;
  if (captions !== undefined) {
    const track = document.createElement('track');
    Object.assign(track, {
      kind: 'captions',
      src: captions,
      srclang: language,
      label: language,
      default: true,
    });
    player.append(track);
  }
  link.replaceWith(player);
  player.focus();
}

/** Prepares the tables and the contents of a page. */
export function prepareTexts(): void {
  prepareTables();
  followContents();
}

let contents: IntersectionObserver | undefined;

/** Marks the part of the text that the reader is in, in the contents of a manual. */
function followContents(): void {
  contents?.disconnect();
  const parts = [...document.querySelectorAll<HTMLAnchorElement>('.sidebar ~ * > .contents a')].flatMap(
    (link) => {
      const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      return heading ? { link, heading } : [];
    },
  );
  contents = new IntersectionObserver(
    () => {
      const line = innerHeight * 0.3;
      const current =
        parts.findLast(({ heading }) => heading.getBoundingClientRect().top <= line) ?? parts[0];
      for (const part of parts)
        if (part === current) part.link.setAttribute('aria-current', 'true');
        else part.link.removeAttribute('aria-current');
    },
    { rootMargin: '0px 0px -70% 0px' },
  );
  for (const { heading } of parts) contents.observe(heading);
}

/** Puts a button into each header cell of a sortable table. Without scripts the cells are plain text. */
function prepareTables(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('table[data-sortable]')) {
    delete table.dataset.sortable;
    for (const cell of table.tHead?.rows[0]?.cells ?? []) {
      // HTML allows no link inside a button.
      if (cell.tagName !== 'TH' || cell.querySelector('a, button')) continue;
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'sort';
      button.append(...cell.childNodes);
      cell.replaceChildren(button);
      cell.setAttribute('aria-sort', 'none');
      button.addEventListener('click', () => sortBy(table, cell));
    }
  }
}

function sortBy(table: HTMLTableElement, cell: HTMLTableCellElement): void {
  const isUp = cell.getAttribute('aria-sort') !== 'ascending';
  for (const other of table.tHead?.querySelectorAll('[aria-sort]') ?? [])
    other.setAttribute('aria-sort', 'none');
  cell.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
  const [body] = table.tBodies;
  if (!body) return;
  const { lang } = document.documentElement;
  const numberOf = createNumberReader(lang);
  const { compare } = new Intl.Collator(lang, { numeric: true });
  const rows = [...body.rows].map((row) => {
    const text = row.cells[cell.cellIndex]?.textContent.trim() ?? '';
    return { row, text, number: numberOf(text) };
  });
  const areNumbers = rows.every(({ text, number }) => text === '' || number !== null);
  rows.sort((a, b) => {
    // Empty cells come last in both directions.
    if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
    const order = areNumbers ? (a.number ?? 0) - (b.number ?? 0) : compare(a.text, b.text);
    return isUp ? order : -order;
  });
  body.append(...rows.map(({ row }) => row));
}

/** Returns a parser of numbers such as "1,234.5 %", "−7" or "10/11" in a language. It gives null for other texts. */
function createNumberReader(lang: string): (text: string) => number | null {
  const parts = new Intl.NumberFormat(lang).formatToParts(12345.6);
  const mark = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const [group, decimal] = [mark('group'), mark('decimal')];
  return (text) => {
    const plain = text.replace(/\s/g, '').replaceAll(group, '').replace(decimal, '.').replace('−', '-');
    const [, number, below] = /^\D*?([+-]?\d+(?:\.\d+)?)(?:\/(\d+))?[^\d.]*$/.exec(plain) ?? [];
    return number === undefined ? null : Number(number) / Number(below ?? 1);
  };
}
