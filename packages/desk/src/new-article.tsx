/** A new article: a draft to write in, or drafts of the model. */
import { useState } from 'react';
import { createArticle, readChoices } from './api.ts';
import { Dialog } from './dialogs.tsx';
import { ModelRun } from './model-run.tsx';
import { NO_CHOICES, useAnswer } from './use-rows.ts';

interface NewArticleProps {
  locales: readonly string[];
  /** The one that is chosen at first. */
  locale: string;
  onDone(file: string): void;
  onClose(): void;
}

export function NewArticle({ locales, onDone, onClose, ...props }: NewArticleProps) {
  const [title, setTitle] = useState('');
  const [locale, setLocale] = useState(props.locale);
  const { categories } = useAnswer(locale, readChoices, NO_CHOICES);
  const [category, setCategory] = useState('');
  const [failure, setFailure] = useState('');
  const place = category === '' ? {} : { category };
  return (
    <Dialog title="New article" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          createArticle({ title, locale, ...place }).then(
            ({ file }) => onDone(file),
            (error: Error) => setFailure(error.message),
          );
        }}
      >
        <label htmlFor="new-title">Title</label>
        <input id="new-title" required value={title} onChange={({ target }) => setTitle(target.value)} />
        {locales.length > 1 && (
          <>
            <label htmlFor="new-locale">Language</label>
            <select id="new-locale" value={locale} onChange={({ target }) => setLocale(target.value)}>
              {locales.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </>
        )}
        <label htmlFor="new-category">Category</label>
        <select id="new-category" value={category} onChange={({ target }) => setCategory(target.value)}>
          <option value="">None</option>
          {categories.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        {failure && <pre role="alert">{failure}</pre>}
        <button type="submit">Write a draft</button>
      </form>
      <details>
        <summary>Let a model write drafts</summary>
        <Drafts request={{ locale, ...place }} onOpen={onDone} />
      </details>
    </Dialog>
  );
}

/** Topics of the editor, or topics that the model proposes. */
function Drafts({ request, onOpen }: { request: object; onOpen(file: string): void }) {
  const [words, setWords] = useState('');
  const [count, setCount] = useState(1);
  const [written, setWritten] = useState<readonly { file: string; title: string }[]>([]);
  const topics = words.split('\n').flatMap((line) => line.trim() || []);
  const asked = topics.length > 0 ? { topics } : { count };
  return (
    <ModelRun
      command={{ command: 'generate', ...request, ...asked }}
      label={topics.length > 0 ? 'Write a draft of each' : 'Propose topics and write them'}
      onWritten={setWritten}
    >
      <label htmlFor="new-topics">Topics, one on each line; none for topics that the model proposes</label>
      <textarea id="new-topics" rows={4} value={words} onChange={({ target }) => setWords(target.value)} />
      {topics.length === 0 && (
        <>
          <label htmlFor="new-count">How many</label>
          <input
            id="new-count"
            type="number"
            min={1}
            max={50}
            value={count}
            onChange={({ target }) => setCount(Number(target.value))}
          />
        </>
      )}
      <p className="quiet">
        Drafts need a review before readers get them. The run goes on when you close this: the queue shows
        what it writes.
      </p>
      <ul className="list">
        {written.map(({ file, title }) => (
          <li key={file}>
            <button type="button" className="plain" onClick={() => onOpen(file)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </ModelRun>
  );
}
