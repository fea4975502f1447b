import { inHtml } from './inert-text.ts';

/** Content security policy that allows only the page's own style. */
export const NOTHING_LOADED = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;

/**
 * Returns a static page without scripts and external resources, suitable for printing.
 * @param body HTML. `style` is CSS, and `title` is text
 */
export function htmlPage({
  title,
  head = [NOTHING_LOADED, '<meta name="viewport" content="width=device-width">'],
  style,
  body,
}: {
  title: string;
  head?: readonly string[];
  style: string;
  body: string;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${head.join('\n')}
<title>${inHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Returns a table of texts. It has no head if no column has a name. */
export function tableHtml(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  classes: { table?: string; cell?: (text: string) => string | undefined } = {},
): string {
  const start = (tag: string, name: string | undefined) => (name ? `<${tag} class="${name}">` : `<${tag}>`);
  const cell = (text: string) => `${start('td', classes.cell?.(text))}${inHtml(text)}</td>`;
  const head = columns.some((column) => column !== '')
    ? `<thead><tr>${columns.map((column) => `<th>${inHtml(column)}</th>`).join('')}</tr></thead>\n`
    : '';
  const body = rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`).join('\n');
  return `${start('table', classes.table)}\n${head}<tbody>\n${body}\n</tbody>\n</table>`;
}
