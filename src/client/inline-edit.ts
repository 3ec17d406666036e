/** Edits the title and description of the open article in place (B35), and leads to it in the desk. Only `serve --edit` serves it. */

/** Finds the fields in the built-in view of articles, and in one of the site: its heading, and the text of its description. */
function findFields(): { element: HTMLElement; field: string }[] {
  const main = document.querySelector('.page-article');
  const { content } = document.querySelector<HTMLMetaElement>('meta[name=description]') ?? {};
  // The text may begin with the words of a description that is taken from it.
  const isDescription = (p: Element) => p.textContent?.trim() === content && !p.closest('.prose');
  const found = {
    title: main?.querySelector<HTMLElement>('h1'),
    description:
      main?.querySelector<HTMLElement>('.lede') ??
      [...(main?.querySelectorAll<HTMLElement>('p') ?? [])].find(isDescription),
  };
  return Object.entries(found).flatMap(([field, element]) => (element ? { field, element } : []));
}

let fields: ReturnType<typeof findFields> = [];

function edit(element: HTMLElement, field: string): void {
  if (element.isContentEditable) return;
  const previous = element.textContent ?? '';
  let done = false;
  element.contentEditable = 'plaintext-only';
  element.focus();
  placeCaretAtEnd(element);

  const listeners = new AbortController();
  const end = (text: string) => {
    done = true;
    element.contentEditable = 'false';
    element.textContent = text;
    listeners.abort();
  };
  const clean = (event: Event) => {
    if (event instanceof InputEvent && event.isComposing) return;
    const text = element.textContent;
    if (!/[\r\n]/.test(text) && element.childElementCount === 0) return;
    element.textContent = text.replace(/[\r\n]+/g, '');
    placeCaretAtEnd(element);
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
    // A key that ends a composition belongs to the input method. Some browsers report it as key code 229.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') void save();
    else end(previous);
    element.blur();
  };
  const { signal } = listeners;
  element.addEventListener('input', clean, { signal });
  element.addEventListener('compositionend', clean, { signal });
  element.addEventListener('keydown', decide, { signal });
  element.addEventListener('blur', save, { signal });
}

function placeCaretAtEnd(element: HTMLElement): void {
  getSelection()?.collapse(element, element.childNodes.length);
}

/** @returns the reason why the text was not saved; null if it was */
async function send(body: Record<'path' | 'field' | 'value' | 'previous', string>): Promise<string | null> {
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

/** Makes the fields reachable by keyboard, and shows that they can be edited. */
function mark(): void {
  fields = findFields();
  showDoor();
  for (const { element } of fields) {
    if (element.tabIndex === 0) continue;
    element.tabIndex = 0;
    element.style.cursor = 'text';
    element.style.textDecoration = 'underline dotted 1px';
    element.style.textUnderlineOffset = '0.2em';
  }
}

const door = document.createElement('a');
door.textContent = 'Open in desk';
door.target = '_blank';
door.style.cssText =
  'position:fixed;inset:auto auto 12px 12px;z-index:9;padding:6px 12px;background:#1c1b19;color:#fff;font:14px system-ui';

/** Shows the way to the source of the article, on pages of articles only. */
function showDoor(): void {
  if (fields.length === 0) door.remove();
  else if (!door.isConnected) document.body.append(door);
  door.href = `/__desk?path=${encodeURIComponent(document.documentElement.dataset.path ?? '')}`;
}

const fieldAt = ({ target }: Event) => fields.find(({ element }) => element === target);

addEventListener('click', (event) => {
  const found = fieldAt(event);
  if (found) edit(found.element, found.field);
});
addEventListener('keydown', (event) => {
  const found = fieldAt(event);
  // The Enter key that saved a field must not open it again.
  if (event.defaultPrevented || event.key !== 'Enter' || !found || found.element.isContentEditable) return;
  event.preventDefault();
  edit(found.element, found.field);
});
new MutationObserver(mark).observe(document.body, { childList: true });
mark();
