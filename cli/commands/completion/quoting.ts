/** Returns a text as one word of bash, zsh and fish. */
export function quoted(text: string): string {
  return /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "'\\''")}'`;
}

/** Returns the name of a shell function for a program: `_oc_mirror`. */
export function functionName(program: string): string {
  return `_${program.replaceAll(/\W/g, '_')}`;
}
