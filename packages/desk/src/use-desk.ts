/** Holds the state of the desk: the queue, the open text and the last build. The events of the server keep it up to date. */
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  changeFields,
  type FieldSchema,
  type OpenDocument,
  type Queue,
  readArticles,
  readDocument,
  readSchema,
} from './api.ts';
import { OpenText } from './open-text.ts';

export interface OpenArticle {
  text: OpenText;
  document: OpenDocument;
}

/** Milliseconds without a build after which the queue is read again. The list of a large site takes a moment. */
const QUIET = 1500;

export function useDesk() {
  const [queue, setQueue] = useState<Queue | null>(null);
  const [schema, setSchema] = useState<Record<string, FieldSchema>>({});
  const [open, setOpen] = useState<OpenArticle | null>(null);
  const [build, setBuild] = useState(0);
  const [notice, setNotice] = useState('');
  const report = useCallback(
    (error: unknown) => setNotice(error instanceof Error ? error.message : String(error)),
    [],
  );
  const refresh = useCallback(() => readArticles().then(setQueue, report), [report]);
  const current = useRef(open);
  current.current = open;
  /** The file that was asked for last. It is known before its text is shown. */
  const wanted = useRef('');
  const show = useCallback(
    async (file: string) => {
      wanted.current = file;
      try {
        await current.current?.text.flush();
        if (current.current && !current.current.text.isSaved)
          throw new Error(
            `${current.current.text.file} is not saved yet and stays open. Load the page again to drop its changes.`,
          );
        const document = await readDocument(file);
        if (wanted.current !== file) return;
        setOpen({ text: new OpenText(file, document), document });
        setBuild(0);
        location.hash = encodeURIComponent(file);
      } catch (error) {
        if (wanted.current === file) wanted.current = current.current?.text.file ?? '';
        report(error);
      }
    },
    [report],
  );
  const setDocument = useCallback(
    (text: OpenText, changes: Partial<OpenDocument>) =>
      setOpen((now) => (now?.text === text ? { text, document: { ...now.document, ...changes } } : now)),
    [],
  );
  useEffect(() => {
    void refresh();
    readSchema().then(({ properties }) => setSchema(properties), report);
  }, [refresh, report]);
  // The address names the open text, so that "back" and links of pages lead to it.
  useEffect(() => {
    const follow = () => {
      const file = decodeURIComponent(location.hash.slice(1));
      if (file !== '' && file !== wanted.current) void show(file);
    };
    const warn = (event: Event) => {
      if (current.current && !current.current.text.isSaved) event.preventDefault();
    };
    follow();
    addEventListener('hashchange', follow);
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('hashchange', follow);
      removeEventListener('beforeunload', warn);
    };
  }, [show]);

  useEffect(() => {
    const events = new EventSource('/__events');
    let timer: ReturnType<typeof setTimeout> | undefined;
    events.onmessage = () => {
      setBuild((count) => count + 1);
      clearTimeout(timer);
      timer = setTimeout(refresh, QUIET);
      const text = current.current?.text;
      text?.reload().then(
        (document) => setDocument(text, document),
        () => {},
      );
    };
    // Other programs may have changed the site meanwhile.
    addEventListener('focus', refresh);
    return () => {
      clearTimeout(timer);
      events.close();
      removeEventListener('focus', refresh);
    };
  }, [refresh, setDocument]);

  /** @param value '' removes the field */
  const change = async (files: readonly string[], field: string, value: string) => {
    const [set, unset] = value === '' ? [[], [field]] : [[{ field, value }], []];
    for (const file of files)
      try {
        const text = open?.text.file === file ? open.text : null;
        await text?.flush();
        const version = await changeFields(file, set, unset);
        // The next save merges the text that was typed meanwhile.
        if (text?.isSaved) text.adopt(version, true);
      } catch (error) {
        report(error);
      }
    await refresh();
  };
  return { queue, schema, open, build, notice, setNotice, report, refresh, show, setDocument, change };
}
