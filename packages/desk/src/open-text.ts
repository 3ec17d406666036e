/**
 * An open text: what the editor shows, what the file holds, and the loop that saves. At most one save is under way; what is
 * typed meanwhile goes into the next one. It lives on while another text is shown, until the file has all of it.
 */
import { diff } from '@codemirror/merge';
import { Annotation, type EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import {
  ApiError,
  createText,
  messageOf,
  type OpenDocument,
  type Overlap,
  readDocument,
  save,
  type Version,
} from './api.ts';
import { createState } from './editor-state.ts';
import { endsOf, spliceBetween, textOf } from './line-ends.ts';

/** Marks changes that come from the file. */
const fromFile = Annotation.define<boolean>();

export type SaveState =
  /** The file has the text. */
  | { type: 'clean' }
  | { type: 'saving' }
  /** It is tried again. */
  | { type: 'failed'; message: string }
  /** Another program has changed the same paragraph. */
  | { type: 'conflict'; merge: (string | Overlap)[]; theirs: Version }
  /** Another program has deleted the file. */
  | { type: 'gone' };

/** The document before changes that the editor may accept or reject one by one. */
interface Comparison {
  before: string;
  isShown: boolean;
  /** True if the editor has asked for the changes. */
  isOwn: boolean;
}

/** Milliseconds after which a save that failed is tried again. */
const RETRY = 1000;

let opened = 0;

export class OpenText {
  readonly id = ++opened;
  file: string;
  /** The file when it was read last. */
  document: OpenDocument;
  editor: EditorState;
  comparison: Comparison | null = null;
  state: SaveState = { type: 'clean' };
  #saved: string;
  #hash: string;
  /** Text of a save without an answer, which the file may hold. */
  #unanswered: string | null = null;
  /** Set while a failed save waits to be tried again. */
  #timer: ReturnType<typeof setTimeout> | null = null;
  #saving: Promise<void> | null = null;
  #view: EditorView | null = null;
  /** Number of works under way whose changes are those of the editor. */
  #own = 0;

  /** @param onChange called when the state, the comparison or the file is another one */
  constructor(
    document: OpenDocument,
    readonly onChange: () => void,
  ) {
    const { file, text, hash } = document;
    this.file = file;
    this.document = document;
    this.editor = createState(file, text);
    this.#saved = text;
    this.#hash = hash;
  }

  /** Name of the saved version. */
  get hash(): string {
    return this.#hash;
  }

  get text(): string {
    return textOf(this.editor);
  }

  get isSaved(): boolean {
    return this.text === this.#saved;
  }

  /** True if closing the desk would lose something. */
  get isWaiting(): boolean {
    return this.state.type !== 'clean' || !this.isSaved;
  }

  attach(view: EditorView | null): void {
    this.#view = view;
  }

  /** Follows what the editor does. */
  update(state: EditorState, transactions: readonly Transaction[]): void {
    this.editor = state;
    const isTyped = transactions.some((one) => one.docChanged && !one.annotation(fromFile));
    if (isTyped && this.state.type !== 'gone' && !this.isSaved && this.#timer === null) void this.flush();
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
      if (this.state.type !== 'conflict') this.#show({ type: 'saving' });
      const sent = this.text;
      try {
        await this.#saveOnce(false);
      } catch (error) {
        if (this.#follow(error)) continue;
        if (error instanceof ApiError && error.answer.reason === 'gone') return this.#show({ type: 'gone' });
        if (error instanceof ApiError && error.answer.merge && error.answer.hash !== undefined) {
          // Text that was typed meanwhile belongs to the conflict.
          if (this.text !== sent) continue;
          const { merge, text = '', hash } = error.answer;
          return this.#show({ type: 'conflict', merge, theirs: { text, hash } });
        }
        this.#show({ type: 'failed', message: messageOf(error) });
        this.#timer = setTimeout(() => void this.flush(), RETRY);
        return;
      }
    }
    this.#show({ type: 'clean' });
  }

  async #saveOnce(withText: boolean): Promise<void> {
    if (this.#unanswered !== null) await this.#findUnanswered(this.#unanswered);
    const sent = this.text;
    const splice = spliceBetween(this.#saved, sent);
    const base = { file: this.file, base: this.#hash, splices: splice ? [splice] : [] };
    try {
      const { text, hash, mine } = await save(withText ? { ...base, baseText: this.#saved } : base);
      this.#saved = sent;
      this.#hash = mine;
      // After a merge, what was typed meanwhile is saved first: the server merges that too.
      if (this.text === sent) this.adopt({ text, hash });
    } catch (error) {
      if (!(error instanceof ApiError)) this.#unanswered = sent;
      else if (!withText && error.answer.reason === 'unknown-base') return this.#saveOnce(true);
      throw error;
    }
  }

  /** Without this, a text that was saved and not confirmed would look like a change by another program. */
  async #findUnanswered(sent: string): Promise<void> {
    const { text, hash } = await readDocument(this.file, this.#hash);
    this.#unanswered = null;
    if (text !== sent) return;
    this.#saved = text;
    this.#hash = hash;
  }

  /** Follows a file that has another name now. @returns false where the error is another one */
  #follow(error: unknown): boolean {
    const file = error instanceof ApiError && error.answer.reason === 'gone' ? error.answer.file : undefined;
    if (file === undefined) return false;
    this.file = file;
    this.document = { ...this.document, file };
    this.onChange();
    return true;
  }

  /** Shows a version of the file in which nothing typed is missing. @param isOwn true if the editor asked for the change */
  adopt({ text, hash }: Version, isOwn = this.#own > 0): void {
    this.#saved = text;
    this.#hash = hash;
    if (this.text === text) return;
    const before = this.editor.doc.toString();
    this.#replace(text, isOwn);
    if (!isOwn && before !== this.editor.doc.toString())
      this.comparison ??= { before, isShown: false, isOwn };
    this.onChange();
  }

  /** What the editor did not ask for is no step that it can undo. */
  #replace(text: string, isOwn: boolean): void {
    const after = text.replace(/\r\n?/g, '\n');
    const changes = diff(this.editor.doc.toString(), after).map(({ fromA: from, toA: to, fromB, toB }) => ({
      from,
      to,
      insert: after.slice(fromB, toB),
    }));
    const others = [Transaction.addToHistory.of(false), Transaction.remote.of(true)];
    const annotations = [fromFile.of(true), ...(isOwn ? [] : others)];
    this.#dispatch({ changes, effects: endsOf(text), annotations });
  }

  #dispatch(spec: TransactionSpec): void {
    if (this.#view) this.#view.dispatch(spec);
    else this.editor = this.editor.update(spec).state;
  }

  /** Shows or hides the differences; null ends the comparison. */
  compare(comparison: Comparison | null): void {
    this.comparison = comparison;
    this.onChange();
  }

  /**
   * Does what changes the file at the editor's wish: that is no change by others.
   * @param shows true to show the differences afterwards
   */
  async asOwn<T>(work: () => Promise<T>, shows = false): Promise<T> {
    await this.flush();
    const before = this.editor.doc.toString();
    this.#own++;
    try {
      return await work();
    } finally {
      await this.reload();
      this.#own--;
      if (shows && before !== this.editor.doc.toString())
        this.compare({ before, isShown: true, isOwn: true });
    }
  }

  /** Takes over what a request has said about the file. */
  describe(changes: Partial<OpenDocument>): void {
    this.document = { ...this.document, ...changes };
    this.onChange();
  }

  /** Reads the file again, and shows it unless something typed is not saved yet. */
  async reload(): Promise<void> {
    const before = this.text;
    try {
      const document = await readDocument(this.file, this.#hash);
      const isSaved = this.isSaved && !this.#saving && this.text === before;
      if (isSaved && document.hash !== this.#hash) this.adopt(document);
      // The file is there again.
      if (this.state.type === 'gone') await this.flush();
      this.describe(document);
    } catch (error) {
      if (this.#follow(error)) return this.reload();
      if (error instanceof ApiError && error.answer.reason === 'gone') this.#show({ type: 'gone' });
      // The next event or save asks again.
    }
  }

  /** Writes the text into a new file. @throws ApiError where there is a file already */
  async writeAs(file: string): Promise<void> {
    const version = await createText(file, this.text);
    this.file = file;
    this.document = { ...this.document, file };
    this.#saved = version.text;
    this.#hash = version.hash;
    this.#show({ type: 'clean' });
    await this.flush();
    await this.reload();
  }

  /** Ends a conflict with the text that the editor has chosen. */
  async resolve(text: string): Promise<void> {
    if (this.state.type !== 'conflict') return;
    const { theirs } = this.state;
    this.#saved = theirs.text;
    this.#hash = theirs.hash;
    this.#replace(text, true);
    this.#show({ type: 'saving' });
    await this.flush();
  }

  #show(state: SaveState): void {
    this.state = state;
    this.onChange();
  }
}
