/** Asks readers once which third-party scripts may be loaded, remembers the answer, and lets them change it. */
import { attempt } from '../foundation/attempt.ts';
import { closest } from './dom.ts';

const STORE = 'articles:consent';

type Choice = Readonly<Record<string, boolean>>;
/** Texts of the notice, from the button in the footer. */
type Words = Readonly<Record<string, string>>;

/** @param classes the kinds of consent that the scripts need. @param onChoice called after each answer */
export function createConsent(classes: readonly string[], onChoice: () => void) {
  const read = (): Choice => attempt(() => JSON.parse(localStorage.getItem(STORE) ?? '')) ?? {};
  let choice = read();
  let notice: HTMLElement | null = null;
  const opener = () => document.querySelector<HTMLElement>('[data-consent]');

  const follow = (next: Choice) => {
    choice = next;
    notice?.remove();
    notice = null;
    onChoice();
  };
  const answer = (next: Choice) => {
    attempt(() => localStorage.setItem(STORE, JSON.stringify(next)));
    opener()?.focus({ preventScroll: true });
    follow(next);
  };
  // An answer in another tab, or on a page behind which Back restores this one.
  const followOthers = () => {
    const next = read();
    if (classes.some((name) => next[name] !== choice[name])) follow(next);
  };
  addEventListener('storage', followOthers);
  addEventListener('pageshow', followOthers);
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
