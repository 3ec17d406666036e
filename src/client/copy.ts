/** Copies text to the clipboard and confirms it (B33, B34). */
import { attempt } from '../foundation/attempt.ts';

const SHOWN_MS = 3000;

/** The normal label of a button, and the timer that restores it. */
const resting = new WeakMap<HTMLElement, { label: string; timer: ReturnType<typeof setTimeout> }>();

/**
 * Copies the text in the button's `data-copy`, or, if that is empty, the code block around the button.
 * @param announce announces the confirmation to assistive technology
 */
export async function copyFrom(button: HTMLElement, announce: (text: string) => void): Promise<void> {
  const text =
    button.dataset.copy || button.parentElement?.querySelector('pre')?.textContent.replace(/\n$/, '') || '';
  if (await copyText(text)) showCopied(button, announce);
}

/** Tries the clipboard, then the selection command, then a prompt to copy from. @returns true if the text was copied */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (copySelected(text)) return true;
  }
  const keys = /mac/i.test(navigator.platform) ? '⌘+C' : 'Ctrl+C';
  const message = document.body.dataset.copyPrompt ?? 'Copy to clipboard: {keys}, Enter';
  prompt(message.replace('{keys}', keys), text);
  return false;
}

function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const done = attempt(() => document.execCommand('copy')) ?? false;
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}

function showCopied(button: HTMLElement, announce: (text: string) => void): void {
  const before = resting.get(button);
  if (before) clearTimeout(before.timer);
  const label = before?.label ?? button.textContent ?? '';
  const copied = document.body.dataset.copied ?? 'Copied';
  button.textContent = copied;
  button.dataset.state = 'copied';
  announce(copied);
  const timer = setTimeout(() => {
    button.textContent = label;
    delete button.dataset.state;
    if (document.getElementById('route-announcer')?.textContent === copied) announce('');
    resting.delete(button);
  }, SHOWN_MS);
  resting.set(button, { label, timer });
}
