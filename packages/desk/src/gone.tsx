/** What can be done with an open text whose file another program has deleted or moved. */
import { useState } from 'react';
import type { OpenText } from './open-text.ts';

export function Gone({ text, onError }: { text: OpenText; onError(error: unknown): void }) {
  const [name, setName] = useState(text.file.replace(/\.md$/, '-copy.md'));
  const write = (file: string) => void text.writeAs(file).catch(onError);
  return (
    <section className="overlap" role="alert" aria-label="This file is gone">
      <p>This file is gone: another program has deleted or moved it. Its text is only here.</p>
      <div className="row">
        <button type="button" onClick={() => write(text.file)}>
          Write it again
        </button>
        <button type="button" onClick={() => void navigator.clipboard.writeText(text.text).catch(onError)}>
          Copy the text
        </button>
      </div>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          write(name);
        }}
      >
        <label htmlFor="gone-name">Another file</label>
        <input id="gone-name" required value={name} onChange={({ target }) => setName(target.value)} />
        <button type="submit">Save as</button>
      </form>
    </section>
  );
}
