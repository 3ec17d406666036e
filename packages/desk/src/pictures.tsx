/** Pictures for the text: new pictures, several at once, with preview, description and caption; and pictures of content/images. */
import { useEffect, useState } from 'react';
import { fold } from '../../../src/foundation/fold.ts';
import { matches, parseQuery } from '../../../src/search/title-match.ts';
import { messageOf, pictureAddress, readPictures } from './api.ts';
import { Dialog } from './dialogs.tsx';
import { type Picture, pictureMarkdown, store } from './picture.ts';
import { useAnswer } from './use-rows.ts';

interface PicturesProps {
  files: readonly File[];
  onInsert(blocks: readonly string[]): void;
  onClose(): void;
}

/** A picture of the dialog, whose key stays while others come and go. */
type Item = Picture & { key: number };

function withSources(items: readonly Item[], sources: readonly Picture['source'][]): readonly Item[] {
  const first = Math.max(-1, ...items.map(({ key }) => key)) + 1;
  return [...items, ...sources.map((source, at) => ({ source, key: first + at, alt: '', caption: '' }))];
}

export function Pictures({ files, onInsert, onClose }: PicturesProps) {
  const [items, setItems] = useState<readonly Item[]>(() => withSources([], files));
  const [width, setWidth] = useState(1600);
  const [progress, setProgress] = useState('');
  const [failure, setFailure] = useState('');
  const change = (key: number, part: Partial<Picture>) =>
    setItems(items.map((item) => (item.key === key ? { ...item, ...part } : item)));
  const add = (sources: readonly Picture['source'][]) => setItems(withSources(items, sources));
  const write = async () => {
    setFailure('');
    const stored: Item[] = [];
    try {
      for (const [index, item] of items.entries()) {
        const { source } = item;
        setProgress(`Storing ${index + 1} of ${items.length}…`);
        stored.push({ ...item, source: typeof source === 'string' ? source : await store(source, width) });
      }
      onInsert(stored.map((item) => pictureMarkdown(String(item.source), item)));
    } catch (error) {
      // What is stored is not stored again.
      setItems([...stored, ...items.slice(stored.length)]);
      setFailure(messageOf(error));
    }
    setProgress('');
  };
  return (
    <Dialog title={items.length > 1 ? `${items.length} pictures` : 'Picture'} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void write();
        }}
      >
        {items.map((item) => (
          <PictureItem
            key={item.key}
            item={item}
            onChange={(part) => change(item.key, part)}
            onRemove={() => setItems(items.filter(({ key }) => key !== item.key))}
          />
        ))}
        {items.some(({ source }) => typeof source !== 'string') && (
          <>
            <label htmlFor="picture-width">Greatest width in pixels</label>
            <input
              id="picture-width"
              type="number"
              min={100}
              max={8000}
              value={width}
              onChange={({ target }) => setWidth(Number(target.value))}
            />
          </>
        )}
        {failure && <p role="alert">{failure}</p>}
        <div className="row">
          <button type="submit" disabled={progress !== '' || items.length === 0}>
            Insert
          </button>
          <PictureFiles label="Add from this machine" onChoose={add} />
          <span role="status">{progress}</span>
        </div>
      </form>
      <Library isOpen={files.length === 0} onChoose={(name) => add([name])} />
    </Dialog>
  );
}

interface PictureItemProps {
  item: Item;
  onChange(part: Partial<Picture>): void;
  onRemove(): void;
}

function PictureItem({ item: { key, source, alt, caption }, onChange, onRemove }: PictureItemProps) {
  const [preview, setPreview] = useState(typeof source === 'string' ? pictureAddress(source) : undefined);
  useEffect(() => {
    if (typeof source === 'string') return;
    const url = URL.createObjectURL(source);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [source]);
  const name = typeof source === 'string' ? source : source.name;
  return (
    <fieldset className="stack">
      <legend>{name}</legend>
      {preview && <img src={preview} className="preview" alt="" />}
      <label htmlFor={`alt-${key}`}>
        What does it show, for those who do not see it? Leave it empty for a mere ornament.
      </label>
      <input id={`alt-${key}`} value={alt} onChange={({ target }) => onChange({ alt: target.value })} />
      <label htmlFor={`caption-${key}`}>Caption below it, or nothing</label>
      <input
        id={`caption-${key}`}
        value={caption}
        onChange={({ target }) => onChange({ caption: target.value })}
      />
      <button type="button" className="end" aria-label={`Leave out ${name}`} onClick={onRemove}>
        Leave it out
      </button>
    </fieldset>
  );
}

/** At most so many pictures of the library are shown; the search finds the others. */
const SHOWN = 60;

/** The pictures of content/images. */
function Library({ isOpen, onChoose }: { isOpen: boolean; onChoose(name: string): void }) {
  const [isAsked, setAsked] = useState(isOpen);
  const names = useAnswer(isAsked ? 'pictures' : '', readPictures, null)?.names;
  const [words, setWords] = useState('');
  const wanted = parseQuery(words);
  const found = (names ?? []).filter((name) => matches(fold(name), wanted));
  return (
    <details open={isOpen} onToggle={() => setAsked(true)}>
      <summary>Pictures of the site</summary>
      <label htmlFor="picture-words">Words of their names</label>{' '}
      <input
        id="picture-words"
        type="search"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <ul className="pictures">
        {found.slice(0, SHOWN).map((name) => (
          <li key={name}>
            <button type="button" className="thumb" onClick={() => onChoose(name)}>
              <img src={pictureAddress(name)} alt="" loading="lazy" />
              {name}
            </button>
          </li>
        ))}
      </ul>
      {names && <p className="quiet">{`${found.length} of ${names.length}`}</p>}
    </details>
  );
}

interface PictureFilesProps {
  label: string;
  onChoose(pictures: readonly File[]): void;
  /** False for a single picture. */
  areSeveral?: boolean;
}

/** A button that chooses files of this machine. */
export function PictureFiles({ label, onChoose, areSeveral = true }: PictureFilesProps) {
  return (
    <label className="button">
      {label}
      <input
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
        multiple={areSeveral}
        className="hidden-file"
        onChange={({ target }) => {
          const pictures = [...(target.files ?? [])];
          if (pictures.length > 0) onChoose(pictures);
          target.value = '';
        }}
      />
    </label>
  );
}
