import {
  pathOf,
  pathText,
  placeAt,
  readYaml,
  valueAt,
  writtenPath,
  type YamlText,
} from '../../../core/contract/documents/document.ts';
import {
  afterLoading,
  type Fix,
  type InstallConfig,
  type InstallMethod,
  platformOf,
  readInstallConfig,
  secretPaths,
  type Topology,
  topologyOf,
  validateInstallConfig,
} from '../../../core/contract/documents/install-config.ts';
import { HELD_SECRET } from '../../../core/contract/topics/install-config-requests.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { counted } from '../../parts/format.ts';

/** A problem with the change that mends it. */
export interface ConfigProblem extends ContractProblem {
  fix?: Fix;
}

/** Everything that a page says of a text. */
export interface Analysis {
  /** As the installer has it after loading. */
  config: InstallConfig;
  platform: string;
  topology: Topology | undefined;
  /** Errors first kept in the installer's order. */
  problems: ConfigProblem[];
  errors: number;
  /** Warnings that nobody decided about. */
  open: number;
  deprecated: number;
}

export interface AnalysisOptions {
  openShiftVersion: string;
  method: InstallMethod;
  /** What the engine says of secrets, which the page does not have. */
  ofSecrets: readonly ContractProblem[];
  /** Warnings that were decided to stay. */
  kept: readonly string[];
}

/** Reads and checks a text as it is typed; a few milliseconds. Never throws. */
export function analyse(doc: YamlText, options: AnalysisOptions): Analysis {
  const { openShiftVersion, method, ofSecrets, kept } = options;
  const read = readInstallConfig(doc.text);
  const { config } = afterLoading(read.config);
  const verdict = validateInstallConfig(doc, { method, openShiftVersion: openShiftVersion || undefined });
  const own = verdict.problems.filter(({ path = '' }) => !isHeld(doc, path));
  const problems: ConfigProblem[] = [
    ...own,
    ...ofSecrets
      .filter(({ path = '' }) => isHeld(doc, path))
      .map((problem) => ({ ...problem, ...placeOf(doc, problem.path ?? '') })),
  ];
  return {
    config,
    platform: platformOf(config),
    topology: topologyOf(config),
    problems,
    ...tally(problems, kept),
    deprecated: problems.filter(({ code }) => code === 'install-config-deprecated').length,
  };
}

/** Counts errors, and warnings that nobody decided about. */
export function tally(
  problems: readonly ConfigProblem[],
  kept: readonly string[],
): Pick<Analysis, 'errors' | 'open'> {
  return {
    errors: problems.filter(({ level }) => level === 'error').length,
    open: problems.filter((problem) => problem.level === 'warning' && !kept.includes(keyOf(problem))).length,
  };
}

/** Problems of a list as a whole: at none of its items. */
export function problemsOfList(
  problems: readonly ConfigProblem[],
  path: readonly (string | number)[],
): ConfigProblem[] {
  const { length } = pathText(path);
  return problems.filter(({ path: at = '' }) => !/\[\d+\]/.test(at.slice(length)));
}

/** What a decision about a warning is kept under. */
export function keyOf({ code, path = '', message }: ContractProblem): string {
  return `${code} ${path} ${message}`;
}

/** The installer takes it in silence: what breaks comes later. */
export function isUnnoticed({ code }: ContractProblem): boolean {
  return code === 'install-config-unnoticed';
}

/** `1 error to mend, 1 warning to decide` */
export function sentenceOf({ errors, open }: Pick<Analysis, 'errors' | 'open'>, readable: boolean): string {
  if (!readable) return 'The YAML cannot be read: mend it, and the form goes on';
  const warnings = open > 0 ? `${counted(open, 'warning')} to decide` : '';
  if (errors > 0) return [`${counted(errors, 'error')} to mend`, warnings].filter(Boolean).join(', ');
  return warnings ? `The installer takes it; ${warnings}` : 'The installer takes it';
}

/** Whether the engine holds what stands at a path. */
function isHeld(doc: YamlText, path: string): boolean {
  if (path === '') return false;
  const value = valueAt(doc, writtenPath(doc, pathOf(path)));
  return typeof value === 'string' && HELD_SECRET.test(value);
}

function placeOf(doc: YamlText, path: string): { line?: number; column?: number } {
  const place = placeAt(doc, writtenPath(doc, pathOf(path)), { of: 'key' });
  return place ? { line: place.line, column: place.column } : {};
}

/** Whether a text has a secret itself, not a name for it: such texts are not kept for undo. */
export function hasBareSecret(text: string): boolean {
  const doc = readYaml(text);
  return secretPaths(doc).some((path) => {
    const value = valueAt(doc, path);
    return typeof value === 'string' && value !== '' && !HELD_SECRET.test(value);
  });
}
