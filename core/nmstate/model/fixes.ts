import { removeValue, renameKey, setValue } from '../../base/document/edit/edit.ts';
import type { Finding } from './finding.ts';
import type { Path } from './model.ts';

type FindingFix = NonNullable<Finding['fix']>;

/** Returns a fix that sets a value. */
export function set(label: string, path: Path, value: unknown): FindingFix {
  return { label, change: (yaml, root, document) => setValue(yaml, [...root, ...path], value, { document }) };
}

/** Returns a fix that removes an entry. */
export function remove(label: string, path: Path): FindingFix {
  return { label, change: (yaml, root, document) => removeValue(yaml, [...root, ...path], { document }) };
}

/** Returns a fix that renames a key. */
export function rename(label: string, path: Path, to: string): FindingFix {
  return { label, change: (yaml, root, document) => renameKey(yaml, [...root, ...path], to, { document }) };
}

/** Combines several fixes into one. */
export function all(label: string, ...fixes: FindingFix[]): FindingFix {
  return {
    label,
    change: (yaml, root, document) => fixes.reduce((text, fix) => fix.change(text, root, document), yaml),
  };
}
