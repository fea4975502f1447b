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
import { STORED_SECRET } from '../../../core/contract/topics/install-config-requests.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { t } from './messages.ts';

/** A problem with the change that fixes it. */
export interface ConfigProblem extends ContractProblem {
  fix?: Fix;
}

/** The result of checking a text. */
export interface Analysis {
  /** The configuration as the installer loads it. */
  config: InstallConfig;
  platform: string;
  topology: Topology | undefined;
  /** In the order of the installer, errors first. */
  problems: ConfigProblem[];
  errors: number;
  /** Number of warnings that weren't accepted. */
  open: number;
  deprecated: number;
  /** The platform, if Airlock doesn't apply all rules that the installer has for it. */
  unchecked?: string | undefined;
}

export interface AnalysisOptions {
  openShiftVersion: string;
  method: InstallMethod;
  /** Problems of secrets, which only the engine has. */
  ofSecrets: readonly ContractProblem[];
  /** Keys of accepted warnings. */
  acceptedWarnings: readonly string[];
}

/** Reads and checks a text while it's edited, in a few milliseconds. Never throws. */
export function analyze(doc: YamlText, options: AnalysisOptions): Analysis {
  const { openShiftVersion, method, ofSecrets, acceptedWarnings } = options;
  const read = readInstallConfig(doc.text);
  const { config } = afterLoading(read.config);
  const verdict = validateInstallConfig(doc, { method, openShiftVersion: openShiftVersion || undefined });
  const own = verdict.problems.filter(({ path = '' }) => !isStored(doc, path));
  const problems: ConfigProblem[] = [
    ...own,
    ...ofSecrets
      .filter(({ path = '' }) => isStored(doc, path))
      .map((problem) => ({ ...problem, ...placeOf(doc, problem.path ?? '') })),
  ];
  return {
    config,
    platform: platformOf(config),
    topology: topologyOf(config),
    problems,
    ...tally(problems, acceptedWarnings),
    deprecated: problems.filter(({ code }) => code === 'install-config-deprecated').length,
    unchecked: verdict.unchecked?.platform,
  };
}

/** Counts errors, and warnings that weren't accepted. */
export function tally(
  problems: readonly ConfigProblem[],
  acceptedWarnings: readonly string[],
): Pick<Analysis, 'errors' | 'open'> {
  return {
    errors: problems.filter(({ level }) => level === 'error').length,
    open: problems.filter(
      (problem) => problem.level === 'warning' && !acceptedWarnings.includes(keyOf(problem)),
    ).length,
  };
}

/** Returns the problems of a list that belong to none of its items. */
export function problemsOfList(
  problems: readonly ConfigProblem[],
  path: readonly (string | number)[],
): ConfigProblem[] {
  const { length } = pathText(path);
  return problems.filter(({ path: at = '' }) => !/\[\d+\]/.test(at.slice(length)));
}

/** Returns the key under which an accepted warning is stored. */
export function keyOf({ code, path = '', message }: ContractProblem): string {
  return `${code} ${path} ${message}`;
}

/** Returns whether the installer doesn't detect a problem. */
export function isUnnoticed({ code }: ContractProblem): boolean {
  return code === 'install-config-unnoticed';
}

/** Returns the state of the configuration as the title of the screen. */
export function sentenceOf(
  { errors, open: warnings, unchecked: platform }: Pick<Analysis, 'errors' | 'open' | 'unchecked'>,
  readable: boolean,
): string {
  if (!readable) return t('unreadableTitle');
  if (errors > 0)
    return warnings > 0 ? t('invalidWarningsTitle', { errors, warnings }) : t('invalidTitle', { errors });
  if (platform !== undefined) return t('validInPartTitle', { platform, warnings });
  return warnings > 0 ? t('validWarningsTitle', { warnings }) : t('validTitle');
}

/** Returns whether the value at a path is a placeholder for a secret in the engine. */
function isStored(doc: YamlText, path: string): boolean {
  if (path === '') return false;
  const value = valueAt(doc, writtenPath(doc, pathOf(path)));
  return typeof value === 'string' && STORED_SECRET.test(value);
}

function placeOf(doc: YamlText, path: string): { line?: number; column?: number } {
  const place = placeAt(doc, writtenPath(doc, pathOf(path)), { of: 'key' });
  return place ? { line: place.line, column: place.column } : {};
}

/** Returns whether a text contains a secret instead of its placeholder. Such texts aren't stored for undo. */
export function hasBareSecret(text: string): boolean {
  const doc = readYaml(text);
  return secretPaths(doc).some((path) => {
    const value = valueAt(doc, path);
    return typeof value === 'string' && value !== '' && !STORED_SECRET.test(value);
  });
}
