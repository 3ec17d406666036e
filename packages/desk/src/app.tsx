/** The desk: queue, source and page, and the dialogs over them. */
import { useEffect, useState } from 'react';
import {
  chooseReaders,
  type FieldChange,
  type Finding,
  type QueuePage,
  type Row,
  type Sharing,
  type WordsFound,
} from './api.ts';
import { Calendar } from './calendar.tsx';
import { Bulk } from './dialogs.tsx';
import { NewArticle } from './new-article.tsx';
import { Publish, type SiteFindings } from './publish.tsx';
import { type Chosen, Queue } from './queue.tsx';
import { Review } from './review.tsx';
import { Share, shareLabel, useSharing } from './share.tsx';
import { useAlarm, useDesk } from './use-desk.ts';
import { useRow } from './use-rows.ts';
import { Words } from './words.tsx';
import { titleOf, Workplace } from './workplace.tsx';

const COLUMNS = ['queue', 'source', 'page'] as const;
type Column = (typeof COLUMNS)[number];
const COLUMN_LABELS: Readonly<Record<Column, string>> = { queue: 'Queue', source: 'Source', page: 'Page' };

/** `release`: what publishing the site changes, asked for at once. */
type OpenDialog =
  | 'new'
  | 'publish'
  | 'release'
  | 'calendar'
  | 'words'
  | 'review'
  | 'share'
  | { bulk: Chosen };

export function App() {
  const desk = useDesk();
  const { site, version, open } = desk;
  const [column, setColumn] = useColumns(site ? open?.id : undefined);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [siteFindings, setSiteFindings] = useState<readonly Finding[]>([]);
  const shown = useRow(open?.file, version);
  const { sharing, refresh: look } = useSharing(version, desk.refresh);
  if (!site) return <p className="empty">{desk.notice || 'Reading the articles…'}</p>;
  const show = (file: string) => void desk.show(file);
  return (
    <div className="desk" data-column={column}>
      <Top column={column} sharing={sharing} onColumn={setColumn} onDialog={setDialog} />
      <Notices desk={desk} />
      <main>
        <Queue
          site={site}
          version={version}
          sharing={sharing}
          open={open?.file ?? null}
          onOpen={show}
          onRestore={(file) => void desk.restore(file)}
          onReaders={(environment) => void chooseReaders(environment).then(desk.refresh, desk.report)}
          onBulk={(bulk) => setDialog({ bulk })}
          onError={desk.report}
        />
        {open ? (
          <Workplace
            key={open.id}
            text={open}
            document={open.document}
            shown={shown}
            beside={desk.beside}
            locales={site.locales}
            build={desk.build}
            writer={sharing?.writing[open.file] ?? ''}
            siteFindings={siteFindings}
            onChange={(change) => desk.change([open.file], change)}
            onOpen={show}
            onBeside={(file) => void desk.showBeside(file)}
            onError={desk.report}
            onReview={() => setDialog('review')}
            onPublish={() => setDialog('release')}
            onDeleted={() => void desk.forget(open.file)}
          />
        ) : (
          <section className="source" aria-label="Source">
            <p className="empty">Choose an article in the queue.</p>
          </section>
        )}
      </main>
      {dialog === 'share' && sharing && (
        <Share
          sharing={sharing}
          onRefresh={async (looks) => {
            await look(looks);
            if (!looks) await desk.refresh();
          }}
          onBefore={desk.flush}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog && dialog !== 'share' && (
        <AppDialog
          dialog={dialog}
          site={site}
          version={version}
          row={shown?.row}
          onClose={() => setDialog(null)}
          onOpen={show}
          onChange={desk.change}
          onFind={desk.find}
          onReplace={desk.replace}
          onDecide={(work) => (open ? open.asOwn(work) : work())}
          onDecided={desk.refresh}
          onFindings={setSiteFindings}
        />
      )}
    </div>
  );
}

interface TopProps {
  column: Column;
  sharing: Sharing | null;
  onColumn(column: Column): void;
  onDialog(dialog: OpenDialog): void;
}

function Top({ column, sharing, onColumn, onDialog }: TopProps) {
  return (
    <header className="top">
      <h1>Desk</h1>
      <nav aria-label="Columns" className="columns">
        {COLUMNS.map((name) => (
          <button key={name} type="button" aria-pressed={column === name} onClick={() => onColumn(name)}>
            {COLUMN_LABELS[name]}
          </button>
        ))}
      </nav>
      <button type="button" onClick={() => onDialog('new')}>
        New
      </button>
      <button type="button" onClick={() => onDialog('calendar')}>
        Calendar
      </button>
      <button type="button" onClick={() => onDialog('words')}>
        Words
      </button>
      {sharing && (
        <button type="button" onClick={() => onDialog('share')}>
          {shareLabel(sharing)}
        </button>
      )}
      <button type="button" onClick={() => onDialog('publish')}>
        Publish
      </button>
    </header>
  );
}

/** What went wrong, and the texts that wait for their file. */
function Notices({ desk }: { desk: ReturnType<typeof useDesk> }) {
  const { notice, setNotice } = desk;
  const [alarm, closeAlarm] = useAlarm(desk.refresh);
  return (
    <div className="notices">
      {notice && <Notice text={notice} onClose={() => setNotice('')} />}
      {alarm && <Notice text={alarm} onClose={closeAlarm} />}
      {desk.undoable > 0 && (
        <p className="notice" role="status">
          {desk.undoable === 1 ? '1 text has' : `${desk.undoable} texts have`} changed.{' '}
          <button type="button" onClick={() => void desk.undo()}>
            Undo
          </button>{' '}
          <button type="button" aria-label="Keep the change" onClick={desk.keep}>
            ✕
          </button>
        </p>
      )}
      {desk.waiting.length > 0 && (
        <p className="notice" role="alert">
          Not saved yet:{' '}
          {desk.waiting.map(({ file, document }) => (
            <button key={file} type="button" onClick={() => void desk.show(file)}>
              {titleOf(document)}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

function Notice({ text, onClose }: { text: string; onClose(): void }) {
  return (
    <p className="notice" role="alert">
      {text}{' '}
      <button type="button" aria-label="Close the message" onClick={onClose}>
        ✕
      </button>
    </p>
  );
}

/** The column that a narrow window shows. F6, and Alt with a digit, go to one. @param opened changes when a text is shown */
function useColumns(opened: number | undefined) {
  const [shown, show] = useState<{ column: Column; takesFocus: boolean }>({
    column: 'queue',
    takesFocus: false,
  });
  useEffect(() => {
    if (opened !== undefined) show({ column: 'source', takesFocus: true });
  }, [opened]);
  // A column that was hidden takes the focus once it is shown.
  useEffect(() => {
    if (shown.takesFocus) focusColumn(shown.column);
  }, [shown]);
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const next = event.key === 'F6' || event.code === 'F6';
      const digit = event.altKey ? event.code.replace('Digit', '') : '';
      // On many keyboards, Alt with a digit writes a character: # on a British Mac.
      if (!next && event.key.length === 1 && event.key !== digit) return;
      const asked = COLUMNS[Number(digit || Number.NaN) - 1];
      if (!next && !asked) return;
      event.preventDefault();
      show(({ column }) => ({
        column: asked ?? COLUMNS[(COLUMNS.indexOf(column) + 1) % COLUMNS.length] ?? 'queue',
        takesFocus: true,
      }));
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  }, []);
  return [shown.column, (column: Column) => show({ column, takesFocus: false })] as const;
}

function focusColumn(column: Column): void {
  const selector = {
    queue: '.queue input[type=search]',
    source: '.source .cm-content',
    page: '.page :is(iframe, .cm-content)',
  }[column];
  document.querySelector<HTMLElement>(selector)?.focus();
}

interface AppDialogProps {
  dialog: Exclude<OpenDialog, 'share'>;
  site: QueuePage;
  version: number;
  /** The open article. */
  row: Row | undefined;
  onClose(): void;
  onOpen(file: string): void;
  onChange(
    files: readonly string[],
    change: FieldChange,
    onError?: (error: unknown) => void,
  ): Promise<boolean>;
  onFind(words: string, locale: string): Promise<WordsFound>;
  onReplace(words: string, locale: string, by: string): Promise<boolean>;
  /** Runs a decision on the open article, which changes its file. */
  onDecide<T>(work: () => Promise<T>): Promise<T>;
  /** Something has ended that changes rows. */
  onDecided(): void;
  onFindings(findings: readonly Finding[]): void;
}

function AppDialog({ dialog, site, version, row, onClose, onOpen, onChange, ...props }: AppDialogProps) {
  const openAndClose = (file: string) => {
    onClose();
    onOpen(file);
  };
  if (dialog === 'new')
    return (
      <NewArticle
        locales={site.locales}
        locale={row?.locale || (site.locales[0] ?? '')}
        onClose={onClose}
        onDone={(file) => {
          props.onDecided();
          openAndClose(file);
        }}
      />
    );
  if (dialog === 'publish' || dialog === 'release')
    return (
      <Publish
        site={site}
        path={row?.path ?? ''}
        beginsNow={dialog === 'release'}
        onClose={onClose}
        onEnd={props.onDecided}
        onFindings={(result) => props.onFindings(findingsOf(result))}
      />
    );
  if (dialog === 'calendar')
    return (
      <Calendar
        today={site.today}
        version={version}
        onClose={onClose}
        onMove={({ file }, field, days) => void onChange([file], { move: [{ field, days }] })}
        onOpen={openAndClose}
      />
    );
  if (dialog === 'words')
    return <Words {...props} locales={site.locales} onOpen={openAndClose} onClose={onClose} />;
  if (dialog !== 'review')
    return (
      <Bulk
        chosen={dialog.bulk}
        onClose={onClose}
        onApply={(change, onError) => onChange([...dialog.bulk.keys()], change, onError)}
      />
    );
  if (!row) return null;
  return (
    <Review
      file={row.file}
      title={row.title}
      onDecide={props.onDecide}
      onFindings={props.onFindings}
      onClose={onClose}
      onDone={() => {
        onClose();
        props.onDecided();
      }}
    />
  );
}

const findingsOf = ({ errors = [], warnings = [] }: SiteFindings): Finding[] => [
  ...errors,
  ...warnings.map((finding) => ({ ...finding, severity: 'warning' as const })),
];
