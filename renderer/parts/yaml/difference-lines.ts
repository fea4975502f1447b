/** A line of a unified diff. */
interface DifferenceLine {
  kind: 'file' | 'place' | 'added' | 'removed' | 'same';
  text: string;
}

/** Returns the lines of `diff -u` with their kinds. The sign stays in the text, so that it is readable without color. */
export function differenceLines(unified: string): DifferenceLine[] {
  const lines = unified.replace(/\n$/, '').split('\n');
  // A removed line that starts with two dashes looks like a header, but headers appear in pairs before the first hunk.
  return lines.map((text, index): DifferenceLine => {
    if (text.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ') && lines[index + 2]?.startsWith('@@'))
      return { kind: 'file', text };
    if (text.startsWith('+++ ') && lines[index - 1]?.startsWith('--- ') && lines[index + 1]?.startsWith('@@'))
      return { kind: 'file', text };
    if (text.startsWith('@@')) return { kind: 'place', text };
    if (text.startsWith('+')) return { kind: 'added', text };
    if (text.startsWith('-')) return { kind: 'removed', text };
    return { kind: 'same', text };
  });
}
