import type { Path } from '../../../base/document/yaml-text.ts';

/** One step from deprecated fields to today's. Paths have the fields' own spelling. */
export type Conversion = {
  message: string;
  remedy: string;
  /** The installer does not do it on loading: only `convertDeprecated` does. */
  onlyInFile?: true;
  /** Said by another step of the same field. */
  quiet?: true;
  /** Where the file has it, when an earlier step moved it. */
  at?: Path;
} & (
  | { kind: 'set'; path: Path; value: unknown; from?: Path }
  | { kind: 'move'; from: Path; path: Path; value: unknown }
  | { kind: 'drop'; from: Path }
);
