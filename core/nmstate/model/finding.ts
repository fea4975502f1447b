import { type Fix, lazyFix } from '../../base/document/edit/fix.ts';
import { placeAt, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import type { Level, Problem } from '../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../base/errors/codes.ts';
import { RULE, type Rule } from '../../base/errors/rules.ts';
import { type NmstateDocument, printPath, type StatePart } from './document.ts';
import type { Path } from './model.ts';

/** A problem of a network document. */
export interface NmstateProblem extends Problem {
  /** The broken rule: `BR01` to `BR20` for br-ex, a name for rules of NMState and of its schema. */
  rule: string;
  /** Position of the YAML document in its file, from 0. */
  document?: number;
  fix?: Fix;
}

/** The result of a rule, with its path from the root of the state. */
export interface Finding {
  rule: string;
  path: Path;
  message: string;
  remedy: string;
  /** Default: error. */
  level?: Level;
  /** Other places that the problem concerns. */
  others?: readonly string[];
  /** The marked part of the entry. Default: its value. */
  of?: 'key' | 'value' | 'entry';
  /** Returns the fixed text for a text and the root of the state in it. */
  fix?: { label: string; change: (yaml: YamlText, root: Path, document: number) => YamlText };
}

export type Report = (finding: Finding) => void;

/** Returns a finding as a problem of the file, with the line and column of the entry or of its nearest parent. */
export function locate(
  document: NmstateDocument,
  part: StatePart,
  code: ErrorCode,
  finding: Finding,
): NmstateProblem {
  const { fix } = finding;
  const full = [...part.root, ...finding.path];
  const place = placeOf(document.yaml, full, part.document, finding.of);
  return {
    code,
    level: finding.level ?? 'error',
    message: finding.message,
    remedy: finding.remedy,
    file: document.file,
    ...place,
    path: printPath(full),
    rule: finding.rule,
    [RULE]: valuesRule([valueAt(document.yaml, full, part.document), ...(finding.others ?? [])].flat()),
    document: part.document > 0 ? part.document : undefined,
    fix:
      fix &&
      lazyFix(document.yaml, {
        label: fix.label,
        change: (yaml) => fix.change(yaml, part.root, part.document),
      }),
  };
}

/** Returns the fact that a problem concerns some values; undefined if none of them is a scalar. */
function valuesRule(found: readonly unknown[]): Rule<'network-values'> | undefined {
  const values = found.filter((one) => typeof one === 'string' || typeof one === 'number').map(String);
  return values.length === 0 ? undefined : { id: 'network-values', values };
}

/** Returns the line and column of a path, or of its nearest existing parent. */
export function placeOf(
  yaml: YamlText,
  path: Path,
  document: number,
  of: 'key' | 'value' | 'entry' = 'value',
): { line: number; column: number } {
  for (let length = path.length; length >= 0; length--) {
    const place = placeAt(yaml, path.slice(0, length), {
      document,
      of: length === path.length ? of : length > 0 && typeof path[length - 1] === 'string' ? 'key' : 'value',
    });
    if (place) return { line: place.line, column: place.column };
  }
  return { line: 1, column: 1 };
}
