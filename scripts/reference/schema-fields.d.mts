export interface Field {
  path: string;
  schema: object;
  isRequired: boolean;
  /** For which variants it is, as a sentence; '' for all. */
  where: string;
}
export function listFields(schema: object): Field[];
/** undefined where only the fields below have examples. */
export function exampleOf(schema: object): unknown;
export function wholeExample(schema: object): unknown;
