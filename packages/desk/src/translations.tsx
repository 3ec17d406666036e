/** The other languages of an article: begun, renewed, and written beside it. */
import { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { duplicateText, type Row, type Section } from './api.ts';
import type { EditorProps } from './editor.tsx';
import { ModelRun } from './model-run.tsx';
import type { OpenText } from './open-text.ts';
import { Saving, TextPane } from './text-pane.tsx';

interface TranslationsProps {
  row: Row;
  /** The languages of the site. */
  locales: readonly string[];
  /** Its translations. */
  others: readonly Row[];
  /** The one that is open beside it. */
  beside: OpenText | null;
  /** The index of the section at the caret. */
  section: number;
  onOpen(file: string): void;
  onBeside(file: string): void;
  onError(error: unknown): void;
}

export function Translations({ row, locales, others, beside, section, ...props }: TranslationsProps) {
  const { onOpen, onBeside, onError } = props;
  const there = beside && sectionOf(beside, section);
  return (
    <>
      {row.isStale && <p className="state stale">Its original has changed.</p>}
      <ul className="list">
        {locales
          .filter((locale) => locale !== row.locale)
          .map((locale) => {
            const other = others.find((one) => one.locale === locale);
            return (
              <li key={locale}>
                <strong>{locale}</strong> {other?.title}{' '}
                {other?.isStale && <span className="state stale">older than its original</span>}
                {other ? (
                  <span className="row">
                    <button
                      type="button"
                      aria-pressed={beside?.file === other.file}
                      onClick={() => onBeside(beside?.file === other.file ? '' : other.file)}
                    >
                      Write it beside
                    </button>
                    <button type="button" onClick={() => onOpen(other.file)}>
                      Open it
                    </button>
                  </span>
                ) : (
                  <Begin {...{ row, locale, onBeside, onError }} />
                )}
              </li>
            );
          })}
      </ul>
      {beside && there?.isStale && (
        <Rewrite
          key={`${beside.file}-${there.number}`}
          file={beside.file}
          section={there}
          onWrite={(work) => beside.asOwn(work, true)}
        />
      )}
    </>
  );
}

interface BeginProps extends Pick<TranslationsProps, 'row' | 'onBeside' | 'onError'> {
  locale: string;
}

/** A translation that is not there yet. */
function Begin({ row: { file }, locale, onBeside, onError }: BeginProps) {
  return (
    <ModelRun
      command={{ command: 'translate', file, locale }}
      label="Translate it with a model"
      onWritten={([first]) => first && onBeside(first.file)}
    >
      <button
        type="button"
        className="end"
        onClick={() => void duplicateText(file, locale).then((draft) => onBeside(draft.file), onError)}
      >
        Translate it by hand
      </button>
    </ModelRun>
  );
}

type BesideProps = Pick<
  EditorProps,
  'text' | 'title' | 'locale' | 'onLink' | 'onPictures' | 'onLost' | 'onError'
> & {
  /** The index of the section at the caret of the other text. */
  section: number;
  onClose(): void;
};

/** A translation in place of the page. It shows the section at the caret of the other text. */
export function Beside({ section, onClose, ...editor }: BesideProps) {
  const { text, title } = editor;
  const [view, setView] = useState<EditorView | null>(null);
  const there = sectionOf(text, section);
  const line = useRef(1);
  line.current = there?.line ?? 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed moves lines, and nothing scrolls then
  useEffect(() => {
    const { doc } = view?.state ?? {};
    const place = doc?.line(Math.min(line.current, doc.lines)).from;
    if (place !== undefined) view?.dispatch({ effects: EditorView.scrollIntoView(place, { y: 'start' }) });
  }, [view, section]);
  return (
    <section className="page" aria-label={`Translation: ${title}`}>
      <div className="bar">
        <strong className="name">{title}</strong>
        <Saving state={text.state} />
        {there?.isStale && <span className="state stale">its original has changed</span>}
        <button type="button" onClick={onClose}>
          Show the page
        </button>
      </div>
      <TextPane
        {...editor}
        findings={text.document.findings}
        comments={null}
        onView={setView}
        onCaret={noop}
      />
    </section>
  );
}

const noop = () => {};

/** A translation may have fewer sections. */
const sectionOf = ({ document: { sections } }: OpenText, index: number): Section | undefined =>
  sections[Math.min(index, sections.length - 1)];

/** @param line from 1 @returns the index of the section */
export const sectionAt = (sections: readonly Section[], line: number): number =>
  Math.max(
    0,
    sections.findLastIndex((section) => section.line <= line),
  );

interface RewriteProps {
  file: string;
  section: Section;
  /** Runs what writes into the file. */
  onWrite<T>(work: () => Promise<T>): Promise<T>;
}

/** Writes a section again through the model. A stale one is translated again. */
export function Rewrite({ file, section: { number: section, isStale }, onWrite }: RewriteProps) {
  const id = `rewrite-note-${file}`;
  const [note, setNote] = useState('');
  const noted = note.trim() === '' ? {} : { note };
  return (
    <ModelRun
      command={{ command: 'rewrite', file, section, ...noted }}
      label={isStale ? 'Renew this section' : 'Write it'}
      onWrite={onWrite}
    >
      <label htmlFor={id}>
        {isStale
          ? `Renew section ${section}, whose original has changed, with a model: what else to change`
          : `Write section ${section} again with a model: what to change`}
      </label>
      <input id={id} value={note} onChange={({ target }) => setNote(target.value)} />
    </ModelRun>
  );
}
