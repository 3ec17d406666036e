/** Asks readers once which third-party scripts may be loaded, remembers the answer, and lets them change it. */
import { attempt } from '../foundation/attempt.ts';
import { closest } from './dom.ts';

const STORE = 'articles:consent';

type Choice = Readonly<Record<string, boolean>>;
/** Texts of the notice, from the button in the footer. */
type Words = Readonly<Record<string, string>>;

/** @param classes the kinds of consent that the scripts need. @param onChoice called after each answer */
export function createConsent(classes: readonly string[], onChoice: () => void) {
  let choice: Choice = attempt(() => JSON.parse(localStorage.getItem(STORE) ?? '')) ?? {};
  let notice: HTMLElement | null = null;
  const opener = () => document.querySelector<HTMLElement>('[data-consent]');

  const answer = (next: Choice) => {
    choice = next;
    attempt(() => localStorage.setItem(STORE, JSON.stringify(choice)));
    notice?.remove();
    notice = null;
    opener()?.focus({ preventScroll: true });
    onChoice();
  };
  const ask = () => {
    notice?.remove();
    const words: Words = JSON.parse(opener()?.dataset.consent ?? '{}');
    notice = createNotice(words, classes, choice, answer);
    // The notice is the first stop of the Tab key.
    document.body.prepend(notice);
  };
  addEventListener('click', (event) => {
    if (!closest(event, '[data-consent]')) return;
    ask();
    notice?.querySelector<HTMLElement>('input, button')?.focus();
  });

  return {
    allows: (name: string) => name === 'none' || choice[name] === true,
    /** Must be called for each page: the footer changes with the language. */
    show() {
      const button = opener();
      if (!button || classes.length === 0) return;
      button.hidden = false;
      if (notice || !classes.every((name) => name in choice)) ask();
    },
  };
}

function createNotice(
  words: Words,
  classes: readonly string[],
  choice: Choice,
  answer: (choice: Choice) => void,
): HTMLElement {
  const notice = element('section', '', 'consent');
  notice.ariaLabel = words.title ?? '';
  const all = (value: boolean) => Object.fromEntries(classes.map((name) => [name, value]));
  const boxes = classes.map((name) => {
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', name });
    box.checked = choice[name] === true;
    return box;
  });
  const lines = boxes.map((box) => {
    const line = element('label', '');
    line.append(box, words[box.name] ?? '');
    return line;
  });
  const actions = element('div', '', 'consent-actions');
  const action = (name: string, choose: () => Choice) => {
    const button = Object.assign(element('button', words[name] ?? '', 'action'), { type: 'button' });
    button.addEventListener('click', () => answer(choose()));
    actions.append(button);
  };
  const isOne = classes.length === 1;
  action('decline', () => all(false));
  if (!isOne) action('save', () => Object.fromEntries(boxes.map(({ name, checked }) => [name, checked])));
  action(isOne ? 'allow' : 'allowAll', () => all(true));
  notice.append(element('p', words.text ?? ''), ...(isOne ? [] : lines), actions);
  return notice;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  textContent: string,
  className = '',
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), { textContent, className });
}
