import { setValue } from '../../../base/document/edit/edit.ts';
import type { Fix } from '../../../base/document/edit/fix.ts';
import { pathText, writtenPath } from '../../../base/document/field-path.ts';
import { type Path, placeAt, type YamlText } from '../../../base/document/yaml-text.ts';
import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../../base/errors/codes.ts';
import { MOST_PROBLEMS, unlistedProblems } from '../../../base/errors/most-problems.ts';
import { wordsAt } from './install-config-fields.ts';
import { t } from './messages.ts';
import type { InstallConfig, InstallMethod } from './model.ts';
import type { Release } from './versions.ts';

/** A problem whose message is the installer's own where the installer has one. */
export interface InstallConfigProblem extends Problem {
  fix?: Fix | undefined;
}

export interface Hint {
  remedy?: string;
  /** The place, if the path of the installer's message is less exact (no index of a failure domain). */
  at?: Path;
  /** Appended to the installer's message in parentheses, to name one of several. */
  of?: string | undefined;
  fix?: (() => Fix | undefined) | undefined;
  /** `error` for what the API server certainly rejects; only for {@link Checks.unnoticed}. Default: `warning`. */
  level?: 'error';
}

export type Value = string | number | boolean | undefined | object;

/** The input of a check, and the functions that report its problems. */
export interface Checks {
  /** The configuration after loading, with deprecated fields converted. */
  readonly config: InstallConfig;
  readonly platform: string;
  readonly method: InstallMethod;
  readonly release: Release | undefined;
  /** The file. Most checks read {@link config} instead. */
  readonly document: YamlText;
  readonly problems: InstallConfigProblem[];
  /** Reports an error with a message of Kubernetes' field errors, like the following ones. */
  required(path: Path, detail: string, hint?: Hint): void;
  invalid(path: Path, value: Value, detail: string, hint?: Hint): void;
  notSupported(path: Path, value: string, supported: readonly string[], hint?: Hint): void;
  /** Reports `notSupported` if the value isn't one of the words of its field. */
  word(path: Path, value: string | undefined, hint?: Hint): void;
  duplicate(path: Path, value: string, hint?: Hint): void;
  forbidden(path: Path, detail: string, hint?: Hint): void;
  tooMany(path: Path, count: number, maximum: number, hint?: Hint): void;
  /**
   * Reports an error that the installer doesn't detect, but the cluster, vCenter or a later step does. It is a warning
   * unless the hint has a level.
   */
  unnoticed(path: Path, message: string, remedy: string, hint?: Hint): void;
  /** Reports a warning of the installer, or a value that probably isn't intended. */
  warn(path: Path, message: string, remedy: string, hint?: Hint): void;
  /** Reports a field that the installer converts. */
  deprecated(path: Path, message: string, remedy: string, hint?: Hint): void;
  /**
   * Returns a function that creates a fix which sets a value. It returns undefined if the file uses deprecated fields, and
   * after the fixes of many problems.
   */
  writing(label: string, path: Path, value: unknown): () => Fix | undefined;
}

export interface ChecksOf {
  config: InstallConfig;
  platform: string;
  method: InstallMethod;
  release: Release | undefined;
  document: YamlText;
  file: string | undefined;
  /** Returns the path in the file for a path in `config`; they differ for converted fields. */
  originOf(path: Path): Path;
}

/** Maximum number of UTF-16 units that the edits of all fixes may read again. A real file has 2,000 to 10,000. */
const MOST_FIX_CHARACTERS = 50_000;

/** Adds a problem; the one after {@link MOST_PROBLEMS} only reports that there are more. */
export function addProblem(
  problems: InstallConfigProblem[],
  document: YamlText,
  file: string | undefined,
  problem: () => InstallConfigProblem,
): void {
  if (problems.length < MOST_PROBLEMS) problems.push(problem());
  else if (problems.length === MOST_PROBLEMS)
    problems.push({
      code: 'install-config-invalid',
      level: 'error',
      ...unlistedProblems('the file'),
      ...located(document, [], file),
    });
}

/** Returns a function that creates fixes of a document; undefined for an impossible change and after many fixes. */
export function fixesOf(document: YamlText): (label: string, change: () => YamlText) => Fix | undefined {
  let characters = 0;
  return (label, change) => {
    characters += document.text.length;
    return characters > MOST_FIX_CHARACTERS ? undefined : fixOf(document, label, change);
  };
}

export function newChecks(of: ChecksOf): Checks {
  const { document, file, originOf } = of;
  const problems: InstallConfigProblem[] = [];
  const fix = fixesOf(document);
  const add = (
    code: ErrorCode,
    level: Problem['level'],
    path: Path,
    message: string,
    hint: Hint,
    remedy: string,
  ) => {
    const at = hint.at ?? path;
    addProblem(problems, document, file, () => ({
      code,
      level,
      message: hint.of ? `${message} (${hint.of})` : message,
      remedy: hint.remedy ?? remedy,
      ...located(document, writtenPath(document, originOf(at)), file),
      path: pathText(at),
      fix: hint.fix?.(),
    }));
  };
  const field = (path: Path, text: string, hint: Hint = {}, remedy?: string) =>
    add(
      'install-config-invalid',
      'error',
      path,
      path.length ? `${pathText(path)}: ${text}` : text,
      hint,
      remedy ?? ERROR_CODES['install-config-invalid'][1],
    );
  const notSupported: Checks['notSupported'] = (path, value, supported, hint) => {
    const names = supported.map((name) => JSON.stringify(name)).join(', ');
    field(
      path,
      `Unsupported value: ${shown(value)}: supported values: ${names}`,
      hint,
      t('notSupportedRemedy', { path: pathText(hint?.at ?? path), names }),
    );
  };
  return {
    ...of,
    problems,
    required: (path, detail, hint) =>
      field(
        path,
        `Required value: ${detail}`,
        hint,
        t('requiredRemedy', { path: pathText(hint?.at ?? path) }),
      ),
    invalid: (path, value, detail, hint) =>
      field(
        path,
        `Invalid value: ${shown(value)}: ${detail}`,
        hint,
        t('invalidRemedy', { path: pathText(hint?.at ?? path) }),
      ),
    notSupported,
    word: (path, value, hint) => {
      const words = wordsAt(path);
      if (value && !words.includes(value)) notSupported(path, value, words, hint);
    },
    duplicate: (path, value, hint) =>
      field(path, `Duplicate value: ${shown(value)}`, hint, t('duplicateRemedy')),
    forbidden: (path, detail, hint) =>
      field(path, `Forbidden: ${detail}`, hint, t('forbiddenRemedy', { path: pathText(hint?.at ?? path) })),
    tooMany: (path, count, maximum, hint) =>
      field(
        path,
        `Too many: ${count}: must have at most ${maximum} items`,
        hint,
        t('tooManyRemedy', { path: pathText(hint?.at ?? path), maximum }),
      ),
    unnoticed: (path, message, remedy, hint = {}) =>
      add('install-config-unnoticed', hint.level ?? 'warning', path, message, hint, remedy),
    warn: (path, message, remedy, hint = {}) =>
      add('install-config-suspicious', 'warning', path, message, hint, remedy),
    deprecated: (path, message, remedy, hint = {}) =>
      add('install-config-deprecated', 'warning', path, message, hint, remedy),
    // Deprecated fields are converted together.
    writing: (label, path, value) => () =>
      originOf(path) === path
        ? fix(label, () => setValue(document, writtenPath(document, path), value))
        : undefined,
  };
}

/**
 * Returns a change of a document as a fix, or undefined for text that can't be edited, such as aliases. The edit contains
 * only the changed characters, so that no password next to them becomes part of a problem.
 */
function fixOf(document: YamlText, label: string, change: () => YamlText): Fix | undefined {
  let after: string;
  try {
    after = change().text;
  } catch (error) {
    if (error instanceof AirlockError) return undefined;
    throw error;
  }
  const before = document.text;
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let same = 0;
  const longest = Math.min(before.length, after.length) - start;
  while (same < longest && before.at(-1 - same) === after.at(-1 - same)) same++;
  const end = before.length - same;
  return { label, edits: [{ start, end, text: after.slice(start, after.length - same) }] };
}

/** Returns the place of a field, or of the nearest parent that is in the file. */
export function located(
  document: YamlText,
  path: Path,
  file: string | undefined,
): { file: string | undefined; line: number; column: number } {
  let place: { line: number; column: number } | undefined;
  for (let length = path.length; length > 0 && !place; length--) {
    const part = path.slice(0, length);
    place =
      length === path.length
        ? (placeAt(document, part, { of: 'value' }) ?? placeAt(document, part, { of: 'key' }))
        : (placeAt(document, part, { of: 'key' }) ?? placeAt(document, part, { of: 'entry' }));
  }
  return { file, line: place?.line ?? 1, column: place?.column ?? 1 };
}

/** Returns a value as Kubernetes' field errors print it, without the user info of URLs. */
function shown(value: Value): string {
  const text =
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value ?? '');
  return text.replaceAll(/:\/\/[^/@\s"]*@/g, '://***@');
}
