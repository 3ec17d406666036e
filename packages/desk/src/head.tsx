/** What stands over a text and is written in place: its title, address and tags. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldChange, type OpenDocument, type Row, readChoices, runToEnd } from './api.ts';
import { NO_CHOICES, useAnswer } from './use-rows.ts';

/** Milliseconds without a key after which a title is written. */
const PAUSE = 400;

interface TitleProps {
  title: string;
  onWrite(title: string): Promise<unknown>;
  /** Enter was pressed. */
  onEnd(): void;
}

/** The title in a field. An empty one is not written. */
function Title({ title, onWrite, onEnd }: TitleProps) {
  /** What is typed and may not be written yet; null for nothing. */
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const write = async (words: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (words.trim() !== '' && words.trim() !== title) await onWrite(words.trim());
  };
  useEffect(() => {
    const warn = (event: Event) => timer.current !== undefined && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  return (
    <textarea
      className="name"
      aria-label="Title"
      rows={1}
      value={typed ?? title}
      onChange={({ target }) => {
        const value = target.value.replace(/\n/g, ' ');
        setTyped(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => void write(value), PAUSE);
      }}
      onBlur={() => typed !== null && void write(typed).then(() => setTyped(null))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onEnd();
      }}
    />
  );
}

interface AddressProps {
  row: Row;
  document: OpenDocument;
  /** The text itself changes the file. */
  onOwn<T>(work: () => Promise<T>): Promise<T>;
  onOpen(file: string): void;
  onError(error: unknown): void;
}

/** The address in a field: Enter moves the article there, and the old one leads readers to it. */
export function Address({ row: { path, file }, document, onOwn, onOpen, onError }: AddressProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // An old text may have another address than its title makes, and keeps it.
  const [known] = useState(document.slug);
  const move = async (to: string) => {
    setBusy(true);
    try {
      const moved = await onOwn(() => runToEnd<{ file: string }>({ command: 'move', file, to }));
      if (moved.file !== file) onOpen(moved.file);
    } catch (error) {
      onError(error);
    }
    setBusy(false);
    setTyped(null);
  };
  const suggested = document.slug !== known && document.slug !== document.fields?.slug && document.slug;
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== null && typed !== path) void move(typed);
      }}
    >
      <input
        aria-label="Address"
        title="Enter moves the article to another address, or to another file such as content/…/name.md"
        required
        disabled={isBusy}
        value={typed ?? path}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => setTyped(null)}
      />
      {suggested && (
        <button type="button" disabled={isBusy} onClick={() => void move(suggested)}>
          Use “{suggested}”
        </button>
      )}
    </form>
  );
}

interface TagsProps {
  tags: readonly string[];
  locale: string;
  onChange(change: FieldChange): Promise<boolean>;
}

/** The tags, and a field that adds one with Enter. */
function Tags({ tags, locale, onChange }: TagsProps) {
  /** Tags whose writing is under way. */
  const [own, setOwn] = useState<readonly string[] | null>(null);
  const [typed, setTyped] = useState('');
  const [isAsked, setAsked] = useState(false);
  const choices = useAnswer(isAsked ? locale : '', readChoices, NO_CHOICES).tags;
  const writing = useRef(0);
  const shown = own ?? tags;
  const write = async (next: readonly string[]) => {
    setOwn(next);
    writing.current++;
    await onChange(next.length > 0 ? { set: [{ field: 'tags', value: [...next] }] } : { unset: ['tags'] });
    if (--writing.current === 0) setOwn(null);
  };
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        const tag = typed.trim();
        setTyped('');
        if (tag !== '' && !shown.includes(tag)) void write([...shown, tag]);
      }}
    >
      {shown.map((tag) => (
        <span key={tag} className="tag">
          {tag}{' '}
          <button
            type="button"
            className="plain"
            aria-label={`Remove the tag ${tag}`}
            onClick={() => void write(shown.filter((one) => one !== tag))}
          >
            ✕
          </button>
        </span>
      ))}
      <input
        aria-label="Add a tag"
        placeholder="Add a tag"
        list="known-tags"
        value={typed}
        onFocus={() => setAsked(true)}
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id="known-tags">
        {choices.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </form>
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The tags of a text; null where they are no list of words, which the form of all fields shows. */
const tagsOf = ({ fields }: OpenDocument): string[] | null => {
  const tags = fields?.tags ?? [];
  return fields && Array.isArray(tags) && tags.every(isText) ? tags : null;
};

interface HeadProps extends Omit<AddressProps, 'row'> {
  title: string;
  row: Row | undefined;
  locale: string;
  onChange(change: FieldChange): Promise<boolean>;
  /** The words of the title are written, and those of the body follow. */
  onEnd(): void;
  /** Where the text is, and what is done with it. */
  children: ReactNode;
}

export function Head({ title, row, locale, onChange, onEnd, children, ...props }: HeadProps) {
  const { document } = props;
  const tags = tagsOf(document);
  return (
    <>
      <div className="bar">
        {isText(document.fields?.title) ? (
          <Title
            title={document.fields.title}
            onWrite={(value) => onChange({ set: [{ field: 'title', value }] })}
            onEnd={onEnd}
          />
        ) : (
          <strong className="name">{title}</strong>
        )}
        {children}
      </div>
      {row?.type === 'article' && row.state !== 'deleted' && document.fields && (
        <div className="bar about">
          <Address {...props} row={row} />
          {tags && <Tags tags={tags} locale={locale} onChange={onChange} />}
        </div>
      )}
    </>
  );
}
