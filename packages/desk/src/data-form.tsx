/** A data file of the site as a form made of its schema: categories, authors, titles of pages, words of the interface, offers. */
import { useId, useState } from 'react';
import type { FieldSchema } from './api.ts';
import { choicesOf, Field, inWords, textOf } from './fields.tsx';

type Path = readonly (string | number)[];
/** Writes a value, or removes it where it is undefined. @returns false where it was refused */
type Put = (path: Path, value: unknown) => Promise<boolean>;

interface PartProps {
  /** The schema of the value. */
  schema: FieldSchema;
  value: unknown;
  path: Path;
  onPut: Put;
}

interface DataFormProps extends Pick<PartProps, 'schema' | 'onPut'> {
  data: { value: unknown } | null;
}

export function DataForm({ schema, data, onPut }: DataFormProps) {
  if (!data) return <p>This file cannot be read. The findings say where.</p>;
  return (
    <form className="fields" onSubmit={(event) => event.preventDefault()}>
      <Part schema={schema} value={data.value} path={[]} onPut={onPut} />
    </form>
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isGroup = ({ properties, additionalProperties, items }: FieldSchema): boolean =>
  properties !== undefined || typeof additionalProperties === 'object' || items?.properties !== undefined;

function Part({ schema, value, path, onPut }: PartProps) {
  const { properties = {}, additionalProperties: further, items } = schema;
  const entries = isObject(value) ? value : {};
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <>
      {Object.entries(properties).map(([name, part]) =>
        name === '$schema' ? null : isGroup(part) ? (
          <Group key={name} title={inWords(name)} help={part.description}>
            <Part schema={part} value={entries[name]} path={[...path, name]} onPut={onPut} />
          </Group>
        ) : (
          <Leaf
            key={name}
            name={name}
            schema={part}
            value={entries[name]}
            path={[...path, name]}
            onPut={onPut}
          />
        ),
      )}
      {typeof further === 'object' && (
        <>
          {Object.keys(entries)
            .filter((name) => !(name in properties) && name !== '$schema')
            .map((name) => {
              const props = { value: entries[name], path: [...path, name], schema: further, onPut };
              if (!isGroup(further)) return <Leaf key={name} name={name} {...props} />;
              return (
                <Item key={name} title={titleOf(entries[name], name)} {...props}>
                  <Part {...props} />
                </Item>
              );
            })}
          <Added
            schema={further}
            label={addLabel(path)}
            isNamed
            onAdd={(name, added) => onPut([...path, name], added)}
          />
        </>
      )}
      {items?.properties && (
        <>
          {list.map((item, index) => (
            <Item
              // biome-ignore lint/suspicious/noArrayIndexKey: items have no names of their own
              key={`${index} of ${list.length}`}
              title={titleOf(item, `${index + 1}`)}
              {...{ path: [...path, index], onPut }}
            >
              <Part schema={items} value={item} path={[...path, index]} onPut={onPut} />
            </Item>
          ))}
          <Added
            schema={items}
            label={addLabel(path)}
            onAdd={(_, added) => onPut([...path, list.length], added)}
          />
        </>
      )}
    </>
  );
}

function Leaf({ name, schema, value, path, onPut }: PartProps & { name: string }) {
  const { type } = schema;
  if (type === 'null') return null;
  const isList = type === 'array' || Array.isArray(value);
  const read = (text: string): unknown => {
    if (text.trim() === '') return undefined;
    if (isList) return text.split('\n').flatMap((line) => line.trim() || []);
    if (type === 'boolean') return text === 'true';
    return type === 'integer' || type === 'number' ? Number(text) : text;
  };
  return (
    <Field
      name={name}
      id={path.join('.')}
      value={textOf(value)}
      schema={schema}
      list={choicesOf(schema)}
      isList={isList}
      onChange={(text) => onPut(path, read(text))}
    />
  );
}

/** The words by which people know an entry. */
function titleOf(value: unknown, name: string): string {
  const { title, name: own } = isObject(value) ? value : {};
  return typeof title === 'string' ? title : typeof own === 'string' ? own : name;
}

function Group({
  title,
  help,
  children,
}: {
  title: string;
  help?: string | undefined;
  children: React.ReactNode;
}) {
  return (
    <details className="group">
      <summary>{title}</summary>
      {help && <p className="quiet">{help}</p>}
      {children}
    </details>
  );
}

function Item({
  title,
  path,
  onPut,
  children,
}: {
  title: string;
  path: Path;
  onPut: Put;
  children: React.ReactNode;
}) {
  return (
    <Group title={title}>
      {children}
      <button type="button" onClick={() => void onPut(path, undefined)}>
        Remove {title}
      </button>
    </Group>
  );
}

/** Such as `Add to children`: several lists may be open. */
const addLabel = (path: Path): string =>
  path.length === 0 ? 'Add' : `Add to ${inWords(String(path.at(-1))).toLowerCase()}`;

interface AddedProps {
  label: string;
  schema: FieldSchema;
  /** True for an entry of an object, which has a name. */
  isNamed?: boolean;
  onAdd(name: string, value: unknown): Promise<boolean>;
}

const emptyOf = ({ items }: FieldSchema): unknown => (items ? [] : {});

/** A new entry, which is written once it is whole. Its groups are empty at first. */
function Added({ schema, label, isNamed = false, onAdd }: AddedProps) {
  const own = useId();
  const [name, setName] = useState('');
  const [value, setValue] = useState<Record<string, unknown>>({});
  const needed = Object.entries(schema.properties ?? {}).filter(([field]) =>
    schema.required?.includes(field),
  );
  const groups = needed.filter(([, part]) => isGroup(part)).map(([field, part]) => [field, emptyOf(part)]);
  const isEntry = isGroup(schema);
  const required = isEntry ? needed.filter(([, part]) => !isGroup(part)) : [['value', schema] as const];
  const add = async () => {
    const entry = { ...Object.fromEntries(groups), ...value };
    if (!(await onAdd(name, isEntry ? entry : value.value))) return;
    setName('');
    setValue({});
  };
  return (
    <Group title={label}>
      {isNamed && (
        <Field
          name="key"
          id={`${own}.key`}
          schema={{ description: 'Its name in the file, such as walks.' }}
          value={name}
          onChange={async (next) => {
            setName(next);
            return true;
          }}
        />
      )}
      {required.map(([field, part]) => (
        <Leaf
          key={field}
          name={field}
          schema={part}
          value={value[field]}
          path={[own, field]}
          onPut={async (_, next) => {
            setValue({ ...value, [field]: next });
            return true;
          }}
        />
      ))}
      <button type="button" onClick={() => void add()}>
        {label}
      </button>
    </Group>
  );
}
