// Makes a page of what a terminal shows at the end of a session: colours stay, and lines that were written over are gone.

/** Visible marks in the place of control characters. */
const ESCAPE = '␛';
const BELL = '␇';

const COLOURS = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 36: '#79c0ff', 90: '#8b949e' };

/** @param output what the terminal received. @returns HTML with one `pre` */
export function terminalPage(output) {
  const marked = output.replaceAll('\u001b', ESCAPE).replaceAll('\u0007', BELL);
  const lines = marked.split('\n').map((line) => render(lastDrawn(line)));
  while (lines.at(-1) === '') lines.pop();
  return `<!doctype html><meta charset="utf-8"><style>
body { margin: 0 }
pre { margin: 0; padding: 20px 24px; width: max-content; min-width: 1000px; box-sizing: border-box; background: #0d1117; color: #e6edf3; font: 14px/1.45 "DejaVu Sans Mono", monospace }
</style><pre>${lines.join('\n')}</pre>`;
}

/** Returns the last state of a line that was drawn several times. */
const lastDrawn = (line) => line.replace(/\r$/, '').split('\r').at(-1)?.replace(`${ESCAPE}[2K`, '') ?? '';

function render(line) {
  let html = '';
  let open = false;
  // Colours and weight; links of terminals and other marks leave their text.
  const text = line.replace(/␛\][^␇␛]*(?:␇|␛\\)/g, '');
  for (const [, code, plain] of text.matchAll(/(?:␛\[([\d;]*)[A-Za-z])?([^␛]*)/g)) {
    if (code !== undefined) {
      if (open) html += '</span>';
      const style = code === '1' ? 'font-weight:700' : COLOURS[code] && `color:${COLOURS[code]}`;
      if (style) html += `<span style="${style}">`;
      open = Boolean(style);
    }
    html += plain.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  }
  return open ? `${html}</span>` : html;
}
