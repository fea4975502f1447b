import { renameKey } from '../../../base/document/edit/edit.ts';
import { pathText } from '../../../base/document/field-path.ts';
import { nearest } from '../../../base/document/spelling.ts';
import { type Path, placeAt, readYaml, valueAt, type YamlText } from '../../../base/document/yaml-text.ts';
import { ERROR_CODES } from '../../../base/errors/codes.ts';
import { addProblem, fixesOf, type InstallConfigProblem, located } from './checks.ts';
import { decode, type Note } from './decode.ts';
import { t } from './messages.ts';
import type { InstallConfig } from './model.ts';

export interface ReadInstallConfig {
  /** The decoded fields; empty if the text isn't YAML. */
  config: InstallConfig;
  document: YamlText;
  /** Errors for invalid YAML and wrong types, and warnings for unknown and misspelled fields. */
  problems: InstallConfigProblem[];
}

/**
 * Reads install-config.yaml as the installer does: field names in any case, a warning for each unknown field (the
 * installer reports only the first one), an error for wrong types. Never throws. Messages contain no values.
 */
export function readInstallConfig(text: string, { file }: { file?: string } = {}): ReadInstallConfig {
  return readDocument(readYaml(text), file);
}

/** Reads the configuration from an open document. */
export function readDocument(document: YamlText, file: string | undefined): ReadInstallConfig {
  const problems: InstallConfigProblem[] = [];
  const [fault] = document.faults;
  if (fault) {
    // The first fault causes most others, and the installer stops at it, too.
    const { line, column } = fault;
    const message = `yaml: line ${line}: ${withoutValues(fault.message)}`;
    problems.push({ ...unreadable(message), file, line, column });
    return { config: {}, document, problems };
  }
  const notes: Note[] = [];
  const config = decode(valueAt(document, []), notes);
  const fixes = fixesOf(document);
  for (const note of notes)
    addProblem(problems, document, file, () => {
      const key = note.kind === 'type' ? undefined : placeAt(document, note.path, { of: 'key' });
      const place = key ? { file, line: key.line, column: key.column } : located(document, note.path, file);
      const { fix, ...problem } = problemOf(note, document, fixes);
      return { ...problem, ...place, path: note.path.length > 0 ? pathText(note.path) : undefined, fix };
    });
  if (document.documents > 1)
    problems.push({
      code: 'install-config-suspicious',
      level: 'warning',
      message: t('severalDocuments', { count: document.documents }),
      remedy: t('severalDocumentsRemedy'),
      ...located(document, [], file),
    });
  return { config, document, problems };
}

function unreadable(message: string): InstallConfigProblem {
  return {
    code: 'install-config-unreadable',
    level: 'error',
    message: `failed to unmarshal install-config.yaml: ${message}`,
    remedy: ERROR_CODES['install-config-unreadable'][1],
  };
}

function problemOf(note: Note, document: YamlText, fixes: ReturnType<typeof fixesOf>): InstallConfigProblem {
  if (note.kind === 'type') return unreadable(note.message);
  const path = pathText(note.path);
  if (note.kind === 'unknown') {
    const name = String(note.path.at(-1));
    const near = nearest(name, note.known);
    return {
      code: 'install-config-unknown-field',
      level: 'warning',
      message: `failed to parse first occurrence of unknown field: failed to unmarshal install-config.yaml: json: unknown field "${name}"`,
      remedy: near ? t('unknownFieldNearRemedy', { path, near }) : t('unknownFieldRemedy', { path }),
      fix: near === undefined ? undefined : renaming(document, note.path, near, fixes),
    };
  }
  if (note.kind === 'twice')
    return {
      code: 'install-config-suspicious',
      level: 'warning',
      message: t('fieldTwice', { path, name: note.name }),
      remedy: t('fieldTwiceRemedy', { name: note.name }),
    };
  return {
    code: 'install-config-suspicious',
    level: 'warning',
    message: t('fieldCase', { path, name: note.name }),
    remedy: t('fieldCaseRemedy', { path, name: note.name }),
    fix: renaming(document, note.path, note.name, fixes),
  };
}

function renaming(document: YamlText, path: Path, name: string, fixes: ReturnType<typeof fixesOf>) {
  const parent = valueAt(document, path.slice(0, -1));
  if (typeof parent !== 'object' || parent === null || Object.hasOwn(parent, name)) return undefined;
  return fixes(t('renameFix', { name }), () => renameKey(document, path, name));
}

/** Returns the message of a parser without quoted parts of the text, which may be part of a password. */
function withoutValues(message: string): string {
  const [first = ''] = message.split('\n');
  return first
    .replaceAll(/"(?:[^"\\]|\\.?)*(?:"|$)|'[^']*(?:'|$)/g, '…')
    .replaceAll(/[*&!]\S+/g, '…')
    .replace(/(escape sequence).*/s, '$1');
}
