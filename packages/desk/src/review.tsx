/** The decision on a generated article: its findings, and approval or rejection as `articles review` records them. */
import { useEffect, useState } from 'react';
import { type Finding, runCommand } from './api.ts';
import { Dialog } from './dialogs.tsx';

type Shown = Finding & { blocks: boolean };

const ADVICE = { severity: 'warning' } as const;

interface ReviewProps {
  file: string;
  title: string;
  /** Gets the findings, which the editor underlines. */
  onFindings(findings: readonly Finding[]): void;
  onDecide<T>(work: () => Promise<T>): Promise<T>;
  onDone(): void;
  onClose(): void;
}

export function Review({ file, title, onFindings, onDecide, onDone, onClose }: ReviewProps) {
  const [findings, setFindings] = useState<readonly Shown[] | null>(null);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState('');
  useEffect(() => {
    void runCommand<{ articles?: { findings: Shown[] }[] }>({ command: 'findings', file }).then(
      ({ result }) => {
        const found = result?.articles?.[0]?.findings ?? [];
        setFindings(found);
        onFindings(found.map(({ blocks, ...one }) => ({ ...one, file, ...(!blocks && ADVICE) })));
      },
    );
  }, [file, onFindings]);
  const blocks = findings?.some((finding) => finding.blocks) ?? false;
  const decide = async (command: object) => {
    const lines: string[] = [];
    const { code } = await onDecide(() => runCommand({ ...command, file }, (line) => lines.push(line)));
    if (code === 0) onDone();
    else setFailure(lines.join('\n'));
  };
  const approve = () => decide({ command: 'approve', ...(blocks ? { reason } : {}) });
  return (
    <Dialog title={`Review: ${title}`} onClose={onClose}>
      {findings === null ? (
        <p>Running the checks…</p>
      ) : findings.length === 0 ? (
        <p>No findings.</p>
      ) : (
        <ul className="list">
          {findings.map(({ code, message, line, blocks: isBlocking }) => (
            <li key={`${code}-${line}-${message}`}>
              <span className={`state ${isBlocking ? 'error' : 'warning'}`}>
                {isBlocking ? 'blocks' : 'advice'}
              </span>{' '}
              {line === undefined ? '' : `line ${line}: `}
              {message}
            </li>
          ))}
        </ul>
      )}
      {blocks && (
        <div className="stack">
          <label htmlFor="reason">
            Why do the findings that block not matter? It is recorded with the approval.
          </label>
          <input id="reason" value={reason} onChange={({ target }) => setReason(target.value)} />
        </div>
      )}
      {failure && <pre role="alert">{failure}</pre>}
      <div className="row">
        <button
          type="button"
          disabled={findings === null || (blocks && reason.trim() === '')}
          onClick={() => void approve()}
        >
          Approve this text
        </button>
        <button type="button" onClick={() => void decide({ command: 'reject' })}>
          Reject
        </button>
      </div>
    </Dialog>
  );
}
