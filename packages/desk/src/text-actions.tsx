/** What is done with the open text as a whole: publish, withdraw, duplicate, delete. */
import { useRef, useState } from 'react';
import { deleteText, duplicateText, type FieldChange, type Row } from './api.ts';
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
  const [asks, setAsks] = useState(false);
  const menu = useRef<HTMLDetailsElement>(null);
  const askToDelete = () => {
    if (menu.current) menu.current.open = false;
    setAsks(true);
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
              <button
                type="button"
                onClick={() => void duplicateText(row.file).then(({ file }) => onOpen(file), onError)}
              >
                Duplicate
              </button>
            )}
            <button type="button" onClick={askToDelete}>
              Delete
            </button>
          </div>
        </details>
      )}
      {asks && (
        <Dialog title={`Delete: ${row.title}`} onClose={() => setAsks(false)}>
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
