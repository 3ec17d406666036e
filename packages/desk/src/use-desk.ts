/** Holds the state of the desk: what the site has, the open texts and the last build. The events of the server keep it up to date. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  changeFields,
  type FieldChange,
  findWords,
  messageOf,
  type OpenDocument,
  type QueuePage,
  readDocument,
  readRows,
  readSchedule,
  replaceWords,
  restoreText,
  undoChange,
} from './api.ts';
import { OpenText } from './open-text.ts';

/** Milliseconds without a build after which the rows in view are read again. The list of a large site takes a moment. */
const QUIET = 1500;

const addressed = (): string => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    // A percent sign that begins no code.
    return location.hash.slice(1);
  }
};

export function useDesk() {
  const [site, setSite] = useState<QueuePage | null>(null);
  /** Grows when rows may have changed. Whoever shows rows asks for them again. */
  const [version, setVersion] = useState(0);
  const [open, setOpen] = useState<OpenText | null>(null);
  /** A translation of the open text that is shown beside it. */
  const [beside, setBeside] = useState<OpenText | null>(null);
  const [build, setBuild] = useState(0);
  const [notice, setNotice] = useState('');
  const report = useCallback((error: unknown) => setNotice(messageOf(error)), []);
  const refresh = useCallback(async () => {
    try {
      setSite(await readRows({ count: 0 }));
      setVersion((count) => count + 1);
    } catch (error) {
      report(error);
    }
  }, [report]);
  const current = useRef(open);
  current.current = open;
  const { texts, find, take, drop, wanted, address } = useTexts();
  const show = useCallback(
    async (file: string) => {
      wanted.current = file;
      try {
        const text = await find(file);
        if (wanted.current !== file) return;
        setOpen(take(text, null));
        setBeside(null);
        setBuild(0);
        address(file);
      } catch (error) {
        if (wanted.current === file) wanted.current = current.current?.file ?? '';
        report(error);
      }
    },
    [report, find, take, wanted, address],
  );
  /** @param file '' to close what is shown beside */
  const showBeside = async (file: string) => {
    const { current: main } = wanted;
    try {
      const text = file === '' || file === main ? null : await find(file);
      if (wanted.current === main) setBeside(text && take(text, open));
    } catch (error) {
      report(error);
    }
  };
  useEffect(() => {
    void refresh();
  }, [refresh]);
  useAddress(show, wanted, texts);
  const onBuild = useCallback(() => {
    // The page is asked for before what stands beside it.
    flushSync(() => setBuild((count) => count + 1));
    for (const text of texts.current) void text.reload();
  }, [texts]);
  useSite(onBuild, refresh);

  const changes = useChanges(texts, refresh, report);
  /** Drops a text that is deleted. */
  const forget = async (file: string) => {
    drop(file);
    setOpen(null);
    setBeside(null);
    await refresh();
  };
  const restore = async (file: string) => {
    try {
      await restoreText(file);
      await refresh();
      await show(file);
    } catch (error) {
      report(error);
    }
  };
  /** Other texts whose files lack something. */
  const waiting = texts.current.filter((text) => text.isWaiting && text !== open && text !== beside);
  const flush = async () => {
    for (const text of texts.current) await text.flush();
  };
  return {
    ...{ site, version, open, beside, waiting, build, notice, setNotice, report, refresh, show, showBeside },
    ...{ ...changes, forget, restore, flush },
  };
}

/** Changes fields, and takes the last change of several texts back. */
function useChanges(
  texts: { readonly current: readonly OpenText[] },
  refresh: () => Promise<void>,
  report: (error: unknown) => void,
) {
  const [undoable, setUndoable] = useState<{ id: string; files: readonly string[] } | null>(null);
  /** Changes files by a request, and shows what they have then. @returns whether all have changed; else none has */
  const write = async (
    files: readonly string[],
    work: () => Promise<unknown>,
    onError: (error: unknown) => void = report,
  ) => {
    try {
      await writeTexts(
        texts.current.filter(({ file }) => files.includes(file)),
        work,
      );
      return true;
    } catch (error) {
      onError(error);
      return false;
    } finally {
      await refresh();
    }
  };
  const change = (files: readonly string[], changes: FieldChange, onError?: (error: unknown) => void) =>
    write(
      files,
      async () => {
        const { undo } = await changeFields(files, changes);
        setUndoable(files.length > 1 ? { id: undo, files } : null);
      },
      onError,
    );
  /** Finds what is typed, too. */
  const find = async (words: string, locale: string) => {
    for (const text of texts.current) await text.flush();
    return findWords(words, locale);
  };
  const replace = (words: string, locale: string, by: string) =>
    write(
      texts.current.map(({ file }) => file),
      async () => {
        const { undo, versions } = await replaceWords(words, locale, by);
        setUndoable({ id: undo, files: versions.map(({ file }) => file) });
      },
    );
  const undo = async () => {
    if (!undoable) return;
    setUndoable(null);
    await write(undoable.files, () => undoChange(undoable.id));
  };
  return {
    change,
    find,
    replace,
    undo,
    undoable: undoable?.files.length ?? 0,
    keep: () => setUndoable(null),
  };
}

/** The texts that the desk holds, and the file that the address names. */
function useTexts() {
  const [, setChange] = useState(0);
  /** The texts that are shown, and those that wait for their file. */
  const texts = useRef<OpenText[]>([]);
  /** The file that was asked for last. It is known before its text is shown. */
  const wanted = useRef('');
  const address = useCallback((file: string) => {
    wanted.current = file;
    location.hash = encodeURIComponent(file);
  }, []);
  const create = useCallback(
    (document: OpenDocument): OpenText => {
      let { file } = document;
      const text = new OpenText(document, () => {
        // A file that has another name now keeps its place on the screen.
        if (text.file !== file && wanted.current === file) address(text.file);
        file = text.file;
        setChange((count) => count + 1);
      });
      return text;
    },
    [address],
  );
  /** The one text of a file, which may wait since it was shown last. */
  const find = useCallback(
    async (file: string): Promise<OpenText> => {
      const known = texts.current.find((text) => text.file === file);
      void known?.reload();
      return known ?? create(await readDocument(file));
    },
    [create],
  );
  /** Holds a text that is shown, and those that wait. @param other that is shown too */
  const take = useCallback((found: OpenText, other: OpenText | null): OpenText => {
    // A second click may have read the same file meanwhile.
    const text = texts.current.find(({ file }) => file === found.file) ?? found;
    const isKept = (one: OpenText) => one !== text && (one === other || one.isWaiting);
    texts.current = [...texts.current.filter(isKept), text];
    return text;
  }, []);
  const drop = (file: string) => {
    texts.current = texts.current.filter((text) => text.file !== file);
    address('');
  };
  return { texts, find, take, drop, wanted, address };
}

/** Follows the address, which names the open text, so that "back" and links of pages lead to it. Warns before a text is lost. */
function useAddress(
  show: (file: string) => Promise<void>,
  wanted: { readonly current: string },
  texts: { readonly current: readonly OpenText[] },
): void {
  useEffect(() => {
    const follow = () => {
      const file = addressed();
      if (file !== '' && file !== wanted.current) void show(file);
    };
    const warn = (event: Event) => {
      if (texts.current.some(({ isWaiting }) => isWaiting)) event.preventDefault();
    };
    follow();
    addEventListener('hashchange', follow);
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('hashchange', follow);
      removeEventListener('beforeunload', warn);
    };
  }, [show, wanted, texts]);
}

/** Calls `onBuild` at each build of the site, and `refresh` where its articles may have changed. */
function useSite(onBuild: () => void, refresh: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listenToEvents(() => {
      clearTimeout(timer);
      timer = setTimeout(refresh, QUIET);
      onBuild();
    });
    // Other programs may have changed the site meanwhile.
    addEventListener('focus', refresh);
    return () => {
      clearTimeout(timer);
      stop();
      removeEventListener('focus', refresh);
    };
  }, [onBuild, refresh]);
}

/** Changes files by a request, and takes the changes for changes of the editor. @param open the open texts among these files */
async function writeTexts(
  [first, ...others]: readonly OpenText[],
  work: () => Promise<unknown>,
): Promise<void> {
  if (first) await first.asOwn(() => writeTexts(others, work));
  else await work();
}

/** Milliseconds between two questions whether the schedule runs. */
const HOUR = 3_600_000;

/** Says that nobody publishes what is due, which production knows. Without an answer, the desk says nothing of it. */
export function useAlarm(onAnswer: () => void): [text: string | null, close: () => void] {
  const [alarm, setAlarm] = useState<string | null>(null);
  useEffect(() => {
    const ask = () =>
      readSchedule()
        .then(
          ({ alarm }) => setAlarm(alarm && `${alarm.message}. ${alarm.hint}`),
          () => setAlarm(null),
        )
        // The answer tells the server what readers have.
        .then(onAnswer);
    void ask();
    const timer = setInterval(ask, HOUR);
    return () => clearInterval(timer);
  }, [onAnswer]);
  return [alarm, () => setAlarm(null)];
}

const EVENTS = 'articles-desk-events';

/**
 * Listens to the server for all tabs over one connection: a browser has six to one server, and an event stream holds its own.
 * @param onEvent called after each build
 * @returns a function that stops listening
 */
function listenToEvents(onEvent: () => void): () => void {
  const channel = new BroadcastChannel(EVENTS);
  const stop = new AbortController();
  channel.onmessage = onEvent;
  /** Lasts until this tab stops; then another tab gets the lock and listens. */
  const lead = () =>
    new Promise<void>((done) => {
      const events = new EventSource('/__events');
      events.onmessage = () => {
        onEvent();
        channel.postMessage('');
      };
      stop.signal.addEventListener('abort', () => {
        events.close();
        done();
      });
    });
  navigator.locks.request(EVENTS, { signal: stop.signal }, lead).catch(() => {
    // It stopped before it got the lock.
  });
  return () => {
    stop.abort();
    channel.close();
  };
}
