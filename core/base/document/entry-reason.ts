/** Where an entry of a configuration is. */
interface EntryPlace {
  path?: string;
  file?: string;
  line?: number;
}

/** An entry of a configuration with its line: `mirror.operators[0] (isc.yaml:5)`. @param path of an entry without place */
export function entryText(at: EntryPlace | undefined, path: string): string {
  const entry = at?.path ?? path;
  return at?.line ? `${entry} (${at.file ?? 'line'}:${at.line})` : entry;
}

/** Why an entry asks for something: `mirror.operators[0] (isc.yaml:5): needed by bundle anvil.v1`. */
export function entryReason(entry: string, reason: string): string {
  return `${entry}: ${reason}`;
}

/** What {@link entryText} and {@link entryReason} write. */
const ENTRY = /^(\S+) \((?:[^()]*\/)?([^/()]+:\d+)\)(?:: (.+))?$/;

/** A reason where a line is short: without the folder of the file, and the reason before the entry. Others as they are. */
export function shortReason(text: string): string {
  const found = ENTRY.exec(text);
  if (!found) return text;
  const [, entry, place, reason] = found;
  return `${reason ?? entry} (${place})`;
}
