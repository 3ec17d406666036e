/** The buttons over the source: marks, what is inserted, the tools of a table, and the panels. A narrow window shows the rest behind "…". */
import { useState } from 'react';
import { PictureFiles } from './pictures.tsx';
import { TABLE_STEPS, type TableStep } from './table.ts';

const MARKS = {
  Bold: { label: 'B', key: 'Ctrl+B' },
  Italic: { label: 'I', key: 'Ctrl+I' },
  Link: { label: 'Link', key: 'Ctrl+K' },
  Heading: { label: 'Heading', isRare: true },
  List: { label: 'List', isRare: true },
  Quote: { label: 'Quote', isRare: true },
  Table: { label: 'Table', isRare: true },
  Footnote: { label: 'Footnote', isRare: true },
  Directive: { label: 'Directive', isRare: true },
  Library: { label: 'Library', isRare: true },
} as const satisfies Record<string, { label: string; key?: string; isRare?: true }>;
export type Mark = keyof typeof MARKS;
const isMark = (name: string): name is Mark => name in MARKS;

const PANELS = {
  Fields: {},
  Findings: {},
  Comments: {},
  Outline: { isRare: true },
  Translations: { isRare: true },
  Rewrite: { isRare: true },
  History: { isRare: true },
} as const satisfies Record<string, { isRare?: true }>;
export type Panel = keyof typeof PANELS;
const isPanel = (name: string): name is Panel => name in PANELS;
const isStep = (name: string): name is TableStep => name in TABLE_STEPS;

const DATA_PANELS: ReadonlySet<Panel> = new Set(['Fields', 'Findings', 'History']);

interface ToolbarProps {
  /** True for a file of words, which has no Markdown. */
  isData: boolean;
  panel: Panel | null;
  counts: Partial<Record<Panel, number>>;
  isInTable: boolean;
  onPanel(panel: Panel): void;
  onMark(mark: Mark): void;
  onTable(step: TableStep): void;
  onPictures(pictures: readonly File[]): void;
  /** null for a text that needs no decision. */
  onReview: (() => void) | null;
}

export function Toolbar({ isData, panel, counts, isInTable, ...props }: ToolbarProps) {
  const [isOpen, setOpen] = useState(false);
  const rare = (value: object) => ('isRare' in value ? 'rare' : undefined);
  return (
    <div className={isOpen ? 'bar tools all' : 'bar tools'} role="toolbar" aria-label="Tools">
      {Object.entries(isData ? {} : MARKS).map(([name, mark]) => (
        <button
          key={name}
          type="button"
          className={rare(mark)}
          aria-label={mark.label === name ? undefined : name}
          title={'key' in mark ? `${name} (${mark.key})` : undefined}
          onClick={() => isMark(name) && props.onMark(name)}
        >
          {name === 'Bold' ? <b>B</b> : name === 'Italic' ? <i>I</i> : mark.label}
        </button>
      ))}
      {!isData && <PictureFiles label="Picture" onChoose={props.onPictures} />}
      {props.onReview && (
        <button type="button" onClick={props.onReview}>
          Review
        </button>
      )}
      {Object.entries(PANELS).map(([name, value]) => {
        if (!isPanel(name) || (isData && !DATA_PANELS.has(name))) return null;
        return (
          <button
            key={name}
            type="button"
            className={name === panel ? undefined : rare(value)}
            aria-expanded={panel === name}
            onClick={() => props.onPanel(name)}
          >
            {name}
            {counts[name] ? ` (${counts[name]})` : ''}
          </button>
        );
      })}
      <button
        type="button"
        className="more"
        aria-label="More tools"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        …
      </button>
      {isInTable && (
        <fieldset className="row">
          <legend className="quiet">Table</legend>
          {Object.keys(TABLE_STEPS).map((step) => (
            <button key={step} type="button" onClick={() => isStep(step) && props.onTable(step)}>
              {step}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
