/** Source and page of the open text, and what is done with it. */
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { parseLocale } from '../../../src/locales/codes.ts';
import {
  type FieldChange,
  type FieldSchema,
  type Finding,
  type OpenDocument,
  putValue,
  readChoices,
  readSchema,
} from './api.ts';
import { commentActions } from './comment-actions.ts';
import { DataForm } from './data-form.tsx';
import { DirectiveList, LinkSearch } from './dialogs.tsx';
import { moveCaret } from './editor.tsx';
import { Fields } from './fields.tsx';
import { headLength, toggleFields } from './fields-fold.ts';
import { applyChange, describePicture, fixOf, moveFindings, placeOf } from './findings.ts';
import { Address, Head } from './head.tsx';
import { toDocument } from './line-ends.ts';
import { findClicked, type Place, placeAt } from './locate.ts';
import { insert, insertBlock, insertFootnote, insertTable, markLines, surround } from './marks.ts';
import { describeLength, findHeadings } from './measure.ts';
import type { OpenText } from './open-text.ts';
import { Page } from './page.tsx';
import { Comments, Findings, History, Outline } from './panels.tsx';
import { Pictures } from './pictures.tsx';
import { stateLabel } from './queue.tsx';
import { changeTable, findTable } from './table.ts';
import { TextActions } from './text-actions.tsx';
import { Saving, TextPane } from './text-pane.tsx';
import { type Mark, type Panel, Toolbar } from './toolbar.tsx';
import { Beside, Rewrite, sectionAt, Translations } from './translations.tsx';
import { useHistory } from './use-history.ts';
import { NO_CHOICES, type TextRow, useAnswer } from './use-rows.ts';

/** The part that a dialog is inserting, and the source that gets it. */
type Insertion = { view: EditorView } & (
  | { part: 'link' | 'directive' }
  | { part: 'pictures'; pictures: readonly File[]; at: number }
);

interface WorkplaceProps {
  text: OpenText;
  document: OpenDocument;
  /** null until it is known. */
  shown: TextRow | null;
  /** The translation that is shown in place of the page. */
  beside: OpenText | null;
  /** The languages of the site. */
  locales: readonly string[];
  build: number;
  siteFindings: readonly Finding[];
  /** Who else writes in this text now; '' where nobody has said so. */
  writer: string;
  onChange(change: FieldChange): Promise<boolean>;
  onOpen(file: string): void;
  /** Shows a translation in place of the page; '' for the page. */
  onBeside(file: string): void;
  onError(error: unknown): void;
  onReview(): void;
  /** Shows what the next release changes. */
  onPublish(): void;
  onDeleted(): void;
}

/** The ledger belongs to no edition. */
const localeOf = (file: string) => parseLocale(file.split('/')[1] ?? '') ?? 'en_US';

/** The title of a text, or its file where it has none. */
export const titleOf = ({ fields, file }: Pick<OpenDocument, 'fields' | 'file'>): string =>
  typeof fields?.title === 'string' && fields.title !== '' ? fields.title : file;

/** The caret: its line from 1, the selected words, and its place for the page. */
interface Caret {
  line: number;
  selected: string;
  place: Place | null;
  isInTable: boolean;
}

const NO_CARET: Caret = { line: 1, selected: '', place: null, isInTable: false };

function readCaret(state: EditorState): Caret {
  const { main } = state.selection;
  return {
    line: state.doc.lineAt(main.head).number,
    selected: state.sliceDoc(main.from, main.to),
    place: placeAt(state.doc, main.head),
    isInTable: findTable(state) !== null,
  };
}

export function Workplace(props: WorkplaceProps) {
  const { text, document, shown, beside, build, siteFindings } = props;
  const row = shown?.row;
  const [panel, setPanel] = useState<Panel | null>(isDataFile(document.file) ? 'Fields' : null);
  const [caret, setCaret] = useState(NO_CARET);
  const [insertion, setInsertion] = useState<Insertion | null>(null);
  const view = useRef<EditorView | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text as it was when these findings came
  const checked = useMemo(() => text.text, [text, siteFindings]);
  const findings = useMemo(() => {
    const own = siteFindings.filter(({ file }) => file === document.file);
    return joinFindings(document.findings, moveFindings(own, checked, document.text));
  }, [document, siteFindings, checked]);
  const title = row?.title ?? titleOf(document);
  const areInText = text.isSaved && document.hash === text.hash;
  const locale = localeOf(document.file);
  const length = useMemo(
    () => describeLength(document.text.slice(headLength(document.text)), locale),
    [document.text, locale],
  );
  const onOwn = <T,>(work: () => Promise<T>) => text.asOwn(work);
  const addPictures = (pictures: readonly File[], into: EditorView, at: number) =>
    setInsertion({ part: 'pictures', view: into, pictures, at });
  /** What both sources do. */
  const editing = {
    onLink: (into: EditorView) => setInsertion({ part: 'link', view: into }),
    onPictures: addPictures,
    onLost: (count: number) => props.onError(new Error(describeLost(count))),
    onError: props.onError,
  };
  const inView = (work: (shown: EditorView) => void) => view.current && work(view.current);
  const onMark = (mark: Mark) =>
    inView((into) => {
      if (mark === 'Link' || mark === 'Directive')
        setInsertion({ part: mark === 'Link' ? 'link' : 'directive', view: into });
      else if (mark === 'Library') addPictures([], into, into.state.selection.main.head);
      else writeMark(into, mark);
    });
  return (
    <>
      <section className="source" aria-label={title}>
        <Head {...props} {...{ title, row, locale, onOwn }} onEnd={() => view.current?.focus()}>
          {row && <span className={`state ${row.state}`}>{stateLabel(row)}</span>}
          {row?.stops && <span className="state error">stops the release: {row.stops}</span>}
          {props.writer && <span className="state warning">{props.writer} writes in it too</span>}
          <Saving state={text.state} />
          <span className="quiet">{length}</span>
          {row && <TextActions {...props} row={row} onOwn={onOwn} />}
        </Head>
        <Toolbar
          isData={isDataFile(document.file)}
          panel={panel}
          counts={{ Findings: findings.length, Comments: document.comments.length }}
          isInTable={caret.isInTable}
          onPanel={(name) => setPanel(panel === name ? null : name)}
          onMark={onMark}
          onTable={(step) => inView((into) => changeTable(into, step))}
          onPictures={(pictures) =>
            inView((into) => addPictures(pictures, into, into.state.selection.main.head))
          }
          onReview={row?.isGenerated ? props.onReview : null}
        />
        <TextPane
          {...{ text, title, locale, findings, ...editing }}
          onCaret={({ state }) => setCaret(readCaret(state))}
          comments={areInText ? document.comments : null}
          onView={(next) => {
            view.current = next;
          }}
        />
        <PanelOf {...props} panel={panel} findings={findings} caret={caret} view={view} />
      </section>
      {beside ? (
        <Beside
          key={beside.id}
          text={beside}
          title={titleOf(beside.document)}
          locale={localeOf(beside.file)}
          section={sectionAt(document.sections, caret.line)}
          onClose={() => props.onBeside('')}
          {...editing}
        />
      ) : (
        <section className="page" aria-label="Page">
          {shown && (
            <Page
              path={row?.path ?? ''}
              title={title}
              isKnown={row !== undefined}
              build={build}
              caret={caret.place}
              onClick={(click) => goTo(view.current, (doc) => findClicked(doc, click))}
            />
          )}
        </section>
      )}
      {insertion && (
        <Insert
          insertion={insertion}
          locale={insertion.view === view.current || !beside ? locale : localeOf(beside.file)}
          // The editor cannot take the focus while the dialog is open.
          onClose={() => flushSync(() => setInsertion(null))}
        />
      )}
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
  else if (mark === 'Table') insertTable(view);
  else markLines(view, LINE_MARKS[mark]);
}

interface PanelProps extends WorkplaceProps {
  panel: Panel | null;
  findings: readonly Finding[];
  caret: Caret;
  view: { readonly current: EditorView | null };
}

const NO_SCHEMA: FieldSchema = {};

/** A file that is no page. */
const isDataFile = (file: string) => !file.endsWith('.md');

function PanelOf({ panel, findings, caret, view, ...props }: PanelProps) {
  const { text, document, shown, onError } = props;
  const row = shown?.row;
  const isForm = panel === 'Fields';
  // A build may know other fields and values.
  const asked = isForm ? `${props.build} ${document.file}` : '';
  const choices = useAnswer(asked, () => readChoices(localeOf(document.file)), NO_CHOICES);
  const schema = useAnswer(asked, () => readSchema(document.file), NO_SCHEMA);
  const comments = commentActions({ text, view, onError });
  const revisions = useHistory(panel === 'History' ? view.current : null, text, caret.line, onError);
  const isData = isDataFile(document.file);
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
          data={document.data}
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
        >
          {row?.type === 'article' && <Address {...props} row={row} onOwn={(work) => text.asOwn(work)} />}
        </Fields>
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
          section={sectionAt(document.sections, caret.line)}
          {...props}
          onError={onError}
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
  insertion: Insertion;
  locale: string;
  onClose(): void;
}

function Insert({ insertion, locale, onClose }: InsertProps) {
  const { view } = insertion;
  const choose = (write: () => void) => {
    onClose();
    write();
  };
  if (insertion.part === 'pictures')
    return (
      <Pictures
        files={insertion.pictures}
        onClose={onClose}
        onInsert={(blocks) => choose(() => insertBlock(view, blocks.join('\n\n'), insertion.at))}
      />
    );
  if (insertion.part === 'directive')
    return (
      <DirectiveList onClose={onClose} onChoose={(example) => choose(() => insertBlock(view, example))} />
    );
  const { from, to } = view.state.selection.main;
  return (
    <LinkSearch
      locale={locale}
      onClose={onClose}
      onChoose={({ title, path }) =>
        choose(() => insert(view, `[${view.state.sliceDoc(from, to) || title}](${path})`))
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
function joinFindings(built: readonly Finding[], checked: readonly Finding[]): Finding[] {
  const keyOf = ({ code, line, column, message }: Finding) => JSON.stringify([code, line, column, message]);
  return [...new Map([...built, ...checked].map((finding) => [keyOf(finding), finding])).values()];
}
