import type { Path } from '../../../base/document/yaml-text.ts';

/** One step from deprecated fields to current ones. Paths have the spelling of the schema. */
export type Conversion = {
  message: string;
  remedy: string;
  /** Only `convertDeprecated` does it, not the installer while loading. */
  onlyInFile?: true;
  /** Another step of the same field reports it. */
  quiet?: true;
  /** The place in the file, if an earlier step moved it. */
  at?: Path;
} & (
  | { kind: 'set'; path: Path; value: unknown; from?: Path }
  | { kind: 'move'; from: Path; path: Path; value: unknown }
  | { kind: 'drop'; from: Path }
);
