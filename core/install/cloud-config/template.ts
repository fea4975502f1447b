/** Replaces an action of a template. It has the same length, so that places stay. */
const FILLER = '\u2026';

/**
 * Returns a text without the actions of templates (`{{ … }}` of Helm and Ansible). Lines with only actions become empty, and
 * actions in other lines become ellipses of the same length. Places stay.
 * @returns the given text if it has no actions; `line` is the line of the first action
 */
export function withoutTemplate(text: string): { text: string; line?: number } {
  const first = text.indexOf('{{');
  if (first < 0 || !/\{\{[^{}]*\}\}/.test(text)) return { text };
  const blank = (action: string) => action.replaceAll(/[^\n]/g, ' ');
  const filled = text
    .replaceAll(/^[ \t]*(?:\{\{[^{}]*\}\}[ \t]*)+$/gm, blank)
    .replaceAll(/\{\{[^{}]*\}\}/g, (action) => action.replaceAll(/[^\n]/g, FILLER));
  return { text: filled, line: text.slice(0, first).split('\n').length };
}

/** Returns whether a value is a placeholder of a template. */
export function isPlaceholder(value: string): boolean {
  return value.includes(FILLER);
}

/**
 * Returns the text that a shell command writes (`cat <<EOF … EOF`), as in guides. The lines around it become empty. Places stay.
 */
export function withoutHeredoc(text: string): string {
  const begin = /<<-?\s*["']?(\w+)/.exec(text);
  const lineEnd = begin ? text.indexOf('\n', begin.index + begin[0].length) : -1;
  if (!begin || lineEnd < 0) return text;
  const start = lineEnd + 1;
  const end = new RegExp(`^[ \\t]*${begin[1]}[ \\t]*\\r?$`, 'm').exec(text.slice(start));
  if (!end) return text;
  const blank = (part: string) => part.replaceAll(/[^\n]/g, '');
  return (
    blank(text.slice(0, start)) + text.slice(start, start + end.index) + blank(text.slice(start + end.index))
  );
}
