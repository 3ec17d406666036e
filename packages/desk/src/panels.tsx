/** The panels of the open text: findings, comments, outline, history. */
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
  if (findings.length === 0)
    return <p>No findings. “Publish”, “More”, “Check” also reads the built pages.</p>;
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
  /** @returns false where the comment was not added */
  onAdd(words: string, replacement: string | null): Promise<boolean>;
  onRemove(id: string): void;
  /** Takes over the words that the comment suggests. */
  onAccept(comment: Comment): void;
  onShow(comment: Comment): void;
}

export function Comments({ comments, selected, onAdd, onRemove, onAccept, onShow }: CommentsProps) {
  return (
    <>
      <NewComment selected={selected} onAdd={onAdd} />
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
            {comment.replacement !== undefined && (
              <p>
                → <ins>{comment.replacement || '(nothing)'}</ins>
              </p>
            )}
            <p>{comment.text}</p>
            <p className="quiet">
              {comment.author || 'unknown'} · {comment.time.slice(0, 16).replace('T', ' ')}
            </p>
            <Decision comment={comment} onRemove={onRemove} onAccept={onAccept} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A comment is done; a suggestion is accepted or rejected. */
function Decision({
  comment,
  onRemove,
  onAccept,
}: Pick<CommentsProps, 'onRemove' | 'onAccept'> & { comment: Comment }) {
  const { id, text, replacement, place } = comment;
  const about = text || replacement;
  if (replacement === undefined)
    return (
      <button type="button" aria-label={`Done: ${about}`} onClick={() => onRemove(id)}>
        Done
      </button>
    );
  return (
    <div className="row">
      <button
        type="button"
        aria-label={`Accept: ${about}`}
        disabled={!place}
        onClick={() => onAccept(comment)}
      >
        Accept
      </button>
      <button type="button" aria-label={`Reject: ${about}`} onClick={() => onRemove(id)}>
        Reject
      </button>
    </div>
  );
}

function NewComment({ selected, onAdd }: Pick<CommentsProps, 'selected' | 'onAdd'>) {
  const [words, setWords] = useState('');
  const [replacement, setReplacement] = useState<string | null>(null);
  const isEmpty = words.trim() === '' && (replacement === null || replacement === selected);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void onAdd(words, replacement).then((isAdded) => {
          if (!isAdded) return;
          setWords('');
          setReplacement(null);
        });
      }}
    >
      <label htmlFor="new-comment">
        {selected === ''
          ? 'Select words in the source to comment on them'
          : `Comment on “${shorten(selected)}”`}
      </label>
      <textarea id="new-comment" rows={2} value={words} onChange={({ target }) => setWords(target.value)} />
      {replacement !== null && (
        <>
          <label htmlFor="new-words">Words in their place</label>
          <textarea
            id="new-words"
            rows={2}
            value={replacement}
            onChange={({ target }) => setReplacement(target.value)}
          />
        </>
      )}
      <div className="row">
        <button type="submit" disabled={selected === '' || isEmpty}>
          {replacement === null ? 'Comment' : 'Suggest'}
        </button>
        <button
          type="button"
          disabled={selected === ''}
          aria-pressed={replacement !== null}
          onClick={() => setReplacement(replacement === null ? selected : null)}
        >
          Suggest other words
        </button>
      </div>
    </form>
  );
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

interface Heading {
  /** From 1 to 6. */
  level: number;
  words: string;
  /** The offset in the source. */
  at: number;
}

/** The headings of the source, each of which leads to its place. */
export function Outline({ headings, onShow }: { headings: readonly Heading[]; onShow(at: number): void }) {
  if (headings.length === 0) return <p>This text has no headings. “## ” at the start of a line makes one.</p>;
  return (
    <ul className="list outline">
      {headings.map(({ level, words, at }) => (
        <li key={at} style={{ paddingInlineStart: `${Math.max(0, level - 1)}em` }}>
          <button type="button" className="plain" onClick={() => onShow(at)}>
            {words}
          </button>
        </li>
      ))}
    </ul>
  );
}

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
