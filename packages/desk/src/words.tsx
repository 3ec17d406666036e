/** Words in all texts of the site: where they are, and others in their place. */
import { useState } from 'react';
import { messageOf, type WordsFound } from './api.ts';
import { Dialog } from './dialogs.tsx';

interface WordsProps {
  locales: readonly string[];
  onOpen(file: string): void;
  onFind(words: string, locale: string): Promise<WordsFound>;
  /** @returns false where nothing was changed */
  onReplace(words: string, locale: string, by: string): Promise<boolean>;
  onClose(): void;
}

export function Words({ locales, onOpen, onFind, onReplace, onClose }: WordsProps) {
  const [words, setWords] = useState('');
  const [locale, setLocale] = useState('');
  const [by, setBy] = useState('');
  const [found, setFound] = useState<(WordsFound & { words: string; locale: string }) | null>(null);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const work = async (does: () => Promise<void>) => {
    setBusy(true);
    setNote('');
    await does().catch((error: unknown) => setNote(messageOf(error)));
    setBusy(false);
  };
  const isCurrent = found?.words === words && found.locale === locale;
  return (
    <Dialog title="Words in all texts" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void work(async () => setFound({ ...(await onFind(words, locale)), words, locale }));
        }}
      >
        <label htmlFor="words-find">
          Words, with their capitals. Longer words that contain them do not count
        </label>
        <input id="words-find" required value={words} onChange={({ target }) => setWords(target.value)} />
        {locales.length > 1 && (
          <select aria-label="Language" value={locale} onChange={({ target }) => setLocale(target.value)}>
            <option value="">All languages</option>
            {locales.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
        <label htmlFor="words-by">Words in their place, or nothing to find them only</label>
        <input id="words-by" value={by} onChange={({ target }) => setBy(target.value)} />
        <div className="row">
          <button type="submit" disabled={isBusy}>
            Find
          </button>
          {found && isCurrent && by !== '' && found.places > 0 && (
            <button
              type="button"
              disabled={isBusy}
              onClick={() =>
                void work(async () => {
                  if (await onReplace(words, locale, by)) onClose();
                })
              }
            >
              Change {found.places} {found.places === 1 ? 'place' : 'places'}
            </button>
          )}
        </div>
      </form>
      {note && <p role="alert">{note}</p>}
      <p role="status">
        {found &&
          isCurrent &&
          (found.places === 0
            ? 'No text has them.'
            : `${found.places} in ${found.total === 1 ? '1 text' : `${found.total} texts`}.`)}
      </p>
      {found && isCurrent && (
        <ul className="list">
          {found.texts.map(({ file, title, line, places }) => (
            <li key={file}>
              <button type="button" className="plain" onClick={() => onOpen(file)}>
                {title} <span className="quiet">({places})</span>
              </button>
              <p className="quiet">{line}</p>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
