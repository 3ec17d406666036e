/** Runs of the model: each says its price first, and pays only after that. */
import { type ReactNode, useState } from 'react';
import { messageOf, runCommand } from './api.ts';

/** What `articles generate` says of a run, or of one to come; prices are in USD. */
interface Run {
  model?: string;
  calls?: number;
  usd?: number | null;
  written?: Article[];
  needsReview?: Article[];
  rejected?: { topic: string }[];
  unfinished?: { topic: string; reason: string }[];
  /** What a dry run leaves out. */
  skips?: { topic: string; reason: string }[];
}

interface Article {
  file: string;
  title: string;
}

interface ModelRunProps {
  /** The command of the desk, without `pays`. Another one needs a price of its own. */
  command: object;
  /** What the button says that pays. */
  label: string;
  isReady?: boolean;
  /** Runs what writes into files. */
  onWrite?<T>(work: () => Promise<T>): Promise<T>;
  /** Gets the texts that a run has written. */
  onWritten?(written: readonly Article[]): void;
  children?: ReactNode;
}

export function ModelRun({ command, label, isReady = true, children, ...props }: ModelRunProps) {
  const { onWrite = (work) => work(), onWritten } = props;
  const [lines, setLines] = useState<readonly string[]>([]);
  const [priced, setPriced] = useState('');
  const [isBusy, setBusy] = useState(false);
  const name = JSON.stringify(command);
  const run = async (pays: boolean) => {
    setLines([]);
    setBusy(true);
    const add = (line: string) => setLines((before) => [...before, line]);
    const work = () => runCommand<Run>({ ...command, pays }, add);
    try {
      const { code, result } = await (pays ? onWrite(work) : work());
      const isPriced = !pays && code === 0 && (result?.calls ?? 0) > 0;
      setPriced(isPriced ? name : '');
      if (code === 0) for (const line of describe(result ?? {}, pays)) add(line);
      if (pays) onWritten?.([...(result?.written ?? []), ...(result?.needsReview ?? [])]);
    } catch (error) {
      add(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <div className="stack">
      {children}
      <div className="row">
        <button type="button" disabled={isBusy || !isReady} onClick={() => void run(false)}>
          Show the price
        </button>
        <button type="button" disabled={isBusy || priced !== name} onClick={() => void run(true)}>
          {label}
        </button>
      </div>
      {lines.length > 0 && (
        <pre className="other" role="log">
          {lines.join('\n')}
        </pre>
      )}
    </div>
  );
}

function describe(run: Run, pays: boolean): string[] {
  const { model = 'the model', calls = 0, usd = null, skips = [], rejected = [], unfinished = [] } = run;
  const left = [
    ...skips.map(({ topic, reason }) => `${topic} is left out: ${reason}.`),
    ...rejected.map(({ topic }) => `${topic} is rejected: no answer passed the checks.`),
    ...unfinished.map(({ topic, reason }) => `${topic} is not finished: ${reason}.`),
  ];
  if (pays) return [...left, left.length === 0 ? 'It is written.' : 'The others are written.'];
  const price = usd === null ? 'a price that is not known' : `about $${usd.toFixed(4)}`;
  const sum = `${calls === 1 ? '1 call' : `${calls} calls`} of ${model}: ${price}.`;
  return [...left, calls === 0 ? 'There is nothing to write.' : sum];
}
