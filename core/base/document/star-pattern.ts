/** Stands for any text among the parts of {@link starPattern}. */
export const STAR = Symbol('*');

/**
 * Returns the source of a regular expression for one element of a glob: `parts` are sources of fixed length, and
 * {@link STAR} among them is any number of `character`. What follows a star but the last is searched once, at its first
 * place, so that a search takes linear time for each star instead of a power of the length by their number.
 * @param group a prefix for names of groups, different for each element of one expression
 */
export function starPattern(
  parts: readonly (string | typeof STAR)[],
  character: string,
  group: string,
): string {
  const segments: string[] = [''];
  for (const part of parts) {
    if (part === STAR) segments.push('');
    else segments[segments.length - 1] += part;
  }
  const [first = '', ...others] = segments;
  return (
    first +
    others
      .map((segment, index) =>
        index === others.length - 1
          ? `${character}*${segment}`
          : // Assertions are atomic: what they matched is never tried elsewhere.
            `(?=(?<${group}x${index}>${character}*?${segment}))\\k<${group}x${index}>`,
      )
      .join('')
  );
}
