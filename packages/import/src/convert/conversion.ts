/** What a conversion of a text needs besides its tree. */
import type { Footnote, SourceRecords, Syntax } from '../imported-site.ts';
import type { Targets } from './element-writers.ts';
import type { Piece } from './pieces.ts';
import type { ElementNode, TreeNode } from './tree.ts';

/** Records of an export to which a text refers. */
export interface WordPressPost {
  records: SourceRecords;
  id: string;
  footnotes: readonly Footnote[];
  /** Blocks that contain the text, so that none contains itself. */
  within: readonly string[];
}

/** Everything that a conversion needs besides the tree. Lines are counted from 0 in the text. */
export interface Conversion {
  syntax: Syntax;
  isHtml: boolean;
  /** Names of containers of the source, and the notices that they become. */
  containers: ReadonlyMap<string, string>;
  /** Converts a part of the tree. */
  convert(nodes: readonly TreeNode[], context: Conversion): Piece[];
  targetsAt(line: number): Targets;
  note(line: number, message: string, detail?: string): void;
  /** Texts with a name, which `{% set %}` and `{% capture %}` give. */
  named: Map<string, ElementNode>;
  /** Names of texts that an expression shows. */
  shown: ReadonlySet<string>;
  /** Ids of footnotes of an HTML text, and their labels here. */
  footnotes: ReadonlyMap<string, string>;
  /** Set for a text of WordPress. */
  wordpress?: WordPressPost;
}
