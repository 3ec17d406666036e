/**
 * The open text: what the editor shows, what the file holds, and the loop that saves. At most one save is under way; what is
 * typed meanwhile goes into the next one.
 */
import { Annotation, type ChangeSpec, type Transaction } from '@codemirror/state';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import type { Splice } from '../../../src/desk/merge-text.ts';
import { ApiError, type Overlap, readDocument, save, type Version } from './api.ts';
import { SourceText, spliceBetween } from './source-text.ts';

/** Marks changes that come from the file. */
const fromFile = Annotation.define<boolean>();

export type SaveState =
  | { type: 'saved' | 'saving' }
  | { type: 'failed'; message: string }
  /** Another program has changed the same paragraph. */
  | { type: 'overlap'; merge: (string | Overlap)[]; theirs: Version };

/** Milliseconds after which a save that failed is tried again. */
const RETRY = 1000;

let opened = 0;

export class OpenText {
  readonly id = ++opened;
  source: SourceText;
  /** The text of the editor before others changed the file; null if the file has not changed, or the editor has decided about the changes. */
  before: string | null = null;
  state: SaveState = { type: 'saved' };
  #saved: string;
  #hash: string;
  /** Text of a save without an answer, which the file may hold. */
  #unanswered: string | null = null;
  /** Set while a failed save waits to be tried again. */
  #timer: ReturnType<typeof setTimeout> | null = null;
  #saving: Promise<void> | null = null;
  #view: EditorView | null = null;
  #listener: (state: SaveState) => void = () => {};

  constructor(
    readonly file: string,
    version: Version,
  ) {
    this.source = new SourceText(version.text);
    this.#saved = version.text;
    this.#hash = version.hash;
  }

  /** Name of the saved version. */
  get hash(): string {
    return this.#hash;
  }

  get isSaved(): boolean {
    return this.source.text === this.#saved;
  }

  /** @returns a function that stops listening */
  listen(listener: (state: SaveState) => void): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = () => {};
    };
  }

  attach(view: EditorView): void {
    this.#view = view;
  }

  /** Follows what is typed. */
  update(update: ViewUpdate): void {
    for (const transaction of update.transactions)
      if (!transaction.annotation(fromFile)) this.#follow(transaction);
    if (!this.isSaved && this.#timer === null) void this.flush();
  }

  #follow({ docChanged, changes }: Transaction): void {
    if (!docChanged) return;
    const splices: Splice[] = [];
    changes.iterChanges((from, to, _fromNow, _toNow, inserted) =>
      splices.push({ from, to, insert: inserted.toString() }),
    );
    this.source = this.source.edit(splices);
  }

  /** Saves until everything is saved, or until it fails. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = null;
    });
    await this.#saving;
  }

  async #saveAll(): Promise<void> {
    while (!this.isSaved) {
      if (this.state.type !== 'overlap') this.#show({ type: 'saving' });
      const sent = this.source.text;
      try {
        await this.#saveOnce(false);
      } catch (error) {
        if (error instanceof ApiError && error.answer.merge && error.answer.hash !== undefined) {
          // Text that was typed meanwhile belongs to the overlap.
          if (this.source.text !== sent) continue;
          const { merge, text = '', hash } = error.answer;
          return this.#show({ type: 'overlap', merge, theirs: { text, hash } });
        }
        this.#show({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
        this.#timer = setTimeout(() => void this.flush(), RETRY);
        return;
      }
    }
    this.#show({ type: 'saved' });
  }

  async #saveOnce(withText: boolean): Promise<void> {
    if (this.#unanswered !== null) await this.#findUnanswered(this.#unanswered);
    const sent = this.source.text;
    const splice = spliceBetween(this.#saved, sent);
    const base = { file: this.file, base: this.#hash, splices: splice ? [splice] : [] };
    try {
      const { text, hash, mine } = await save(withText ? { ...base, baseText: this.#saved } : base);
      this.#saved = sent;
      this.#hash = mine;
      // After a merge, what was typed meanwhile is saved first: the server merges that too.
      if (this.source.text === sent) this.adopt({ text, hash });
    } catch (error) {
      if (!(error instanceof ApiError)) this.#unanswered = sent;
      else if (!withText && error.answer.reason === 'unknown-base') return this.#saveOnce(true);
      throw error;
    }
  }

  /** Without this, a text that was saved and not confirmed would look like a change by another program. */
  async #findUnanswered(sent: string): Promise<void> {
    const { text, hash } = await readDocument(this.file);
    this.#unanswered = null;
    if (text !== sent) return;
    this.#saved = text;
    this.#hash = hash;
  }

  /** Shows a version of the file in which nothing typed is missing. @param isOwn true if the editor asked for the change */
  adopt({ text, hash }: Version, isOwn = false): void {
    const next = new SourceText(text);
    const change = spliceBetween(this.source.document, next.document);
    this.#saved = text;
    this.#hash = hash;
    if (!change) {
      this.source = next;
      return;
    }
    if (!isOwn) this.before ??= this.source.document;
    this.source = next;
    this.#dispatch(change);
    this.#show({ ...this.state });
  }

  /** Ends the comparison with the text before the changes of others. */
  decide(): void {
    this.before = null;
    this.#show({ ...this.state });
  }

  #dispatch(changes: ChangeSpec): void {
    this.#view?.dispatch({ changes, annotations: fromFile.of(true) });
  }

  /** Reads the file again, and shows it unless something typed is not saved yet. */
  async reload(): Promise<Awaited<ReturnType<typeof readDocument>>> {
    const before = this.source.text;
    const document = await readDocument(this.file);
    if (this.isSaved && !this.#saving && this.source.text === before && document.hash !== this.#hash)
      this.adopt(document);
    return document;
  }

  /** Ends an overlap with the text that the editor has chosen. */
  async resolve(text: string): Promise<void> {
    if (this.state.type !== 'overlap') return;
    const { theirs } = this.state;
    this.#saved = theirs.text;
    this.#hash = theirs.hash;
    const change = spliceBetween(this.source.document, new SourceText(text).document);
    this.source = new SourceText(text);
    if (change) this.#dispatch(change);
    this.#show({ type: 'saving' });
    await this.flush();
  }

  #show(state: SaveState): void {
    this.state = state;
    this.#listener(state);
  }
}
