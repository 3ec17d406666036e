/** Sharing texts with others through git: what waits here, what waits there, and one button for both. */
import { useCallback, useEffect, useState } from 'react';
import { type Decision, messageOf, type OpenOverlap, readSharing, type Sharing, share } from './api.ts';
import { Dialog } from './dialogs.tsx';
import { OverlapDialog } from './overlap.tsx';

/** Milliseconds after a build until git is asked what has changed. */
const REST = 1500;

/** Milliseconds between two looks at what the others do. */
const LOOK = 300_000;

/** What git knows of the site; null without a repository. @param build changes with each build @param onMine called where other texts are mine now */
export function useSharing(build: unknown, onMine: () => void) {
  const [sharing, setSharing] = useState<Sharing | null>(null);
  const refresh = useCallback(
    (looks = false) => readSharing(looks).then((found) => setSharing(found.sharing)),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each build may have changed files
  useEffect(() => {
    // Without git, all else works.
    const timer = setTimeout(() => void refresh().catch(() => setSharing(null)), REST);
    return () => clearTimeout(timer);
  }, [refresh, build]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') refresh(true).catch(() => {});
    };
    look();
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, [refresh]);
  const here = JSON.stringify(sharing?.changed);
  useEffect(() => {
    if (here !== undefined) onMine();
  }, [here, onMine]);
  return { sharing, refresh };
}

/** Such as `Share (2 here, 1 there)`. */
export function shareLabel({ changed, ahead, behind }: Sharing): string {
  const here = changed.length + ahead;
  const parts = [here > 0 ? `${here} here` : '', behind > 0 ? `${behind} there` : ''].filter(Boolean);
  return parts.length === 0 ? 'Share' : `Share (${parts.join(', ')})`;
}

interface ShareProps {
  sharing: Sharing;
  /** Reads again what waits. @param looks true to ask the place of the others */
  onRefresh(looks: boolean): Promise<void>;
  /** Saves what is typed. */
  onBefore(): Promise<void>;
  onClose(): void;
}

export function Share({ sharing, onRefresh, onBefore, onClose }: ShareProps) {
  const titleOf = (file: string) => sharing.titles[file] ?? file;
  const [message, setMessage] = useState('');
  const [writer, setWriter] = useState({ name: '', email: '' });
  const [words, setWords] = useState('Looking what the others have…');
  const [isBusy, setBusy] = useState(true);
  const [overlaps, setOverlaps] = useState<readonly OpenOverlap[]>([]);
  const [decisions, setDecisions] = useState<readonly Decision[]>([]);
  const work = async (does: () => Promise<string>) => {
    setBusy(true);
    try {
      setWords(await does());
    } catch (error) {
      setWords(messageOf(error));
    }
    setBusy(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog looks once
  useEffect(() => {
    void work(async () => {
      await onRefresh(true);
      return '';
    });
  }, []);
  const send = (decided: readonly Decision[]) =>
    work(async () => {
      setWords('Sharing…');
      await onBefore();
      const body = { message, decisions: decided, ...(sharing.writer === '' && { writer }) };
      const result = await share(body);
      await onRefresh(false);
      setOverlaps(result.state === 'overlap' ? result.overlaps : []);
      if (result.state === 'overlap') return 'You and others have changed the same place. Choose below.';
      setDecisions([]);
      setMessage('');
      return [DONE[result.state], ...result.notes].join(' ');
    });
  const decide = (overlap: OpenOverlap, text: string) => {
    const { file, mine, theirs } = overlap;
    const decided = [...decisions, { file, mine, theirs, text }];
    const left = overlaps.filter((one) => one !== overlap);
    setDecisions(decided);
    setOverlaps(left);
    if (left.length === 0) void send(decided);
  };
  const [first] = overlaps;
  return (
    <Dialog title="Share" onClose={onClose}>
      {first ? (
        <>
          <p>{titleOf(first.file)}</p>
          <OverlapDialog
            key={first.file + first.theirs}
            merge={first.merge}
            isOfOthers
            onResolve={(text) => decide(first, text)}
          />
        </>
      ) : (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void send(decisions);
          }}
        >
          <Waiting sharing={sharing} titleOf={titleOf} />
          {sharing.writer === '' && (
            <>
              <label htmlFor="writer-name">Your name, which stands at your changes</label>
              <input
                id="writer-name"
                required
                value={writer.name}
                onChange={({ target }) => setWriter({ ...writer, name: target.value })}
              />
              <label htmlFor="writer-email">Your e-mail address</label>
              <input
                id="writer-email"
                type="email"
                required
                value={writer.email}
                onChange={({ target }) => setWriter({ ...writer, email: target.value })}
              />
            </>
          )}
          <label htmlFor="share-message">
            What have you done? The desk writes a sentence of its own if this is empty.
          </label>
          <input id="share-message" value={message} onChange={({ target }) => setMessage(target.value)} />
          <button type="submit" className="end" disabled={isBusy || sharing.blocked !== null}>
            {sharing.remote === null ? 'Commit' : 'Share'}
          </button>
        </form>
      )}
      <p role="status">{sharing.blocked ?? words}</p>
    </Dialog>
  );
}

const DONE = {
  shared: 'Shared: the others have your texts, and you have theirs.',
  committed: 'Committed. No other place is set up, so your texts are in this repository only.',
  unchanged: 'Nothing has changed.',
} as const;

/** At most so many files are named. */
const SHOWN = 20;

interface WaitingProps {
  sharing: Sharing;
  titleOf(file: string): string;
}

function Waiting({ sharing, titleOf }: WaitingProps) {
  const { changed, ahead, behind, incoming, remote, branch } = sharing;
  const others = Object.entries(incoming);
  return (
    <>
      <p>
        {remote === null
          ? `Branch ${branch}. No other place is set up.`
          : `Branch ${branch}, shared at ${remote}.`}
        {ahead > 0 && ` ${ahead === 1 ? '1 commit waits' : `${ahead} commits wait`} here.`}
        {behind > 0 && ` ${behind === 1 ? '1 commit waits' : `${behind} commits wait`} there.`}
      </p>
      {changed.length > 0 && (
        <>
          <h3>Only here</h3>
          <ul>
            {changed.slice(0, SHOWN).map(({ file, kind }) => (
              <li key={file}>
                {titleOf(file)} <span className="quiet">{kind}</span>
              </li>
            ))}
            {changed.length > SHOWN && <li>and {changed.length - SHOWN} more</li>}
          </ul>
        </>
      )}
      {others.length > 0 && (
        <>
          <h3>Newer from others</h3>
          <ul>
            {others.slice(0, SHOWN).map(([file, writer]) => (
              <li key={file}>
                {titleOf(file)} <span className="quiet">{writer}</span>
              </li>
            ))}
            {others.length > SHOWN && <li>and {others.length - SHOWN} more</li>}
          </ul>
        </>
      )}
    </>
  );
}
