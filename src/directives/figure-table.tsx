/** Shows computed figures as a table. */
import { evaluate } from '../figures/expression.ts';

/** @throws if the expression has no value. Attributes are validated before, so this is an internal error */
export function figureOf(expression: string): number {
  const result = evaluate(expression);
  if ('error' in result) throw new Error(`${expression}: ${result.error}`);
  return result.value;
}

interface FigureTableProps {
  caption: string;
  head: readonly string[];
  /** The first cell names the row. */
  rows: readonly (readonly string[])[];
  /** Lets readers sort by a column. */
  sortable?: boolean;
  /** Which columns have numbers, which align at their end. */
  numeric?: readonly boolean[];
}

export function FigureTable({ caption, head, rows, sortable = false, numeric = [] }: FigureTableProps) {
  const alignOf = (column: number) => (numeric[column] ? 'align-right' : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: a group around one table is no fieldset
    <div className="table" role="group" aria-label={caption} tabIndex={0}>
      <table data-sortable={sortable ? '' : undefined}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((title, column) => (
              <th key={title} scope="col" className={alignOf(column)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the markup is static
            <tr key={row}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the markup is static
                <td key={column} className={alignOf(column + 1)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
