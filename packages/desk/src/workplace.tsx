/** Source and page of the open text, and what is done with it. */
import type { EditorView } from '@codemirror/view';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type FieldChange,
  type FieldSchema,
  type Finding,
  type OpenDocument,
  putValue,
  type Row,
  readChoices,
  readSchema,
} from './api.ts';
import { commentActions } from './comment-actions.ts';
import { DataForm } from './data-form.tsx';
import { DirectiveList, LinkSearch, OverlapDialog } from './dialogs.tsx';
import { Editor, moveCaret } from './editor.tsx';
import { Fields } from './fields.tsx';
import { headLength, toggleFields } from './fields-fold.ts';
import { applyChange, describePicture, fixOf, placeOf } from './findings.ts';
import { Gone } from './gone.tsx';
import { toDocument } from './line-ends.ts';
import { type Context, contextAt, lettersOf, locate } from './locate.ts';
import { EMPTY_TABLE, insert, insertBlock, insertFootnote, markLines, surround } from './marks.ts';
import { describeLength, findHeadings } from './measure.ts';
import type { OpenText, SaveState } from './open-text.ts';
import { Page } from './page.tsx';
import { Comments, Findings, History, Outline } from './panels.tsx';
import { Pictures } from './pictures.tsx';
import { stateLabel } from './queue.tsx';
import { changeTable, findTable } from './table.ts';
import { TextActions } from './text-actions.tsx';
import { type Mark, type Panel, Toolbar } from './toolbar.tsx';
import { Rewrite, sectionAt, Translations } from './translations.tsx';
import { useHistory } from './use-history.ts';
import { NO_CHOICES, type TextRow, useAnswer } from './use-rows.ts';

/** The part that a dialog is inserting. */
type Insertion = 'link' | 'directive' | { pictures: readonly File[]; at: number | null };

interface WorkplaceProps {
  text: OpenText;
  document: OpenDocument;
  /** null until it is known. */
  shown: TextRow | null;
  build: number;
  siteFindings: readonly Finding[];
  /** Who else writes in this text now; '' where nobody has said so. */
  writer: string;
  onChange(change: FieldChange): Promise<boolean>;
  onOpen(file: string): void;
  onError(error: unknown): void;
  onReview(): void;
  /** Shows what the next release changes. */
  onPublish(): void;
  onDeleted(): void;
}

/** The title of a text, or its file where it has none. */
export const titleOf = ({ fields, file }: Pick<OpenDocument, 'fields' | 'file'>): string =>
  typeof fields?.title === 'string' && fields.title !== '' ? fields.title : file;

/** The place of the caret: its line from 1, the selected words, and the letters around it. */
interface Caret {
  line: number;
  selected: string;
  context: Context | null;
  isInTable: boolean;
}

export function Workplace(props: WorkplaceProps) {
  const { text, document, shown, build, siteFindings } = props;
  const row = shown?.row;
  const [panel, setPanel] = useState<Panel | null>(isJson(document.file) ? 'Fields' : null);
  const saving = text.state;
  const [caret, setCaret] = useState<Caret>({ line: 1, selected: '', context: null, isInTable: false });
  const { comparison } = text;
  const [insertion, setInsertion] = useState<Insertion | null>(null);
  const view = useRef<EditorView | null>(null);
  const findings = useMemo(
    () => joinFindings(document.findings, siteFindings, document.file),
    [document, siteFindings],
  );
  const title = row?.title ?? titleOf(document);
  const areInText = text.isSaved && document.hash === text.hash;
  const onCaret = useCallback(({ state }: EditorView) => {
    const { main } = state.selection;
    setCaret({
      line: state.doc.lineAt(main.head).number,
      selected: state.sliceDoc(main.from, main.to),
      context: contextAt(lettersOf(state.doc.toString()), main.head),
      isInTable: findTable(state) !== null,
    });
  }, []);
  const locale = row?.locale ?? document.file.split('/')[1] ?? '';
  const length = useMemo(
    () => describeLength(document.text.slice(headLength(document.text)), locale),
    [document.text, locale],
  );
  const onMark = (mark: Mark) => {
    if (mark === 'Link') setInsertion('link');
    else if (mark === 'Directive') setInsertion('directive');
    else if (mark === 'Library') setInsertion({ pictures: [], at: null });
    else if (view.current) writeMark(view.current, mark);
  };
  return (
    <>
      <section className="source" aria-label={title}>
        <Head title={title} row={row} writer={props.writer} saving={saving} length={length}>
          {row && <TextActions {...props} row={row} onOwn={(work) => text.asOwn(work)} />}
        </Head>
        <Toolbar
          isData={isJson(document.file)}
          panel={panel}
          counts={{ Findings: findings.length, Comments: document.comments.length }}
          isInTable={caret.isInTable}
          onPanel={(name) => setPanel(panel === name ? null : name)}
          onMark={onMark}
          onTable={(step) => view.current && changeTable(view.current, step)}
          onPictures={(pictures) => setInsertion({ pictures, at: null })}
          onReview={row?.isGenerated ? props.onReview : null}
        />
        {comparison && <Comparison text={text} comparison={comparison} />}
        {saving.type === 'gone' && <Gone text={text} onError={props.onError} />}
        {saving.type === 'conflict' && (
          <OverlapDialog merge={saving.merge} onResolve={(chosen) => void text.resolve(chosen)} />
        )}
        <Editor
          text={text}
          title={title}
          locale={locale}
          findings={findings}
          comments={areInText ? document.comments : null}
          original={comparison?.isShown ? comparison.before : null}
          onView={(next) => {
            view.current = next;
          }}
          onCaret={onCaret}
          onLink={() => setInsertion('link')}
          onPictures={(pictures, at) => setInsertion({ pictures, at })}
          onLost={(count) => props.onError(new Error(describeLost(count)))}
          onError={props.onError}
        />
        <PanelOf {...props} panel={panel} findings={findings} caret={caret} view={view} />
      </section>
      <section className="page" aria-label="Page">
        {shown && (
          <Page
            path={row?.path ?? ''}
            title={title}
            build={build}
            caret={caret.context}
            onClick={(context) => goTo(view.current, (doc) => locate(lettersOf(doc.toString()), context))}
          />
        )}
      </section>
      <Insert
        insertion={insertion}
        locale={row?.locale ?? document.file.split('/')[1] ?? ''}
        selected={caret.selected}
        // The editor cannot take the focus while the dialog is open.
        onClose={() => flushSync(() => setInsertion(null))}
        onChoose={(write) => view.current && write(view.current)}
      />
    </>
  );
}

const describeLost = (count: number) =>
  `${count === 1 ? 'A picture' : `${count} pictures`} of the pasted text is left out: add it with “Picture”.`;

const LINE_MARKS = { Heading: '## ', List: '- ', Quote: '> ' } as const;

function writeMark(view: EditorView, mark: Exclude<Mark, 'Link' | 'Directive' | 'Library'>): void {
  if (mark === 'Bold') surround(view, '**');
  else if (mark === 'Italic') surround(view, '*');
  else if (mark === 'Footnote') insertFootnote(view);
  else if (mark === 'Table') insertBlock(view, EMPTY_TABLE);
  else markLines(view, LINE_MARKS[mark]);
}

const SAVE_WORDS: Readonly<Record<SaveState['type'], string>> = {
  clean: 'Saved',
  saving: 'Saving…',
  failed: 'Not saved, trying again',
  conflict: 'Not saved',
  gone: 'Not saved',
};

interface HeadProps {
  title: string;
  row: Row | undefined;
  writer: string;
  saving: SaveState;
  /** Its words and minutes. */
  length: string;
  /** What is done with the whole text. */
  children: ReactNode;
}

function Head({ title, row, writer, saving, length, children }: HeadProps) {
  return (
    <div className="bar">
      <strong className="name">{title}</strong>
      {row && <span className={`state ${row.state}`}>{stateLabel(row)}</span>}
      {row?.stops && <span className="state error">stops the release: {row.stops}</span>}
      {writer && <span className="state warning">{writer} writes in it too</span>}
      <span role="status" className="quiet">
        {SAVE_WORDS[saving.type]}
        {saving.type === 'failed' && `: ${saving.message}`}
      </span>
      <span className="quiet">{length}</span>
      {children}
    </div>
  );
}

interface ComparisonProps {
  text: OpenText;
  comparison: NonNullable<OpenText['comparison']>;
}

function Comparison({ text, comparison }: ComparisonProps) {
  return (
    <div className="bar">
      <span role="status">
        {comparison.isOwn ? 'Compare the new text.' : 'Others have changed this text.'}
      </span>
      <button
        type="button"
        aria-pressed={comparison.isShown}
        onClick={() => text.compare({ ...comparison, isShown: !comparison.isShown })}
      >
        Show the changes
      </button>
      <button type="button" onClick={() => text.compare(null)}>
        Keep them all
      </button>
    </div>
  );
}

interface PanelProps extends WorkplaceProps {
  panel: Panel | null;
  findings: readonly Finding[];
  caret: Caret;
  view: { readonly current: EditorView | null };
}

const NO_SCHEMA: FieldSchema = {};

/** A file of words that is no page. Categories may be YAML, which is written as text. */
const isJson = (file: string) => file.endsWith('.json');

function PanelOf({ panel, findings, caret, view, ...props }: PanelProps) {
  const { text, document, shown, onError } = props;
  const row = shown?.row;
  const isForm = panel === 'Fields';
  const choices = useAnswer(isForm ? (row?.locale ?? '') : '', readChoices, NO_CHOICES);
  const schema = useAnswer(isForm ? document.file : '', readSchema, NO_SCHEMA);
  const comments = commentActions({ text, view, onError });
  const revisions = useHistory(panel === 'History' ? view.current : null, text, caret.line, onError);
  const isData = isJson(document.file);
  const section = document.sections[sectionAt(document.sections, caret.line)];
  if (!panel) return null;
  const fix = (find: (doc: EditorView['state']['doc']) => Parameters<typeof applyChange>[1]) => {
    if (view.current) applyChange(view.current, find(view.current.state.doc));
  };
  return (
    <section className="panel" aria-label={panel}>
      {isForm && isData && (
        <DataForm
          schema={schema}
          text={document.text}
          onPut={(path, value) =>
            text
              .asOwn(() => putValue(text.file, path, value))
              .then(
                () => true,
                (error: unknown) => {
                  onError(error);
                  return false;
                },
              )
          }
        />
      )}
      {isForm && !isData && (
        <Fields
          row={row}
          fields={document.fields}
          schema={schema.properties ?? {}}
          choices={choices}
          onChange={props.onChange}
          onSource={() => view.current && toggleFields(view.current)}
          onError={onError}
        />
      )}
      {panel === 'Findings' && (
        <Findings
          findings={findings}
          onShow={(finding) => goTo(view.current, (doc) => placeOf(doc, finding))}
          onFix={(finding) => fix((doc) => fixOf(doc, finding))}
          onDescribe={(finding, words) => fix((doc) => describePicture(doc, finding, words))}
        />
      )}
      {panel === 'Comments' && (
        <Comments
          comments={document.comments}
          selected={caret.selected}
          onAdd={comments.add}
          onRemove={(id) => void comments.remove(id)}
          onAccept={(comment) => void comments.accept(comment)}
          onShow={({ place }) => goTo(view.current, () => place && toDocument(text.editor, place.from))}
        />
      )}
      {panel === 'Translations' && row && (
        <Translations
          row={row}
          others={shown?.others ?? []}
          sections={document.sections}
          line={caret.line}
          onOpen={props.onOpen}
        />
      )}
      {panel === 'Rewrite' && section && (
        <Rewrite
          key={section.number}
          file={document.file}
          section={section}
          onWrite={(work) => text.asOwn(work, true)}
        />
      )}
      {panel === 'Outline' && view.current && (
        <Outline headings={findHeadings(view.current.state)} onShow={(at) => goTo(view.current, () => at)} />
      )}
      {panel === 'History' && <History revisions={revisions} />}
    </section>
  );
}

interface InsertProps {
  insertion: Insertion | null;
  locale: string;
  selected: string;
  onClose(): void;
  /** Gets what writes the choice into the editor. */
  onChoose(write: (view: EditorView) => void): void;
}

function Insert({ insertion, locale, selected, onClose, onChoose }: InsertProps) {
  if (insertion === null) return null;
  const choose = (write: (view: EditorView) => void) => {
    onClose();
    onChoose(write);
  };
  if (insertion === 'link')
    return (
      <LinkSearch
        locale={locale}
        onClose={onClose}
        onChoose={({ title, path }) => choose((view) => insert(view, `[${selected || title}](${path})`))}
      />
    );
  if (insertion === 'directive')
    return (
      <DirectiveList onClose={onClose} onChoose={(example) => choose((view) => insertBlock(view, example))} />
    );
  const { pictures, at } = insertion;
  return (
    <Pictures
      files={pictures}
      onClose={onClose}
      onInsert={(blocks) =>
        choose((view) => insertBlock(view, blocks.join('\n\n'), at ?? view.state.selection.main.head))
      }
    />
  );
}

function goTo(
  view: EditorView | null,
  find: (doc: EditorView['state']['doc']) => number | null | undefined,
): void {
  const offset = view && find(view.state.doc);
  if (view && offset !== null && offset !== undefined) moveCaret(view, offset);
}

/** The findings of a file in the last build and in the last check, each once. */
function joinFindings(built: readonly Finding[], checked: readonly Finding[], file: string): Finding[] {
  const keyOf = ({ code, line, column, message }: Finding) => JSON.stringify([code, line, column, message]);
  const own = checked.filter((finding) => finding.file === file);
  return [...new Map([...built, ...own].map((finding) => [keyOf(finding), finding])).values()];
}
