/** Returns what was typed without blanks around it; undefined when that is nothing. */
export function typedText(text: string): string | undefined {
  return text.trim() || undefined;
}
