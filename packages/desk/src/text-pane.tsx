/** The source of a text, and what its file asks for: changes of others, a decision, a file that is gone. */
import { useState } from 'react';
import { Editor, type EditorProps } from './editor.tsx';
import type { OpenText, SaveState } from './open-text.ts';
import { OverlapDialog } from './overlap.tsx';

export function TextPane(props: Omit<EditorProps, 'original'>) {
  const { text, onError } = props;
  const { comparison, state } = text;
  return (
    <>
      {comparison && <Comparison text={text} comparison={comparison} />}
      {state.type === 'gone' && <Gone text={text} onError={onError} />}
      {state.type === 'conflict' && (
        <OverlapDialog merge={state.merge} onResolve={(chosen) => void text.resolve(chosen)} />
      )}
      <Editor {...props} original={comparison?.isShown ? comparison.before : null} />
    </>
  );
}

/** What can be done with an open text whose file another program has deleted or moved. */
function Gone({ text, onError }: { text: OpenText; onError(error: unknown): void }) {
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

const WORDS: Readonly<Record<SaveState['type'], string>> = {
  clean: 'Saved',
  saving: 'Saving…',
  failed: 'Not saved, trying again',
  conflict: 'Not saved',
  gone: 'Not saved',
};

export function Saving({ state }: { state: SaveState }) {
  return (
    <span role="status" className="quiet">
      {WORDS[state.type]}
      {state.type === 'failed' && `: ${state.message}`}
    </span>
  );
}

interface ComparisonProps {
  text: OpenText;
  comparison: NonNullable<OpenText['comparison']>;
}

function Comparison({ text, comparison }: ComparisonProps) {
  return (
    <div className="bar">
      <span role="status">
        {comparison.isOwn ? 'Compare the new text.' : 'Others have changed this text.'}
      </span>
      <button
        type="button"
        aria-pressed={comparison.isShown}
        onClick={() => text.compare({ ...comparison, isShown: !comparison.isShown })}
      >
        Show the changes
      </button>
      <button type="button" onClick={() => text.compare(null)}>
        Keep them all
      </button>
    </div>
  );
}
