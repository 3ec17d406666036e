/** The desk: queue, source and page, and what is done with the open text. */
import type { EditorView } from '@codemirror/view';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type Comment,
  changeComment,
  changeFields,
  type FieldSchema,
  type Finding,
  type OpenDocument,
  type Queue as QueueData,
  type Revision,
  type Row,
  readArticles,
  readDocument,
  readHistory,
  readSchema,
} from './api.ts';
import { Calendar } from './calendar.tsx';
import {
  Bulk,
  DirectiveList,
  LinkSearch,
  NewArticle,
  OverlapDialog,
  type PictureChoice,
  PictureText,
  Publish,
} from './dialogs.tsx';
import { commentRanges, Editor, insert, insertBlock, moveCaret } from './editor.tsx';
import { Fields } from './fields.tsx';
import { applyChange, describePicture, fixOf, placeOf as placeFinding } from './findings.ts';
import { type Context, contextAt, lettersOf, locate } from './locate.ts';
import { OpenText, type SaveState } from './open-text.ts';
import { Page } from './page.tsx';
import { Comments, Findings, History } from './panels.tsx';
import { pictureMarkdown } from './picture.ts';
import { Queue, stateLabel } from './queue.tsx';
import { Review } from './review.tsx';
import { Translations } from './translations.tsx';

const COLUMNS = ['queue', 'source', 'page'] as const;
type Column = (typeof COLUMNS)[number];
const COLUMN_LABELS: Readonly<Record<Column, string>> = { queue: 'Queue', source: 'Source', page: 'Page' };

const PANELS = ['Fields', 'Findings', 'Comments', 'Translations', 'History'] as const;
type Panel = (typeof PANELS)[number];

type DialogName = 'new' | 'link' | 'publish' | 'calendar' | 'review';

export function App() {
  const [queue, setQueue] = useState<QueueData | null>(null);
  const [schema, setSchema] = useState<Record<string, FieldSchema>>({});
  const [column, setColumn] = useState<Column>('queue');
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [bulk, setBulk] = useState<Row[] | null>(null);
  const [notice, setNotice] = useState('');
  const [open, setOpen] = useState<{ text: OpenText; document: OpenDocument } | null>(null);
  const [siteFindings, setSiteFindings] = useState<readonly Finding[]>([]);
  const [build, setBuild] = useState(0);

  const refreshQueue = useCallback(
    () => readArticles().then(setQueue, (error: Error) => setNotice(error.message)),
    [],
  );
  const show = useCallback(async (file: string) => {
    try {
      const document = await readDocument(file);
      setOpen((before) => {
        before?.text.close();
        return { text: new OpenText(file, document), document };
      });
      setBuild(0);
      setColumn('source');
      location.hash = encodeURIComponent(file);
    } catch (error) {
      setNotice(error instanceof Error ? error.message : String(error));
    }
  }, []);
  useEffect(() => {
    void refreshQueue();
    readSchema().then(
      ({ properties }) => setSchema(properties),
      (error: Error) => setNotice(error.message),
    );
    const file = decodeURIComponent(location.hash.slice(1));
    if (file !== '') void show(file);
  }, [refreshQueue, show]);
  /** True if the queue must be read again after the next build. */
  const isQueueDue = useRef(false);
  const current = useRef(open);
  current.current = open;
  useEffect(() => {
    const events = new EventSource('/__events');
    events.onmessage = () => {
      setBuild((count) => count + 1);
      if (isQueueDue.current) {
        isQueueDue.current = false;
        void refreshQueue();
      }
      const text = current.current?.text;
      text?.reload().then(
        (document) => setOpen((now) => (now?.text === text ? { text, document } : now)),
        () => {},
      );
    };
    return () => events.close();
  }, [refreshQueue]);
  // Other programs may have changed the site meanwhile.
  useEffect(() => {
    addEventListener('focus', refreshQueue);
    return () => removeEventListener('focus', refreshQueue);
  }, [refreshQueue]);
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const index = event.altKey ? Number(event.code.replace('Digit', '')) - 1 : -1;
      const next = COLUMNS[index];
      if (!next) return;
      event.preventDefault();
      setColumn(next);
      requestAnimationFrame(() => focusColumn(next));
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  }, []);

  if (!queue) return <p className="empty">{notice || 'Reading the articles…'}</p>;
  const row = queue.rows.find(({ file }) => file === open?.document.file);
  const change = async (file: string, field: string, value: string) => {
    try {
      await open?.text.flush();
      isQueueDue.current = true;
      const version = await changeFields(
        file,
        value === '' ? [] : [{ field, value }],
        value === '' ? [field] : [],
      );
      if (open?.text.file === file) open.text.adopt(version, true);
      await refreshQueue();
    } catch (error) {
      setNotice(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="desk" data-column={column}>
      <header className="top">
        <h1>Desk</h1>
        <nav aria-label="Columns" className="columns">
          {COLUMNS.map((name) => (
            <button key={name} type="button" aria-pressed={column === name} onClick={() => setColumn(name)}>
              {COLUMN_LABELS[name]}
            </button>
          ))}
        </nav>
        <button type="button" onClick={() => setDialog('new')}>
          New
        </button>
        <button type="button" onClick={() => setDialog('calendar')}>
          Calendar
        </button>
        <button type="button" onClick={() => setDialog('publish')}>
          Publish
        </button>
      </header>
      {notice && (
        <p className="notice" role="alert">
          {notice}{' '}
          <button type="button" aria-label="Close the message" onClick={() => setNotice('')}>
            ✕
          </button>
        </p>
      )}
      <main>
        <Queue
          queue={queue}
          open={open?.document.file ?? null}
          onOpen={(file) => void show(file)}
          onBulk={setBulk}
        />
        {open ? (
          <Workplace
            key={open.text.id}
            {...open}
            row={row}
            queue={queue}
            schema={schema}
            build={build}
            siteFindings={siteFindings}
            onDocument={(document) => setOpen({ text: open.text, document })}
            onChange={(field, value) => void change(open.document.file, field, value)}
            onOpen={(file) => void show(file)}
            onNotice={setNotice}
            onReview={() => setDialog('review')}
          />
        ) : (
          <section className="source" aria-label="Source">
            <p className="empty">Choose an article in the queue.</p>
          </section>
        )}
      </main>
      {dialog === 'new' && (
        <NewArticle
          queue={queue}
          onClose={() => setDialog(null)}
          onDone={(file) => {
            setDialog(null);
            void refreshQueue();
            void show(file);
          }}
        />
      )}
      {dialog === 'publish' && (
        <Publish
          onClose={() => setDialog(null)}
          onFindings={({ result }) =>
            setSiteFindings([
              ...(result?.errors ?? []),
              ...(result?.warnings ?? []).map((finding) => ({ ...finding, severity: 'warning' as const })),
            ])
          }
        />
      )}
      {dialog === 'calendar' && (
        <Calendar
          queue={queue}
          onClose={() => setDialog(null)}
          onMove={(moved, field, day) => void change(moved.file, field, day)}
          onOpen={(file) => {
            setDialog(null);
            void show(file);
          }}
        />
      )}
      {dialog === 'review' && row && (
        <Review
          file={row.file}
          title={row.title}
          onFindings={setSiteFindings}
          onClose={() => setDialog(null)}
          onDone={() => {
            setDialog(null);
            void refreshQueue();
          }}
        />
      )}
      {bulk && (
        <Bulk
          rows={bulk}
          onClose={() => setBulk(null)}
          onApply={async (field, value) => {
            for (const { file } of bulk) await change(file, field, value);
          }}
        />
      )}
    </div>
  );
}

function focusColumn(column: Column): void {
  const selector = { queue: '.queue input[type=search]', source: '.cm-content', page: 'iframe' }[column];
  document.querySelector<HTMLElement>(selector)?.focus();
}

interface WorkplaceProps {
  text: OpenText;
  document: OpenDocument;
  row: Row | undefined;
  queue: QueueData;
  schema: Readonly<Record<string, FieldSchema>>;
  build: number;
  siteFindings: readonly Finding[];
  onDocument(document: OpenDocument): void;
  onChange(field: string, value: string): void;
  onOpen(file: string): void;
  onNotice(message: string): void;
  onReview(): void;
}

/** Source and page of one text. */
function Workplace(props: WorkplaceProps) {
  const { text, document, row, queue, schema, build, siteFindings } = props;
  const [panel, setPanel] = useState<Panel | null>(null);
  const [saving, setSaving] = useState<SaveState>(text.state);
  const [caret, setCaret] = useState<Context | null>(null);
  const [selected, setSelected] = useState('');
  const [isComparing, setComparing] = useState(false);
  const [linking, setLinking] = useState(false);
  const [isDirecting, setDirecting] = useState(false);
  const [picture, setPicture] = useState<{ file: File; at: number } | null>(null);
  const [revisions, setRevisions] = useState<readonly Revision[] | null>(null);
  const [line, setLine] = useState(1);
  const view = useRef<EditorView | null>(null);
  useEffect(() => text.listen(setSaving), [text]);
  const findings = useMemo(
    () =>
      joinFindings(
        document.findings,
        siteFindings.filter(({ file }) => file === document.file),
      ),
    [document, siteFindings],
  );
  const title = row?.title ?? document.file;

  const onCaret = useCallback(({ state }: EditorView) => {
    const { main } = state.selection;
    setSelected(state.sliceDoc(main.from, main.to));
    setLine(state.doc.lineAt(main.head).number);
    setCaret(contextAt(lettersOf(state.doc.toString()), main.head));
  }, []);
  const goTo = (offset: number | null) => {
    if (offset !== null && view.current) moveCaret(view.current, offset);
  };
  const openPanel = (name: Panel) => {
    setPanel(panel === name ? null : name);
    if (name === 'History' && view.current) void showHistory(view.current);
  };
  const showHistory = async ({ state }: EditorView) => {
    setRevisions(null);
    const [first, last] = paragraphAt(state.doc.toString(), state.selection.main.head);
    const { revisions: found } = await readHistory(document.file, first, last);
    setRevisions(found);
  };
  /** @param describe is called after everything is saved, so that its places are those of the file */
  const comment = async (describe: () => object | null) => {
    try {
      await text.flush();
      const body = describe();
      if (!body) return;
      const { comments } = await changeComment({ file: document.file, hash: text.hash, ...body });
      props.onDocument({ ...document, comments });
    } catch (error) {
      props.onNotice(error instanceof Error ? error.message : String(error));
    }
  };
  const removeComment = async (id: string) => {
    const { comments } = await changeComment({ action: 'remove', file: document.file, id });
    props.onDocument({ ...document, comments });
  };
  const addComment = (words: string) =>
    comment(() => {
      const range = view.current?.state.selection.main;
      return range && !range.empty ? { action: 'add', place: placeOf(text, range), text: words } : null;
    });
  // A comment whose words were edited keeps its place: the file of the comment gets the new words.
  const moveComments = useRef(() => {});
  moveComments.current = () => {
    for (const { id } of view.current ? movedComments(view.current, text, document.comments) : [])
      void comment(() => {
        const place =
          view.current &&
          movedComments(view.current, text, document.comments).find((one) => one.id === id)?.place;
        return place ? { action: 'move', id, place } : null;
      });
  };
  useEffect(() => {
    if (saving.type === 'saved') moveComments.current();
  }, [saving]);
  const insertPicture = async (choice: PictureChoice) => {
    const at = picture?.at ?? 0;
    setPicture(null);
    try {
      const markdown = await pictureMarkdown(choice);
      if (view.current) insert(view.current, markdown, { from: at, to: at });
    } catch (error) {
      props.onNotice(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <section className="source" aria-label={title}>
        <div className="bar">
          <strong className="name">{title}</strong>
          {row && <span className={`state ${row.state}`}>{stateLabel(row)}</span>}
          <span role="status" className="quiet">
            {SAVE_WORDS[saving.type]}
            {saving.type === 'failed' && `: ${saving.message}`}
          </span>
        </div>
        <div className="bar" role="toolbar" aria-label="Insert">
          <button type="button" onClick={() => setLinking(true)}>
            Link
          </button>
          <button type="button" onClick={() => setDirecting(true)}>
            Directive
          </button>
          <label className="button">
            Picture
            <input
              type="file"
              accept="image/*"
              className="hidden-file"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) setPicture({ file, at: view.current?.state.selection.main.head ?? 0 });
                target.value = '';
              }}
            />
          </label>
          {row?.state === 'withheld' || row?.state === 'draft' ? (
            <button type="button" onClick={props.onReview}>
              Review
            </button>
          ) : null}
          {PANELS.map((name) => (
            <button key={name} type="button" aria-expanded={panel === name} onClick={() => openPanel(name)}>
              {name}
              {name === 'Findings' && findings.length > 0 && ` (${findings.length})`}
              {name === 'Comments' && document.comments.length > 0 && ` (${document.comments.length})`}
            </button>
          ))}
        </div>
        {text.before !== null && (
          <div className="bar">
            <span role="status">Others have changed this text.</span>
            <button type="button" aria-pressed={isComparing} onClick={() => setComparing(!isComparing)}>
              Show the changes
            </button>
            <button
              type="button"
              onClick={() => {
                setComparing(false);
                text.decide();
              }}
            >
              Keep them all
            </button>
          </div>
        )}
        {saving.type === 'overlap' && (
          <OverlapDialog merge={saving.merge} onResolve={(chosen) => void text.resolve(chosen)} />
        )}
        <Editor
          text={text}
          title={title}
          findings={findings}
          comments={document.comments}
          original={isComparing ? text.before : null}
          onView={(next) => {
            view.current = next;
          }}
          onCaret={onCaret}
          onPictures={([file], at) => {
            if (file) setPicture({ file, at });
          }}
        />
        {panel && (
          <section className="panel" aria-label={panel}>
            {panel === 'Fields' && (
              <Fields
                row={row}
                fields={document.fields}
                schema={schema}
                choices={row && queue.choices[row.locale]}
                onChange={props.onChange}
              />
            )}
            {panel === 'Findings' && (
              <Findings
                findings={findings}
                onShow={(finding) => {
                  if (view.current) goTo(placeFinding(view.current.state.doc, finding));
                }}
                onFix={(finding) => {
                  if (view.current) applyChange(view.current, fixOf(view.current.state.doc, finding));
                }}
                onDescribe={(finding, words) => {
                  const change = view.current && describePicture(view.current.state.doc, finding, words);
                  if (view.current) applyChange(view.current, change);
                }}
              />
            )}
            {panel === 'Comments' && (
              <Comments
                comments={document.comments}
                selected={selected}
                onAdd={addComment}
                onRemove={(id) => void removeComment(id)}
                onShow={({ place }) => goTo(place && text.source.toDocument(place.from))}
              />
            )}
            {panel === 'Translations' && row && (
              <Translations
                row={row}
                queue={queue}
                sections={document.sections}
                line={line}
                onOpen={props.onOpen}
              />
            )}
            {panel === 'History' && <History revisions={revisions} />}
          </section>
        )}
      </section>
      <section className="page" aria-label="Page">
        <Page
          path={row?.path ?? ''}
          title={title}
          build={build}
          caret={caret}
          onClick={(context) => {
            if (view.current) goTo(locate(lettersOf(view.current.state.doc.toString()), context));
          }}
        />
      </section>
      {linking && (
        <LinkSearch
          rows={queue.rows.filter(({ locale }) => locale === row?.locale)}
          onClose={() => setLinking(false)}
          onChoose={(target) => {
            // The editor cannot take the focus while the dialog is open.
            flushSync(() => setLinking(false));
            if (view.current) insert(view.current, `[${selected || target.title}](${target.path})`);
          }}
        />
      )}
      {isDirecting && (
        <DirectiveList
          onClose={() => setDirecting(false)}
          onChoose={(example) => {
            flushSync(() => setDirecting(false));
            if (view.current) insertBlock(view.current, example);
          }}
        />
      )}
      {picture && (
        <PictureText
          picture={picture.file}
          onClose={() => setPicture(null)}
          onChoose={(choice) => void insertPicture(choice)}
        />
      )}
    </>
  );
}

const SAVE_WORDS: Readonly<Record<SaveState['type'], string>> = {
  saved: 'Saved',
  saving: 'Saving…',
  failed: 'Not saved, trying again',
  overlap: 'Not saved',
};

/** Findings of the last build and of the last check, each once. */
function joinFindings(built: readonly Finding[], checked: readonly Finding[]): Finding[] {
  const keyOf = ({ code, line, column, message }: Finding) => JSON.stringify([code, line, column, message]);
  return [...new Map([...built, ...checked].map((finding) => [keyOf(finding), finding])).values()];
}

/** First and last line of the paragraph around an offset, from 1. */
function paragraphAt(text: string, offset: number): [number, number] {
  const lines = text.split('\n');
  const at = text.slice(0, offset).split('\n').length - 1;
  let [first, last] = [at, at];
  while (first > 0 && lines[first - 1]?.trim()) first--;
  while (last < lines.length - 1 && lines[last + 1]?.trim()) last++;
  return [first + 1, last + 1];
}

const placeOf = ({ source }: OpenText, { from, to }: { from: number; to: number }) => ({
  from: source.toFile(from),
  to: source.toFile(to),
});

/** Comments whose words have changed in the editor, with the place of their words now. */
function movedComments({ state }: EditorView, text: OpenText, comments: readonly Comment[]) {
  const moved: { id: string; place: { from: number; to: number } }[] = [];
  state.field(commentRanges).between(0, state.doc.length, (from, to, { spec }) => {
    const comment = comments.find(({ id }) => id === spec.id);
    const place = placeOf(text, { from, to });
    if (comment && to > from && text.source.text.slice(place.from, place.to) !== comment.quote)
      moved.push({ id: comment.id, place });
  });
  return moved;
}
