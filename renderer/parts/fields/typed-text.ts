/** Returns the typed text without surrounding blanks, or undefined if it's empty. */
export function typedText(text: string): string | undefined {
  return text.trim() || undefined;
}
