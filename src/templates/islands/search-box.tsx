/** Renders the search box and its results (B36-B39). Without JavaScript the form opens the sitemap page. */
import {
  type FormEvent,
  Fragment,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { fillText, inBrackets } from '../../locales/locale-format.ts';
import type { FoundArticle } from '../../search/passage.ts';
import type { ResultGroup, SearchAnswer } from '../../search/searcher.ts';
import type { TextFilter } from '../../search/text-searcher.ts';
import type { SearchProps } from './island-props.ts';

/** The result of a search in the texts of articles. */
export interface FoundTexts {
  articles: FoundArticle[];
  /** Number of all articles that were found. */
  found: number;
  /** True if parts of the index could not be read. */
  lost: boolean;
  /** The filters for articles; null where the session does not ask for it. */
  filters: { kind: string; title: string; labels: string[] }[] | null;
}

export interface SearchState {
  phase: 'closed' | 'loading' | 'answered' | 'failed';
  /** The last answer, kept until the next one arrives. */
  answer: SearchAnswer | null;
  /** The same for texts, which are answered later. Null where they are not searched. */
  texts: FoundTexts | null;
}

export const CLOSED: SearchState = { phase: 'closed', answer: null, texts: null };

/** The search session of the box: its state, and the requests that the box makes. */
export interface SearchSession {
  /** Returns the same object until the state changes. */
  state(): SearchState;
  /** @returns the function that unsubscribes */
  subscribe(listener: () => void): () => void;
  /** Loads the index before the first query. */
  warmUp(): void;
  /** Reports the current text of the input. */
  type(text: string): void;
  /** Chooses which articles the texts are searched of. */
  choose(filter: TextFilter): void;
  /** Shows more results of the same query. */
  more(): void;
  /** Hides the results; `reopen` shows them again. */
  close(): void;
  reopen(): void;
}

/** The state on the server, which has no session: the box is closed. */
export const IDLE: SearchSession = {
  state: () => CLOSED,
  subscribe: () => () => undefined,
  warmUp() {},
  type() {},
  choose() {},
  more() {},
  close() {},
  reopen() {},
};

const SEARCH_INPUT_ID = 'site-search';
const SEARCH_RESULTS_ID = 'search-results';

export function Search({ session = IDLE, ...props }: SearchProps & { session?: SearchSession }) {
  const { labels, action } = props;
  const state = useSyncExternalStore(session.subscribe, session.state, IDLE.state);
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** The result that gets the focus once it is shown. */
  const awaited = useRef<number | null>(null);
  const links = () => [...(box.current?.querySelectorAll<HTMLElement>('section a') ?? [])];

  useSession(session, box, input);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state may bring the awaited result
  useEffect(() => {
    if (awaited.current === null) return;
    links()[awaited.current]?.focus();
    awaited.current = null;
  }, [state]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.phase === 'failed') session.type(input.current?.value ?? '');
    else if (state.phase === 'closed') session.reopen();
    else links()[0]?.focus();
  };
  const showMore = () => {
    awaited.current = links().length;
    session.more();
  };
  const moveFocus = (event: KeyboardEvent) => {
    const step = { Escape: 0, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.nativeEvent.isComposing) return;
    if (state.phase === 'closed') return step === 0 ? undefined : session.reopen();
    if (step !== 0) return focusNext(event, [input.current, ...links()], step);
    event.preventDefault();
    input.current?.focus();
    session.close();
  };
  return (
    <search className="search" ref={box} onKeyDown={moveFocus}>
      <form className="search-form" method="get" action={action} onSubmit={submit}>
        <label className="visually-hidden" htmlFor={SEARCH_INPUT_ID}>
          {props.texts?.label ?? labels.label}
        </label>
        <input
          className="search-input"
          id={SEARCH_INPUT_ID}
          type="search"
          name="q"
          placeholder={labels.placeholder}
          autoComplete="off"
          aria-keyshortcuts="Control+K"
          enterKeyHint="search"
          spellCheck={false}
          ref={input}
          onInput={({ currentTarget }) => session.type(currentTarget.value)}
          onFocus={() => {
            session.warmUp();
            session.reopen();
          }}
        />
        <button className="search-submit" type="submit" aria-label={labels.submit}>
          <span className="search-icon" aria-hidden="true" />
        </button>
      </form>
      <section
        className="search-results"
        id={SEARCH_RESULTS_ID}
        aria-label={labels.resultsLabel}
        hidden={state.phase === 'closed'}
        data-failed={labels.failed}
        data-sitemap={labels.sitemap}
        data-url={props.sitemap}
      >
        <Results {...props} state={state} query={input.current?.value ?? ''} onMore={showMore} />
      </section>
      <p className="visually-hidden" role="status">
        {describeState(state, props)}
      </p>
    </search>
  );
}

/** Takes over what the reader typed before this script ran, and closes the box where the reader goes elsewhere. */
function useSession(
  session: SearchSession,
  box: RefObject<HTMLElement | null>,
  input: RefObject<HTMLInputElement | null>,
): void {
  useEffect(() => {
    if (document.activeElement === input.current) session.warmUp();
    if (input.current?.value) session.type(input.current.value);
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) session.close();
    };
    addEventListener('pointerdown', closeOutside);
    addEventListener('focusin', closeOutside);
    return () => {
      removeEventListener('pointerdown', closeOutside);
      removeEventListener('focusin', closeOutside);
    };
  }, [session, box, input]);
}

function focusNext(event: KeyboardEvent, stops: readonly (Element | null)[], step: number): void {
  const at = stops.indexOf(document.activeElement);
  const next = stops[at + step];
  if (at < 0 || !(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

interface ResultsProps extends SearchProps {
  state: SearchState;
  query: string;
  onMore(): void;
}

function Results({ state, labels, action, texts, sitemap = action, page, query, onMore }: ResultsProps) {
  const { answer } = state;
  if (state.phase === 'closed') return null;
  const articles = listNew(state);
  const found = texts && articles.length > 0 && (
    <>
      <h2 id="search-texts">{texts.heading}</h2>
      <ArticleResults articles={articles} labelledBy="search-texts" />
    </>
  );
  if (state.phase === 'failed') {
    // client/islands.ts shows the same text if this script cannot be loaded.
    return (
      <>
        <p className="search-note">
          {labels.failed} <a href={sitemap}>{labels.sitemap}</a>
        </p>
        {found}
      </>
    );
  }
  if (!answer || (answer.shown === 0 && !found)) {
    return <p className="search-note">{describeNone(state, labels, texts)}</p>;
  }
  return (
    <>
      <Groups answer={answer} labels={labels} texts={state.texts} />
      {!answer.complete && (
        <button className="search-more" type="button" onClick={onMore}>
          {labels.more}
        </button>
      )}
      {found}
      {texts && state.texts?.lost && <p className="search-note">{texts.lost}</p>}
      {texts && (
        <a className="search-all" href={`${page}?q=${encodeURIComponent(query)}`}>
          {texts.all}
        </a>
      )}
    </>
  );
}

/** The articles that are not among the titles. */
export function listNew({ answer, texts }: SearchState): FoundArticle[] {
  const shown = new Set(answer?.groups.flatMap(({ results }) => results.map(({ url }) => url)));
  return (texts?.articles ?? []).filter(({ url }) => !shown.has(url));
}

/** The text in place of results: what was not found, or that the search still runs. */
export function describeNone(
  { answer, texts: found }: SearchState,
  labels: SearchProps['labels'],
  texts: SearchProps['texts'] | undefined,
): string {
  if (!answer || (texts && !found)) return labels.loading;
  if (!texts) return labels.none;
  // Where a part is missing, nobody knows that no article has the words.
  return found?.lost ? texts.lost : texts.none;
}

/** The titles that were found, each article once, in the first of its groups. */
export function Groups({
  answer,
  labels,
  texts,
}: {
  answer: SearchAnswer;
  labels: SearchProps['labels'];
  texts: FoundTexts | null;
}) {
  const known = new Map(texts?.articles.map((article) => [article.url, article]));
  return showOnce(answer.groups).map(({ label, results }, index) => {
    const id = `search-group-${index}`;
    return (
      <Fragment key={label}>
        <h2 id={id}>{label}</h2>
        <ul className="search-articles" aria-labelledby={id}>
          {results.map(({ url, title, sections }) => (
            <Row
              key={url}
              {...{ url, title, newTab: labels.newTab, passage: known.get(url)?.passage ?? null }}
              about={sections.length > 1 ? sections.join(' · ') : (known.get(url)?.about ?? '')}
            />
          ))}
        </ul>
      </Fragment>
    );
  });
}

interface PlacedResult extends Pick<ResultGroup['results'][number], 'url' | 'title'> {
  /** Labels of all groups of the article. */
  sections: string[];
}

/** An article of several groups stays in the first of them, and names all. Groups without others are left out. */
function showOnce(groups: readonly ResultGroup[]): { label: string; results: PlacedResult[] }[] {
  const placed = new Map<string, PlacedResult>();
  return groups.flatMap(({ label, results }) => {
    const first: PlacedResult[] = [];
    for (const { url, title } of results) {
      const earlier = placed.get(url);
      if (earlier) earlier.sections.push(label);
      else first.push({ url, title, sections: [label] });
    }
    for (const result of first) placed.set(result.url, result);
    return first.length > 0 ? [{ label, results: first }] : [];
  });
}

/** Articles with the passages that were found, and links to the headings above them. */
export function ArticleResults({
  articles,
  labelledBy,
}: {
  articles: readonly FoundArticle[];
  labelledBy: string;
}) {
  return (
    <ol className="search-articles" aria-labelledby={labelledBy}>
      {articles.map(({ url, title, about, passage }) => (
        <Row key={url} {...{ url, title, about, passage }} />
      ))}
    </ol>
  );
}

/** @param props.newTab words that say that the link opens a new tab; without them it does not */
function Row({
  url,
  title,
  about,
  passage,
  newTab,
}: Pick<FoundArticle, 'url' | 'title' | 'about' | 'passage'> & { newTab?: string }) {
  return (
    <li>
      <a href={url} {...(newTab !== undefined && { target: '_blank', rel: 'noopener' })}>
        {title}
        {newTab !== undefined && <span className="visually-hidden">{inBrackets(newTab)}</span>}
      </a>
      {about.length > 0 && <p className="search-about">{about}</p>}
      {passage && (
        <p className="search-passage">
          {passage.parts.map(({ text, isMatch }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
            isMatch ? <mark key={index}>{text}</mark> : text,
          )}
        </p>
      )}
      {passage?.heading && (
        <a className="search-heading" href={`${url}#${encodeURIComponent(passage.heading.id)}`}>
          § {passage.heading.title}
        </a>
      )}
    </li>
  );
}

/** Returns the text of the status message; '' if nothing is new. */
export function describeState(state: SearchState, { labels, texts, language }: SearchProps): string {
  const { answer } = state;
  if (state.phase === 'failed') return labels.failed;
  if (state.phase !== 'answered' || !answer || (texts && !state.texts)) return '';
  const shown = answer.articles + listNew(state).length;
  if (shown === 0) return describeNone(state, labels, texts);
  const text = labels.results[new Intl.PluralRules(language).select(shown)] ?? labels.results.other;
  const count = new Intl.NumberFormat(language).format(shown);
  const isAll = answer.complete && (state.texts?.found ?? 0) <= (state.texts?.articles.length ?? 0);
  return fillText(text, { count: isAll ? count : `${count}+` });
}
