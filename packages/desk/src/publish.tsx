/** Publishing: one button for all steps, which asks before readers see anything, and a button for each step. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Finding, messageOf, type Publishing, publish, type QueuePage, readPublishing } from './api.ts';
import { Dialog } from './dialogs.tsx';
import { Places } from './places.tsx';

/** The result of `articles check`. */
export interface SiteFindings {
  errors?: Finding[];
  warnings?: Finding[];
}

const STEPS = {
  check: 'Check',
  build: 'Build',
  diff: 'Show what readers will see change',
  deploy: 'Deploy',
  verify: 'Verify the live site',
  rollback: 'Roll back to the previous release',
} as const;

const LABELS = { share: 'Look what others have shared', ...STEPS };

/** Milliseconds between two looks at a run, which all windows share. */
const PAUSE = 500;

interface PublishProps {
  site: QueuePage;
  /** Address of the open text below the site; '' without one. */
  path: string;
  /** True where the run begins by itself: it asks before readers get anything. */
  beginsNow: boolean;
  /** A run has ended. */
  onEnd(): void;
  onFindings(result: SiteFindings): void;
  onClose(): void;
}

export function Publish({ site, path, beginsNow, onEnd, onFindings, onClose }: PublishProps) {
  const { counts, places, readers } = site;
  const { run, isKnown, failure, start } = usePublishing();
  const [chosen, setChosen] = useState('');
  const log = useRef<HTMLPreElement>(null);
  const isBusy = run?.state === 'running';
  useEffect(() => {
    if (!isBusy) onEnd();
  }, [isBusy, onEnd]);
  const count = run?.lines.length ?? 0;
  useEffect(() => {
    if (count > 0) log.current?.scrollTo(0, log.current.scrollHeight);
  }, [count]);
  const result: SiteFindings | null = run?.step === 'check' && !isBusy ? asFindings(run.result) : null;
  const key = JSON.stringify(result);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look brings the same result again
  useEffect(() => {
    if (result) onFindings(result);
  }, [key]);
  // The environment of a run stays that of its question.
  const environment = chosen || run?.environment || (readers ?? places[0])?.environment || 'production';
  const place = places.find((one) => one.environment === environment);
  const [isDue, setDue] = useState(beginsNow);
  const begins = isDue && isKnown && !isBusy && place !== undefined;
  useEffect(() => {
    if (begins) void start('publish', environment).then(() => setDue(false));
  }, [begins, start, environment]);
  // A question of before does not know the last change.
  const asks = run?.state === 'asks' && run.environment === environment && !isDue;
  return (
    <Dialog title="Publish" onClose={onClose}>
      {counts.waiting > 0 && <p>{describeWaiting(counts)}</p>}
      <Places label="Where" {...{ places, environment, isBusy }} onChoose={setChosen} />
      <div className="row">
        {asks ? (
          <>
            <button type="button" onClick={() => void start('confirm', environment)}>
              Yes, publish this to {place?.address ?? environment}
            </button>
            <button type="button" onClick={() => void start('cancel', environment)}>
              Not now
            </button>
          </>
        ) : (
          <button
            type="button"
            disabled={isBusy || !place}
            onClick={() => void start('publish', environment)}
          >
            Publish the site
          </button>
        )}
      </div>
      <details>
        <summary>More</summary>
        <ol className="steps">
          {Object.entries(STEPS).map(([name, label]) => (
            <li key={name}>
              <button type="button" disabled={isBusy} onClick={() => void start(name, environment)}>
                {label}
              </button>
            </li>
          ))}
        </ol>
      </details>
      {failure && <p role="alert">{failure}</p>}
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre className="log" ref={log} role="log" aria-label="Progress" tabIndex={0}>
        {run ? [...run.lines, describeRun(run)].join('\n') : ''}
      </pre>
      {run?.url && run.state !== 'running' && (
        <ul className="list">
          {linksOf(run.url, path).map((url) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                {url}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** The site, and the page of the open text in it. A folder has files, whose names a browser does not complete. */
const linksOf = (url: string, path: string) =>
  path !== '' && /^https?:/.test(url) ? [url, url.replace(/\/$/, '') + path] : [url];

/** The run of all windows, which is asked for again and again, and what starts a step. */
function usePublishing() {
  const [publishing, setPublishing] = useState<Publishing | null>(null);
  const [failure, setFailure] = useState('');
  const fail = useCallback((error: unknown) => setFailure(messageOf(error)), []);
  useEffect(() => {
    const look = () =>
      readPublishing().then((found) => {
        setPublishing(found);
        setFailure('');
      }, fail);
    void look();
    const timer = setInterval(look, PAUSE);
    return () => clearInterval(timer);
  }, [fail]);
  const start = useCallback(
    (action: string, environment: string) => publish(action, environment).then(setPublishing, fail),
    [fail],
  );
  return { run: publishing?.run ?? null, isKnown: publishing !== null, failure, start };
}

function describeWaiting({ waiting, unbuilt, stops }: QueuePage['counts']): string {
  const texts = waiting === 1 ? '1 text waits' : `${waiting} texts wait`;
  const since =
    unbuilt === 0 ? '' : ` No build has ${unbuilt} of them: “Deploy” by itself takes the last build.`;
  const stop = stops === 0 ? '' : ' The queue names what stops the release.';
  return `${texts} for the next release.${since}${stop}`;
}

function describeRun({ state, step, isWhole }: NonNullable<Publishing['run']>): string {
  if (state === 'running') return `${LABELS[step]}…`;
  if (state === 'asks') return 'Nothing is published yet. Read the changes above, then answer.';
  if (state === 'cancelled') return 'Nothing was published.';
  if (state === 'unchanged') return 'Nothing has changed for readers: they have this version already.';
  if (state === 'unverified')
    return 'Published. The live site does not answer as it should: the lines above say where. Verify it again in a moment.';
  if (state === 'failed')
    return isWhole && step !== 'deploy' ? `“${LABELS[step]}” stops it. Nothing was published.` : 'It failed.';
  return isWhole ? 'Published.' : 'Done.';
}

const asFindings = (result: unknown): SiteFindings | null =>
  typeof result === 'object' && result !== null ? result : null;
