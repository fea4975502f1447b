import { sha256 } from '../../base/image/sha256.ts';

/** Name of the checksum list of one drive of a transfer, next to its volumes. */
export const CHECKSUM_LIST = /^drive-[1-9]\d{0,5}\.sha256$/;

/** Largest list that is read, in bytes. */
export const LARGEST_CHECKSUM_LIST = 64 * 1024 * 1024;

/** A file of a drive as its checksum list describes it. */
export interface ListedFile {
  /** Relative to the drive, with `/`. */
  path: string;
  /** Bytes. */
  size: number;
  /** Hex. Undefined for a volume that was written without reading it back: only its size is known. */
  sha256?: string;
}

/** Returns the name of the checksum list of a drive, by the drive's number in its export. */
export function checksumListName(number: number): string {
  return `drive-${number}.sha256`;
}

/** Returns the number of the drive that a checksum list is named after; undefined for other files. */
export function checksumListNumber(name: string): number | undefined {
  return CHECKSUM_LIST.test(name) ? Number(name.slice('drive-'.length, -'.sha256'.length)) : undefined;
}

const HEADER = /^# airlock checksums 1 ([0-9a-f]{64})$/;
const SIZE = /^# ([0-9]{1,16}) (checked|unread)$/;
const LINE = /^(\\?)([0-9a-f]{64}) {2}(.+)$/;

/**
 * Returns a checksum list as text that `sha256sum --check` accepts. The first line is a comment with the SHA-256 of all
 * lines below it, which reveals damage to the list. A comment with the size precedes each file.
 */
export function encodeChecksumList(files: readonly ListedFile[]): string {
  const lines = files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, size, sha256: hex }) => {
      const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
      const line = `${escaped === path ? '' : '\\'}${hex ?? '0'.repeat(64)}  ${escaped}\n`;
      return hex === undefined ? `# ${size} unread\n# ${line}` : `# ${size} checked\n${line}`;
    });
  const body = lines.join('');
  return `# airlock checksums 1 ${sha256(body).slice('sha256:'.length)}\n${body}`;
}

/** Returns the files of a checksum list. Undefined for an altered list or another file. Never throws. */
export function parseChecksumList(text: string): ListedFile[] | undefined {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  const own = HEADER.exec(text.slice(0, Math.max(0, end)))?.[1];
  if (own === undefined || sha256(body) !== `sha256:${own}` || !(body === '' || body.endsWith('\n')))
    return undefined;
  const lines = body.split('\n');
  const files: ListedFile[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const [, size, state] = SIZE.exec(lines[i]!) ?? [];
    const [, backslash, hex, name] = LINE.exec(lines[i + 1]!.replace(/^# /, '')) ?? [];
    if (size === undefined || name === undefined) return undefined;
    const path = backslash ? unescaped(name) : name;
    if (!isInside(path)) return undefined;
    files.push({ path, size: Number(size), sha256: state === 'checked' ? hex! : undefined });
  }
  return files;
}

function unescaped(name: string): string {
  const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', '\\': '\\' };
  return name.replaceAll(/\\(.)/g, (_all, letter: string) => letters[letter] ?? letter);
}

/** A list is untrusted because drives change hands. It may only name files of its own drive. */
function isInside(path: string): boolean {
  return path
    .split('/')
    .every((step) => step !== '' && step !== '.' && step !== '..' && !step.includes('\0'));
}
