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
  const unreadable = (message: string, place: { line: number; column: number }, path?: string) => ({
    code: 'install-config-unreadable',
    level: 'error' as const,
    message: `failed to unmarshal install-config.yaml: ${message}`,
    remedy: ERROR_CODES['install-config-unreadable'][1],
    ...(file !== undefined && { file }),
    line: place.line,
    column: place.column,
    ...(path && { path }),
  });
  if (document.faults.length) {
    // What follows is mostly the first fault's doing; the installer stops at it, too.
    const [fault] = document.faults;
    const problems = fault
      ? [unreadable(`yaml: line ${fault.line}: ${withoutValues(fault.message)}`, fault)]
      : [];
    return { config: {}, document, problems };
  }
  const notes: Note[] = [];
  const config = decode(valueAt(document, []), notes);
  const problems: InstallConfigProblem[] = [];
  const fixes = fixesOf(document);
  for (const note of notes)
    addProblem(problems, document, file, () => problemOf(note, document, file, unreadable, fixes));
  if (document.documents > 1)
    problems.push({
      code: 'install-config-doubtful',
      level: 'warning',
      message: `the file holds ${document.documents} documents; the installer reads the first one`,
      remedy: 'Take the others out.',
      ...located(document, [], file),
    });
  return { config, document, problems };
}

function problemOf(
  note: Note,
  document: YamlText,
  file: string | undefined,
  unreadable: (
    message: string,
    place: { line: number; column: number },
    path?: string,
  ) => InstallConfigProblem,
  fixes: ReturnType<typeof fixesOf>,
): InstallConfigProblem {
  const path = pathText(note.path);
  if (note.kind === 'type') return unreadable(note.message, located(document, note.path, file), path);
  const name = String(note.path.at(-1));
  const place = { ...keyPlace(document, note.path, file), path };
  if (note.kind === 'unknown') {
    const near = nearest(name, note.known);
    const fix = near && renaming(document, note.path, near, fixes);
    return {
      code: 'install-config-unknown-field',
      level: 'warning',
      message: `failed to parse first occurrence of unknown field: failed to unmarshal install-config.yaml: json: unknown field "${name}"`,
      remedy: near
        ? `The installer leaves ${path} out. Write ${near} if that is meant.`
        : `The installer leaves ${path} out. Take it out, or see whether it belongs elsewhere.`,
      ...place,
      ...(fix && { fix }),
    };
  }
  if (note.kind === 'twice')
    return {
      code: 'install-config-doubtful',
      level: 'warning',
      message: `${path} gives ${note.name} a second time, in other letters; the installer takes the last one`,
      remedy: 'Take one of them out.',
      ...place,
    };
  const fix = renaming(document, note.path, note.name, fixes);
  return {
    code: 'install-config-doubtful',
    level: 'warning',
    message: `${path} is read as ${note.name}: the installer does not mind the case, other tools do`,
    remedy: `Write ${note.name}.`,
    ...place,
    ...(fix && { fix }),
  };
}

function keyPlace(document: YamlText, path: Path, file: string | undefined) {
  const key = placeAt(document, path, { of: 'key' });
  return key
    ? { ...(file !== undefined && { file }), line: key.line, column: key.column }
    : located(document, path, file);
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
    .replace(/(escape sequence).*$/, '$1');
}
