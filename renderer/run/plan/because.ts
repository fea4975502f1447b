/** A field of the configuration with its file and line, and what of it asked for an image. */
const FIELD = /^(\S+) \((?:[^()]*\/)?([^/()]+:\d+)\)(?:: (.+))?$/;

/** Why an image is in a plan, where a line is short: what says most comes first, the folder of the file is left out. */
export function because(why: string): string {
  const found = FIELD.exec(why);
  if (!found) return why;
  const [, field, place, reason] = found;
  return `${reason ?? field} (${place})`;
}
