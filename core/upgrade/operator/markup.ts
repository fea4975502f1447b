/** Text as it must stand in HTML, XML and their attributes. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '\ufffd');
}
