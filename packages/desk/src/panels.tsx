/** The panels of the open text: findings, comments, history. */
import { useState } from 'react';
import type { Comment, Finding, Revision } from './api.ts';
import { nameFix, needsDescription } from './findings.ts';

interface FindingsProps {
  findings: readonly Finding[];
  onShow(finding: Finding): void;
  onFix(finding: Finding): void;
  onDescribe(finding: Finding, words: string): void;
}

export function Findings({ findings, onShow, onFix, onDescribe }: FindingsProps) {
  if (findings.length === 0) return <p>No findings. “Check the site” also reads the built pages.</p>;
  return (
    <ul className="list">
      {findings.map((finding) => (
        <li key={`${finding.code}-${finding.line}-${finding.column}-${finding.message}`}>
          <button type="button" className="plain" onClick={() => onShow(finding)}>
            <span className={`state ${finding.severity ?? 'error'}`}>{finding.severity ?? 'error'}</span> line{' '}
            {finding.line ?? 1}: {finding.message}
          </button>
          <p className="quiet">{finding.hint}</p>
          {finding.fix && (
            <button type="button" onClick={() => onFix(finding)}>
              {nameFix(finding)}
            </button>
          )}
          {needsDescription(finding) && (
            <DescribePicture finding={finding} onDescribe={(words) => onDescribe(finding, words)} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface DescribeProps {
  finding: Finding;
  onDescribe(words: string): void;
}

function DescribePicture({ finding: { line, column }, onDescribe }: DescribeProps) {
  const [words, setWords] = useState('');
  const id = `describe-${line}-${column}`;
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        onDescribe(words.trim());
      }}
    >
      <label htmlFor={id}>What the picture shows</label>
      <input id={id} required value={words} onChange={({ target }) => setWords(target.value)} />
      <button type="submit">Describe it</button>
    </form>
  );
}

interface CommentsProps {
  comments: readonly Comment[];
  /** The words that a new comment would be about. */
  selected: string;
  onAdd(words: string): Promise<void>;
  onRemove(id: string): void;
  onShow(comment: Comment): void;
}

export function Comments({ comments, selected, onAdd, onRemove, onShow }: CommentsProps) {
  const [words, setWords] = useState('');
  return (
    <>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void onAdd(words).then(() => setWords(''));
        }}
      >
        <label htmlFor="new-comment">
          {selected === ''
            ? 'Select words in the source to comment on them'
            : `Comment on “${shorten(selected)}”`}
        </label>
        <textarea id="new-comment" rows={2} value={words} onChange={({ target }) => setWords(target.value)} />
        <button type="submit" disabled={selected === '' || words.trim() === ''}>
          Comment
        </button>
      </form>
      <ul className="list">
        {comments.map((comment) => (
          <li key={comment.id}>
            {comment.place ? (
              <button type="button" className="plain" onClick={() => onShow(comment)}>
                <q>{shorten(comment.quote)}</q>
              </button>
            ) : (
              <p>
                <span className="state warning">text is gone</span> <q>{comment.quote}</q>
              </p>
            )}
            <p>{comment.text}</p>
            <p className="quiet">
              {comment.author || 'unknown'} · {comment.time.slice(0, 16).replace('T', ' ')}{' '}
              <button type="button" aria-label={`Done: ${comment.text}`} onClick={() => onRemove(comment.id)}>
                Done
              </button>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

export function History({ revisions }: { revisions: readonly Revision[] | null }) {
  if (!revisions) return <p>Reading git…</p>;
  if (revisions.length === 0) return <p>Git has no commit of this paragraph.</p>;
  return (
    <ol className="list">
      {revisions.map(({ commit, time, author, subject, lines }) => (
        <li key={commit}>
          <p>
            <strong>{subject}</strong>
          </p>
          <p className="quiet">
            {author} · {time.slice(0, 10)} · {commit.slice(0, 8)}
          </p>
          <pre>{lines.join('\n')}</pre>
        </li>
      ))}
    </ol>
  );
}
