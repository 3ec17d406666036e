/** The decision on a generated article: its findings, and approval or rejection as `articles review` records them. */
import { useEffect, useState } from 'react';
import { type Finding, messageOf, runToEnd } from './api.ts';
import { Dialog } from './dialogs.tsx';

/** What `articles review show` says of a text. */
interface Shown {
  sha256: string;
  findings: (Finding & { blocks: boolean })[];
}

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
  const [shown, setShown] = useState<Shown | null>(null);
  const [isRunning, setRunning] = useState(true);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState('');
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be decided is read again
  useEffect(() => {
    setRunning(true);
    runToEnd<{ articles: Shown[] }>({ command: 'findings', file }).then(
      ({ articles: [article = null] }) => {
        setShown(article);
        const found = article?.findings ?? [];
        onFindings(found.map(({ blocks, ...one }) => ({ ...one, file, ...(!blocks && ADVICE) })));
      },
      (error) => {
        setFailure(messageOf(error));
        setRunning(false);
      },
    );
  }, [file, onFindings, tries]);
  const findings = shown?.findings ?? [];
  const blocks = findings.some((finding) => finding.blocks);
  /** The decision is about the text that the checks have read. */
  const decide = (command: object) =>
    onDecide(() => runToEnd({ ...command, file, sha256: shown?.sha256 })).then(onDone, (error) => {
      setFailure(messageOf(error));
      setShown(null);
      setTries(tries + 1);
    });
  const approve = () => decide({ command: 'approve', ...(blocks ? { reason } : {}) });
  return (
    <Dialog title={`Review: ${title}`} onClose={onClose}>
      {!shown ? (
        <p role="status">{isRunning ? 'Running the checks…' : 'The checks have not run.'}</p>
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
          disabled={!shown || (blocks && reason.trim() === '')}
          onClick={() => void approve()}
        >
          Approve this text
        </button>
        <button type="button" disabled={!shown} onClick={() => void decide({ command: 'reject' })}>
          Reject
        </button>
      </div>
    </Dialog>
  );
}
