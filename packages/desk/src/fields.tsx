/** The front matter as a form made of the schema of articles. Each field that changes is one splice of the file. */
import { useEffect, useState } from 'react';
import type { FieldSchema, Queue, Row } from './api.ts';

/** Fields that the form does not write: other commands own them. */
const LEFT_OUT = new Set(['origin', 'entities', 'slug', 'aliases', '$schema']);
const LONG = new Set(['description']);

interface FieldsProps {
  row: Row | undefined;
  fields: Readonly<Record<string, unknown>> | null;
  schema: Readonly<Record<string, FieldSchema>>;
  choices: Queue['choices'][string] | undefined;
  onChange(field: string, value: string): void;
}

export function Fields({ row, fields, schema, choices, onChange }: FieldsProps) {
  if (!fields) return <p>The front matter cannot be read. The findings say why.</p>;
  const own = Object.keys(fields).filter((name) => !(name in schema) && isSimple(fields[name]));
  const names = [...Object.keys(schema), ...own].filter((name) => !LEFT_OUT.has(name));
  const lists: Readonly<Record<string, readonly string[]>> = {
    category: choices?.categories ?? [],
    author: choices?.authors ?? [],
    authors: choices?.authors ?? [],
    tags: choices?.tags ?? [],
  };
  return (
    <form className="fields" onSubmit={(event) => event.preventDefault()}>
      {row && (
        <p className="quiet">
          {row.path || 'No address'} · <code>articles move</code> changes the address and keeps the old one.
        </p>
      )}
      {names.map((name) => {
        const value = name === 'category' ? (row?.category ?? '') : textOf(fields[name]);
        return (
          <Field
            key={name}
            name={name}
            value={value}
            schema={schema[name] ?? {}}
            list={lists[name] ?? choicesOf(schema[name] ?? {})}
            onChange={(next) => onChange(name, next)}
          />
        );
      })}
    </form>
  );
}

const isSimple = (value: unknown) =>
  ['string', 'number'].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : Array.isArray(value) ? value.join(', ') : String(value);

interface FieldProps {
  name: string;
  value: string;
  schema: FieldSchema;
  list: readonly string[];
  onChange(value: string): void;
}

function Field({ name, value, schema, list, onChange }: FieldProps) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const id = `field-${name}`;
  const kind = kindOf(schema);
  const commit = (next: string) => {
    if (next.trim() !== value) onChange(next.trim());
  };
  const common = {
    id,
    'aria-describedby': schema.description ? `${id}-help` : undefined,
    value: draft,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      {kind === 'flag' ? (
        <input
          type="checkbox"
          id={id}
          aria-describedby={common['aria-describedby']}
          checked={value === 'true'}
          onChange={({ target }) => onChange(target.checked ? 'true' : '')}
        />
      ) : LONG.has(name) ? (
        <textarea
          {...common}
          rows={3}
          onChange={({ target }) => setDraft(target.value.replace(/\n/g, ' '))}
          onBlur={() => commit(draft)}
        />
      ) : (
        <input
          {...common}
          type={kind === 'date' && /^(\d{4}-\d\d-\d\d)?$/.test(draft) ? 'date' : 'text'}
          list={list.length > 0 ? `${id}-list` : undefined}
          onChange={({ target }) => setDraft(target.value)}
          onBlur={() => commit(draft)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') commit(draft);
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
      {schema.description && (
        <p className="quiet" id={`${id}-help`}>
          {schema.description}
        </p>
      )}
    </div>
  );
}

/** The values that a schema allows, by themselves or in a list. */
const choicesOf = ({ enum: values, items, anyOf = [] }: FieldSchema): readonly string[] => [
  ...(values ?? []),
  ...(items ? choicesOf(items) : []),
  ...anyOf.flatMap(choicesOf),
];

function kindOf(schema: FieldSchema): 'flag' | 'date' | 'text' {
  const all = [schema, ...(schema.anyOf ?? [])];
  if (all.some(({ type, enum: values }) => type === 'boolean' || values?.includes('true'))) return 'flag';
  if (schema.format === 'date') return 'date';
  return all.some(({ pattern }) => pattern?.includes('\\d{4}')) ? 'date' : 'text';
}
