import { applyTextEdits } from '../../../base/document/edit/text-edits.ts';
import { keyFor } from '../../../base/document/field-path.ts';
import type { Field } from '../../../base/document/fields.ts';
import { type Path, placeAt, readYaml, valueAt, type YamlText } from '../../../base/document/yaml-text.ts';
import { INSTALL_CONFIG } from './install-config-fields.ts';
import { isLikePublicKey } from './ssh-key.ts';

/** Matches secrets of platforms that Airlock has no form for, too. */
const SECRET_NAMES =
  /^(pullsecret|password|clientsecret|apikey|secretaccesskey|privatekey|serviceaccount(json)?|token|.*password)$/i;

/** The start of a private key: a PEM or PuTTY header, or the encoded magic of OpenSSH without its header. */
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----|PuTTY-User-Key-File-\d|b3BlbnNzaC1rZXktdjE/;

/** Returns whether a text contains a private key. A public key isn't a secret. */
export function containsPrivateKey(text: string): boolean {
  return PRIVATE_KEY.test(text);
}

/** Returns the lines of `sshKey` that aren't comments. */
export function keyLines(sshKey: string): string[] {
  return sshKey.split('\n').filter((line) => line.trim() && !line.trimStart().startsWith('#'));
}

/** Returns whether a value of `sshKey` may be a secret that was pasted by mistake. */
function isSecretKey(value: unknown): boolean {
  return typeof value !== 'string' || !keyLines(value).every(isLikePublicKey);
}

/** Returns the paths of pull secret, passwords, private keys and other values than public keys in `sshKey`, as the file spells them. */
export function secretPaths(document: YamlText): Path[] {
  const paths: Path[] = [];
  collect(valueAt(document, []), INSTALL_CONFIG, [], paths);
  return paths;
}

/** Replaces a secret in previews, drafts and pictures. */
export const MASK = '********';

/**
 * Returns the text with every secret replaced by asterisks, and all else unchanged. In a text that isn't YAML, every value
 * that may contain a secret is masked, with the deeper lines below it. URLs lose their user info.
 */
export function maskSecrets(text: string): string {
  const document = readYaml(text);
  const masked = document.faults.length ? maskLines(text) : maskValues(document);
  return masked.replaceAll(/(:\/\/)[^/@\s"']+@/g, `$1${MASK}@`);
}

function maskValues(document: YamlText): string {
  const edits = [];
  for (const path of secretPaths(document)) {
    const place = placeAt(document, path, { of: 'value' });
    const old = place && document.text.slice(place.start, place.end);
    if (!place || !old?.trim()) continue;
    // The line end after the last line of a block belongs to the block and is retained.
    const end = /\r?\n$/.exec(old)?.[0] ?? '';
    edits.push({ start: place.start, end: place.end, text: `'${MASK}'${end}` });
  }
  return applyTextEdits(document.text, edits);
}

function maskLines(text: string): string {
  let below: number | undefined;
  return text
    .split(/(?<=\n)/)
    .map((line) => {
      const [, indent = '', , name = '', gap = '', rest = '', end = ''] =
        /^(\s*)((?:-\s+)*)["']?([\w.-]*)["']?(\s*:\s*)?(.*?)(\r?\n)?$/s.exec(line) ?? [];
      const depth = indent.length;
      if (below !== undefined && (depth > below || !line.trim()))
        return line.trim() ? `${indent}${MASK}${end}` : line;
      below = undefined;
      // An invalid file may have secrets anywhere on the line, also in a mapping in braces.
      if (/[{[]/.test(line) && /(password|secret|sshkey|auth)/i.test(line)) return `${indent}${MASK}${end}`;
      if (!gap || !(SECRET_NAMES.test(name) || /^sshkey$/i.test(name))) return line;
      below = depth;
      return rest.trim() ? `${line.slice(0, line.length - rest.length - end.length)}'${MASK}'${end}` : line;
    })
    .join('');
}

function collect(value: unknown, field: Field | undefined, path: Path, paths: Path[]): void {
  if (value === null || value === undefined) return;
  const named = typeof path.at(-1) === 'string' && SECRET_NAMES.test(String(path.at(-1)));
  if ((field?.kind === 'text' && field.secret) || (named && path.length > 0)) {
    if (value !== '') paths.push(path);
    return;
  }
  if (/^sshkey$/i.test(String(path.at(-1))) && isSecretKey(value)) {
    paths.push(path);
    return;
  }
  if (typeof value === 'string' && containsPrivateKey(value)) paths.push(path);
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries())
      collect(item, field?.kind === 'list' ? field.of : undefined, [...path, i], paths);
  } else if (typeof value === 'object') {
    for (const [key, part] of Object.entries(value)) {
      const fields = field?.kind === 'object' ? field.fields : {};
      const name = keyFor(fields, key);
      collect(part, name === undefined ? undefined : fields[name], [...path, key], paths);
    }
  }
}
