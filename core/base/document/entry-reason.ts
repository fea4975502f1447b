/** The place of an entry in a configuration. */
interface EntryPlace {
  path?: string;
  file?: string;
  line?: number;
}

/** Returns an entry with its line: `mirror.operators[0] (isc.yaml:5)`. @param path used for an entry without a place */
export function entryText(at: EntryPlace | undefined, path: string): string {
  const entry = at?.path ?? path;
  // Joined, because V8 retains the parts of a text that it concatenates.
  return at?.line ? [entry, ' (', at.file ?? 'line', ':', at.line, ')'].join('') : entry;
}

/** Returns why content is needed: `mirror.operators[0] (isc.yaml:5): needed by bundle anvil.v1`. */
export function entryReason(entry: string, reason: string): string {
  return `${entry}: ${reason}`;
}

/** Matches the texts of {@link entryText} and {@link entryReason}. */
const ENTRY = /^(\S+) \((?:[^()]*\/)?([^/()]+:\d+)\)(?:: (.+))?$/;

/**
 * Returns a reason for short lines: the reason before the entry, and the file without its directory. Other texts are
 * unchanged.
 */
export function shortReason(text: string): string {
  const found = ENTRY.exec(text);
  if (!found) return text;
  const [, entry, place, reason] = found;
  return `${reason ?? entry} (${place})`;
}
