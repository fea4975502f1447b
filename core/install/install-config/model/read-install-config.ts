import { renameKey } from '../../../base/document/edit/edit.ts';
import { pathText } from '../../../base/document/field-path.ts';
import { nearest } from '../../../base/document/spelling.ts';
import { type Path, placeAt, readYaml, valueAt, type YamlText } from '../../../base/document/yaml-text.ts';
import { ERROR_CODES } from '../../../base/errors/codes.ts';
import { addProblem, fixesOf, type InstallConfigProblem, located } from './checks.ts';
import { decode, type Note } from './decode.ts';
import type { InstallConfig } from './model.ts';

export interface ReadInstallConfig {
  /** What could be decoded; empty when the text is no YAML. */
  config: InstallConfig;
  document: YamlText;
  /** Faults of the text, wrong types (errors, as for the installer), unknown and misspelt fields (warnings). */
  problems: InstallConfigProblem[];
}

/**
 * Reads install-config.yaml as the installer does: field names in any case, unknown fields kept and warned of (all of
 * them; the installer names the first one only), wrong types refused. Never throws. Messages hold no values.
 */
export function readInstallConfig(text: string, { file }: { file?: string } = {}): ReadInstallConfig {
  return readDocument(readYaml(text), file);
}

/** The same for a document that is open already. */
export function readDocument(document: YamlText, file: string | undefined): ReadInstallConfig {
  const problems: InstallConfigProblem[] = [];
  const [fault] = document.faults;
  if (fault) {
    // What follows is mostly the first fault's doing; the installer stops at it, too.
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
      message: `the file holds ${document.documents} documents; the installer reads the first one`,
      remedy: 'Take the others out.',
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
      remedy: near
        ? `The installer leaves ${path} out. Write ${near} if that is meant.`
        : `The installer leaves ${path} out. Take it out, or see whether it belongs elsewhere.`,
      fix: near === undefined ? undefined : renaming(document, note.path, near, fixes),
    };
  }
  if (note.kind === 'twice')
    return {
      code: 'install-config-suspicious',
      level: 'warning',
      message: `${path} gives ${note.name} a second time, in other letters; the installer takes the last one`,
      remedy: 'Take one of them out.',
    };
  return {
    code: 'install-config-suspicious',
    level: 'warning',
    message: `${path} is read as ${note.name}: the installer does not mind the case, other tools do`,
    remedy: `Write ${note.name}.`,
    fix: renaming(document, note.path, note.name, fixes),
  };
}

function renaming(document: YamlText, path: Path, name: string, fixes: ReturnType<typeof fixesOf>) {
  const parent = valueAt(document, path.slice(0, -1));
  if (typeof parent !== 'object' || parent === null || Object.hasOwn(parent, name)) return undefined;
  return fixes(`Write ${name}`, () => renameKey(document, path, name));
}

/** What parsers say of a text, without pieces of the text: one of them may be of a password. */
function withoutValues(message: string): string {
  const [first = ''] = message.split('\n');
  return first
    .replaceAll(/"(?:[^"\\]|\\.?)*(?:"|$)|'[^']*(?:'|$)/g, '…')
    .replaceAll(/[*&!]\S+/g, '…')
    .replace(/(escape sequence).*/s, '$1');
}
