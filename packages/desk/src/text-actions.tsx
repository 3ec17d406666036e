/** What is done with the open text as a whole: publish, withdraw, rename, duplicate, delete. */
import { useRef, useState } from 'react';
import { deleteText, duplicateText, type FieldChange, messageOf, type Row, runToEnd } from './api.ts';
import { Dialog } from './dialogs.tsx';

interface TextActionsProps {
  row: Row;
  onChange(change: FieldChange): Promise<boolean>;
  /** Runs what changes the open file. */
  onOwn<T>(work: () => Promise<T>): Promise<T>;
  onPublish(): void;
  onOpen(file: string): void;
  /** The text is deleted. */
  onDeleted(): void;
  onError(error: unknown): void;
}

const READY: FieldChange = { unset: ['draft'] };
const DRAFT: FieldChange = { set: [{ field: 'draft', value: 'true' }] };

/** The step that changes what readers have of the text. Publishing the site then asks. */
function nextStep({ type, state, reach }: Row): { label: string; change: FieldChange } | null {
  if (type !== 'article') return null;
  if (state === 'draft') return { label: reach === 'leaves' ? 'Restore…' : 'Publish…', change: READY };
  return state === 'published' || state === 'scheduled' ? { label: 'Withdraw…', change: DRAFT } : null;
}

export function TextActions(props: TextActionsProps) {
  const { row, onChange, onOwn, onPublish, onOpen, onDeleted, onError } = props;
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const menu = useRef<HTMLDetailsElement>(null);
  const choose = (next: 'rename' | 'delete') => {
    if (menu.current) menu.current.open = false;
    setDialog(next);
  };
  const step = nextStep(row);
  const change = async (next: FieldChange) => {
    if (await onChange(next)) onPublish();
  };
  return (
    <>
      {step && (
        <button type="button" onClick={() => void change(step.change)}>
          {step.label}
        </button>
      )}
      {row.type !== 'data' && (
        <details className="menu" ref={menu}>
          <summary aria-label="More for this text">…</summary>
          <div>
            {row.type === 'article' && (
              <>
                <button type="button" onClick={() => choose('rename')}>
                  Rename
                </button>
                <button
                  type="button"
                  onClick={() => void duplicateText(row.file).then(({ file }) => onOpen(file), onError)}
                >
                  Duplicate
                </button>
              </>
            )}
            <button type="button" onClick={() => choose('delete')}>
              Delete
            </button>
          </div>
        </details>
      )}
      {dialog === 'rename' && (
        <Rename
          row={row}
          onRename={(to) => onOwn(() => runToEnd<{ file: string }>({ command: 'move', file: row.file, to }))}
          onDone={({ file }) => {
            setDialog(null);
            onOpen(file);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && (
        <Dialog title={`Delete: ${row.title}`} onClose={() => setDialog(null)}>
          <p>
            {row.reach === null || row.reach === 'new'
              ? 'Readers have no page of it. '
              : 'Its page leaves with the next release. '}
            Until then you can restore it: choose “Deleted” in the queue.
          </p>
          <button
            type="button"
            onClick={() => void onOwn(() => deleteText(row.file)).then(onDeleted, onError)}
          >
            Delete this text
          </button>
        </Dialog>
      )}
    </>
  );
}

interface RenameProps {
  row: Row;
  onRename(to: string): Promise<{ file: string }>;
  onDone(renamed: { file: string }): void;
  onClose(): void;
}

function Rename({ row, onRename, onDone, onClose }: RenameProps) {
  const [to, setTo] = useState(row.path);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog title={`Rename: ${row.title}`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          onRename(to).then(onDone, (error: unknown) => {
            setBusy(false);
            setFailure(messageOf(error));
          });
        }}
      >
        <label htmlFor="rename-to">New address, or a new file such as content/…/name.md</label>
        <input id="rename-to" required value={to} onChange={({ target }) => setTo(target.value)} />
        <p className="quiet">The old address leads readers to the new one. The title is among the fields.</p>
        {failure && <pre role="alert">{failure}</pre>}
        <button type="submit" disabled={isBusy || to === row.path}>
          Rename
        </button>
      </form>
    </Dialog>
  );
}
