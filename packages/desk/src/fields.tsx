/** The front matter as a form made of the schema of articles. Each field that changes is one splice of the file. */
import { type ReactNode, useEffect, useState } from 'react';
import { type Choices, type FieldChange, type FieldSchema, type Row, readPictures } from './api.ts';
import { DateInput } from './date-input.tsx';
import { store } from './picture.ts';
import { PictureFiles } from './pictures.tsx';
import { useAnswer } from './use-rows.ts';

/** Fields that the form does not write: other commands own them. */
const LEFT_OUT = new Set(['origin', 'entities', 'slug', 'aliases', '$schema']);
const LONG = /description$/;

interface FieldsProps {
  row: Row | undefined;
  fields: Readonly<Record<string, unknown>> | null;
  schema: Readonly<Record<string, FieldSchema>>;
  choices: Choices;
  onChange(change: FieldChange): Promise<boolean>;
  /** Shows the front matter as text, or folds it again. */
  onSource(): void;
  onError(error: unknown): void;
  /** What a wide window shows over the text. */
  children: ReactNode;
}

export function Fields({ row, fields, schema, choices, onChange, onSource, onError, children }: FieldsProps) {
  const pictures = useAnswer('pictures', readPictures, NO_PICTURES).names;
  if (!fields) return <p>The front matter cannot be read. The findings say why.</p>;
  const own = Object.keys(fields).filter((name) => !(name in schema) && isSimple(fields[name]));
  const names = [...Object.keys(schema), ...own].filter((name) => !LEFT_OUT.has(name));
  const lists: Readonly<Record<string, readonly string[]>> = {
    category: choices.categories,
    author: choices.authors,
    authors: choices.authors,
    tags: choices.tags,
    image: pictures,
  };
  return (
    <div className="fields">
      {children && (
        <div className="narrow">
          <b>Address</b>
          {children}
        </div>
      )}
      <button type="button" onClick={onSource}>
        As text
      </button>
      {names.map((name) => {
        const isList = Array.isArray(fields[name]) || name === 'tags' || name === 'authors';
        const value =
          name === 'category' ? (row?.category ?? '').replaceAll(', ', '\n') : textOf(fields[name]);
        const isLong = isList || value.includes('\n');
        return (
          <Field
            key={name}
            name={name}
            value={value}
            schema={schema[name] ?? {}}
            list={lists[name] ?? choicesOf(schema[name] ?? {})}
            isList={isLong}
            onChange={(next) => {
              const items = next.split('\n').flatMap((item) => item.trim() || []);
              const [first = ''] = items;
              return onChange(
                items.length === 0
                  ? { unset: [name] }
                  : { set: [{ field: name, value: isLong ? items : first }] },
              );
            }}
          >
            {name === 'image' && (
              <PictureFiles
                label="Take a picture of this machine"
                areSeveral={false}
                onChoose={([picture]) => {
                  if (picture)
                    store(picture, WIDTH).then(
                      (stored) => onChange({ set: [{ field: name, value: stored }] }),
                      onError,
                    );
                }}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}

/** Pixels of the picture of an article: social networks show no wider ones. */
const WIDTH = 2400;

const NO_PICTURES: { names: string[] } = { names: [] };

/** The name of a field in words: `reviewBy` → `Review by`. A language keeps its name. */
export const inWords = (name: string) => (/^[a-z]+_[A-Z]/.test(name) ? name : sayName(name));

const sayName = (name: string) =>
  name.charAt(0).toUpperCase() +
  name
    .slice(1)
    .replace(/[_-]/g, ' ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const isSimple = (value: unknown) =>
  ['string', 'number'].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));

export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : Array.isArray(value) ? value.join('\n') : String(value);

interface FieldProps {
  name: string;
  /** Where several fields have this name. */
  id?: string;
  value: string;
  schema: FieldSchema;
  list?: readonly string[];
  /** True for a list, which has one item a line. */
  isList?: boolean;
  /** @returns false where the value was refused */
  onChange(value: string): Promise<boolean>;
  /** What else the field has. */
  children?: ReactNode;
}

export function Field({
  name,
  value,
  schema,
  list = [],
  isList = false,
  onChange,
  children,
  ...props
}: FieldProps) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const id = `field-${props.id ?? name}`;
  const kind = kindOf(schema);
  const commit = async (next: string) => {
    if (next.trim() !== value && !(await onChange(next.trim()))) setDraft(value);
  };
  const common = {
    id,
    'aria-describedby': schema.description ? `${id}-help` : undefined,
    value: draft,
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {inWords(name)}
        {inWords(name).toLowerCase() !== name && <code className="quiet"> {name}</code>}
      </label>
      {kind === 'flag' ? (
        <input
          type="checkbox"
          id={id}
          aria-describedby={common['aria-describedby']}
          checked={value === 'true'}
          onChange={({ target }) => void onChange(target.checked ? 'true' : '')}
        />
      ) : isList || LONG.test(name) || value.length > 80 ? (
        <textarea
          {...common}
          rows={isList ? Math.max(2, draft.split('\n').length) : 3}
          placeholder={isList ? 'One on each line' : undefined}
          onChange={({ target }) => setDraft(isList ? target.value : target.value.replace(/\n/g, ' '))}
          onBlur={() => void commit(draft)}
        />
      ) : kind === 'date' ? (
        <DateInput
          id={id}
          label={name}
          described={common['aria-describedby']}
          value={draft}
          hasTime={mayHaveTime(schema) && name !== 'reviewBy'}
          onChange={setDraft}
          onEnd={() => void commit(draft)}
        />
      ) : (
        <input
          {...common}
          list={list.length > 0 ? `${id}-list` : undefined}
          onChange={({ target }) => setDraft(target.value)}
          onBlur={() => void commit(draft)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') void commit(draft);
          }}
        />
      )}
      {kind !== 'flag' && list.length > 0 && (
        <datalist id={`${id}-list`}>
          {list.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
      {children}
      {schema.description && (
        <p className="quiet" id={`${id}-help`}>
          {schema.description}
        </p>
      )}
    </div>
  );
}

/** The values that a schema allows, by themselves or in a list. */
export const choicesOf = ({ enum: values, items, anyOf = [] }: FieldSchema): readonly string[] => [
  ...(values ?? []),
  ...(items ? choicesOf(items) : []),
  ...anyOf.flatMap(choicesOf),
];

const formsOf = (schema: FieldSchema) => [schema, ...(schema.anyOf ?? [])];

const mayHaveTime = (schema: FieldSchema) => formsOf(schema).some(({ pattern }) => pattern?.includes('[Tt'));

function kindOf(schema: FieldSchema): 'flag' | 'date' | 'text' {
  const all = formsOf(schema);
  if (all.some(({ type, enum: values }) => type === 'boolean' || values?.includes('true'))) return 'flag';
  if (schema.format === 'date') return 'date';
  return all.some(({ pattern }) => pattern?.includes('\\d{4}')) ? 'date' : 'text';
}
