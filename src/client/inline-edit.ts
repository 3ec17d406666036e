/** Edits the title and description of the open article in place (B35). Only `serve --edit` serves it. */

const FIELDS = { '.article-head h1': 'title', '.article-head .lede': 'description' };

function fieldOf(element: Element): string | undefined {
  return Object.entries(FIELDS).find(([selector]) => element.matches(selector))?.[1];
}

function edit(element: HTMLElement, field: string): void {
  if (element.isContentEditable) return;
  const previous = element.textContent ?? '';
  let done = false;
  element.contentEditable = 'plaintext-only';
  element.focus();
  placeCaret(element, element.childNodes.length);

  const end = (text: string) => {
    done = true;
    element.contentEditable = 'false';
    element.textContent = text;
    element.removeEventListener('input', clean);
    element.removeEventListener('compositionend', clean);
    element.removeEventListener('keydown', decide);
    element.removeEventListener('blur', save);
  };
  const clean = (event: Event) => {
    if (event instanceof InputEvent && event.isComposing) return;
    const text = element.textContent;
    if (!/[\r\n]/.test(text) && element.childElementCount === 0) return;
    element.textContent = text.replace(/[\r\n]+/g, '');
    placeCaret(element, element.childNodes.length);
  };
  const save = async () => {
    if (done) return;
    const value = (element.textContent ?? '').replace(/[\r\n]+/g, '').trim();
    if (value === '' || value === previous.trim()) return end(previous);
    end(value);
    element.ariaBusy = 'true';
    const failure = await send({ path: document.documentElement.dataset.path ?? '', field, value, previous });
    element.ariaBusy = null;
    if (failure === null) return;
    element.textContent = previous;
    alert(failure);
  };
  const decide = (event: KeyboardEvent) => {
    // A key that ends a composition belongs to the input method; 229 is how some browsers say so.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') void save();
    else end(previous);
    element.blur();
  };
  element.addEventListener('input', clean);
  element.addEventListener('compositionend', clean);
  element.addEventListener('keydown', decide);
  element.addEventListener('blur', save);
}

function placeCaret(element: HTMLElement, offset: number): void {
  getSelection()?.collapse(element, offset);
}

interface Edit {
  path: string;
  field: string;
  value: string;
  previous: string;
}

/** @returns why it was not saved, or null */
async function send(body: Edit): Promise<string | null> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/__edit', { method: 'POST', headers, body: JSON.stringify(body) });
    if (response.ok) return null;
    const answer: { message?: string } = await response.json();
    return answer.message ?? `The change was not saved (${response.status}).`;
  } catch {
    return 'The change was not saved: the server does not answer.';
  }
}

/** Makes the fields reachable by key and shows that they can be changed. */
function mark(): void {
  for (const element of document.querySelectorAll<HTMLElement>(Object.keys(FIELDS).join())) {
    if (element.tabIndex === 0) continue;
    element.tabIndex = 0;
    element.style.cursor = 'text';
    element.style.textDecoration = 'underline dotted 1px';
    element.style.textUnderlineOffset = '0.2em';
  }
}

function startAt({ target }: Event): void {
  if (!(target instanceof HTMLElement)) return;
  const field = fieldOf(target);
  if (field) edit(target, field);
}

addEventListener('click', startAt);
addEventListener('keydown', (event) => {
  const { target, key, defaultPrevented } = event;
  // The Enter that saved a field does not open it again.
  if (
    defaultPrevented ||
    key !== 'Enter' ||
    !(target instanceof HTMLElement) ||
    target.isContentEditable ||
    !fieldOf(target)
  )
    return;
  event.preventDefault();
  startAt(event);
});
new MutationObserver(mark).observe(document.body, { childList: true });
mark();
