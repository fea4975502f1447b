import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Digest, isDigest } from '../../base/image/digest.ts';

/** Names with the colons of RFC 3339, or with `-` on file systems that don't allow colons. */
const NAME = /^\.history-(\d{4}-\d{2}-\d{2})T(\d{2})[:-](\d{2})[:-](\d{2})Z$/;
const FOLDER = '.history';
const PREFIX = '.history-';

/** Returns the newest history file by the time in its name (oc-mirror v2: internal/pkg/history/history.go). */
export function newestHistory(names: string[]): string | undefined {
  return names
    .filter((name) => NAME.test(name.slice(name.lastIndexOf('/') + 1)))
    .toSorted()
    .at(-1);
}

/** Returns the digests in a history file, which has one per line. Ignores other lines. */
export function parseHistory(text: string): Digest[] {
  return text.split(/\r?\n/).filter(isDigest);
}

/** The newest history file below a `working-dir`. */
export interface OcMirrorHistory {
  /** Its name, such as `.history-2026-01-31T10:00:00Z`. */
  name: string;
  /** All content that was archived from this directory until then. */
  digests: Digest[];
}

/** The enclave that oc-mirror's archives count for. oc-mirror knows only one chain of archives. */
const HISTORY_ENCLAVE = 'default';

/** Returns whether oc-mirror's history counts for an enclave: any other one never got its archives. */
export function historyCountsFor(enclave: string): boolean {
  return enclave === HISTORY_ENCLAVE;
}

/** Returns oc-mirror's history of a `working-dir`, undefined if there is none. */
export async function readHistory(workingDir: string): Promise<OcMirrorHistory | undefined> {
  const folder = join(workingDir, FOLDER);
  const name = newestHistory(await readdir(folder).catch(() => []));
  if (name === undefined) return undefined;
  return { name, digests: parseHistory(await readFile(join(folder, name), 'utf8')) };
}

/** Returns the digests of oc-mirror's archives that count as sent to an enclave. */
export async function historyOf(workingDir: string, enclave: string): Promise<Digest[]> {
  return historyCountsFor(enclave) ? ((await readHistory(workingDir))?.digests ?? []) : [];
}

/**
 * Returns the name and text of the history file that oc-mirror would write after an archive: it replaces the newest one,
 * so it contains everything that was sent.
 */
export function nextHistory(
  newest: string | undefined,
  digests: Iterable<Digest>,
  now: Date,
): { name: string; text: string } {
  const last = newest === undefined ? Number.NEGATIVE_INFINITY : Date.parse(historyTime(newest)!);
  const time = new Date(Math.max(now.getTime(), last + 1000)).toISOString().replace(/\.\d+Z$/, 'Z');
  return { name: `${FOLDER}/${PREFIX}${time}`, text: [...digests].map((digest) => `${digest}\n`).join('') };
}

/** Returns the time in the name of a history file (RFC 3339), undefined for other files. */
export function historyTime(name: string): string | undefined {
  const [, day, hours, minutes, seconds] = NAME.exec(name.slice(name.lastIndexOf('/') + 1)) ?? [];
  return day && `${day}T${hours}:${minutes}:${seconds}Z`;
}
