import { htmlPage, tableHtml } from '../../base/document/html-page.ts';
import { inHtml, visibleLine } from '../../base/document/inert-text.ts';
import { t } from './messages.ts';

/** A part of a page to print. */
export type PagePart =
  | { heading: string }
  | { text: string }
  /** Large and on its own line, for a code or a fingerprint. */
  | { mark: string; caption: string }
  | { command: string }
  | { list: readonly string[] }
  | { columns: readonly string[]; rows: readonly (readonly string[])[] }
  /** Lines to fill in by hand. */
  | { signatures: readonly string[] };

/** A static page to print, without scripts and external content. */
export interface StaticPage {
  title: string;
  /** Shown at the head and foot of every sheet. */
  marking?: string;
  parts: readonly PagePart[];
}

/** Returns the page as HTML, with all texts escaped. */
export function pageHtml({ title, marking, parts }: StaticPage): string {
  const content = `<h1>${inHtml(title)}</h1>\n${parts.map(partHtml).join('\n')}`;
  const body = marking === undefined ? content : marked(content, inHtml(marking));
  return htmlPage({ title, style: STYLE, body });
}

/** Wraps the page in a table, because printers repeat its head and foot on every sheet. */
function marked(content: string, marking: string): string {
  const row = (inside: string) => `<tr><td>${inside}</td></tr>`;
  const banner = row(`<p class="marking">${marking}</p>`);
  return `<table class="sheet" role="presentation">
<thead>${banner}</thead>
<tfoot>${banner}</tfoot>
<tbody>${row(content)}</tbody>
</table>`;
}

function partHtml(part: PagePart): string {
  if ('heading' in part) return `<h2>${inHtml(part.heading)}</h2>`;
  if ('text' in part) return `<p>${inHtml(part.text)}</p>`;
  if ('mark' in part)
    return `<p class="mark"><strong>${inHtml(part.mark)}</strong><span>${inHtml(part.caption)}</span></p>`;
  if ('command' in part) return `<pre><code>${inHtml(part.command)}</code></pre>`;
  if ('list' in part) return `<ol>\n${part.list.map((item) => `<li>${inHtml(item)}</li>`).join('\n')}\n</ol>`;
  if ('signatures' in part)
    return tableHtml(
      ['', t('signerColumn'), t('signedAtColumn'), t('signatureColumn')],
      part.signatures.map((role) => [role, '', '', '']),
      { table: 'by-hand', cell: cellClass },
    );
  return tableHtml(part.columns, part.rows, { cell: cellClass });
}

/** Returns the class of a cell. Long texts such as digests and references may break anywhere. */
function cellClass(text: string): string | undefined {
  return text.length > 24 ? 'long' : undefined;
}

/** Returns the same content for a terminal, which shows it in full before it is saved. */
export function pageText({ title, marking, parts }: StaticPage): string {
  const blocks = parts.map((part) => {
    if ('heading' in part)
      return `${visibleLine(part.heading)}\n${'-'.repeat(visibleLine(part.heading).length)}`;
    if ('text' in part) return visibleLine(part.text);
    if ('mark' in part) return `    ${part.mark}\n    ${part.caption}`;
    if ('command' in part) return `    ${part.command.replaceAll('\n', '\n    ')}`;
    if ('list' in part) return part.list.map((item, i) => `${i + 1}. ${visibleLine(item)}`).join('\n');
    if ('signatures' in part) return part.signatures.map((role) => t('signatureLine', { role })).join('\n');
    const rows = part.columns.every((column) => column === '') ? part.rows : [part.columns, ...part.rows];
    return rows.map((cells) => cells.map(visibleLine).join('  ').trimEnd()).join('\n');
  });
  const banner = marking === undefined ? [] : [visibleLine(marking)];
  return `${[...banner, visibleLine(title), ...blocks, ...banner].join('\n\n')}\n`;
}

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#151515;background:#fff}' +
  'pre{background:#f2f2f2;padding:.75rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere}' +
  'table{border-collapse:collapse;width:100%}th,td{border:1px solid #c7c7c7;padding:.3rem .5rem;text-align:left;' +
  'vertical-align:top}.long{overflow-wrap:anywhere}tr{break-inside:avoid}thead{display:table-header-group}' +
  '.by-hand td{height:2.6rem}.by-hand td:first-child{width:9rem}' +
  '.mark{display:flex;gap:1rem;align-items:baseline;flex-wrap:wrap}.mark strong{font:700 2rem/1.2 ui-monospace,monospace}' +
  '.marking{text-align:center;font-weight:700;letter-spacing:.05em;margin:.5rem 0}' +
  '.sheet>*>tr>td{border:0;padding:0}.sheet>*>tr{break-inside:auto}.sheet>tfoot{display:table-footer-group}' +
  'h2{break-after:avoid}@page{margin:14mm}@media print{body{margin:0;max-width:none;font-size:11px;padding:0}' +
  'pre{border:1px solid #c7c7c7}}';
