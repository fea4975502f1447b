import { htmlPage, tableHtml } from '../../base/document/html-page.ts';
import { inHtml } from '../../base/document/inert-text.ts';
import type { SheetPart } from './handoff-sheet.ts';
import { t } from './messages.ts';

/** Returns the sheet as Markdown. Consecutive commands share a block. */
export function sheetMarkdown(parts: readonly SheetPart[]): string {
  const blocks = grouped(parts).map((part) => {
    if ('heading' in part) return `## ${part.heading}`;
    if ('text' in part) return inMarkdown(part.text);
    if ('commands' in part) return `\`\`\`sh\n${part.commands.join('\n')}\n\`\`\``;
    const row = (cells: readonly string[]) =>
      `| ${cells.map((cell) => inMarkdown(cell).replaceAll('|', '\\|')).join(' | ')} |`;
    return [row(part.columns), row(part.columns.map(() => '---')), ...part.rows.map(row)].join('\n');
  });
  return `${[`# ${t('sheetTitle')}`, ...blocks].join('\n\n')}\n`;
}

/** Returns the sheet as a static HTML page for display and print, without scripts or external content. */
export function sheetHtml(parts: readonly SheetPart[]): string {
  const blocks = grouped(parts).map((part) => {
    if ('heading' in part) return `<h2>${inHtml(part.heading)}</h2>`;
    if ('text' in part) return `<p>${inHtml(part.text)}</p>`;
    if ('commands' in part) return `<pre><code>${part.commands.map(inHtml).join('\n')}</code></pre>`;
    return tableHtml(part.columns, part.rows);
  });
  const title = t('sheetTitle');
  return htmlPage({ title, style: STYLE, body: `<h1>${inHtml(title)}</h1>\n${blocks.join('\n')}` });
}

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#151515;background:#fff}' +
  'pre{background:#f2f2f2;padding:.75rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere}' +
  'table{border-collapse:collapse;width:100%}th,td{border:1px solid #c7c7c7;padding:.35rem .6rem;text-align:left;' +
  'vertical-align:top;overflow-wrap:anywhere}@media print{body{margin:0;max-width:none;font-size:11px}}';

type Grouped = Exclude<SheetPart, { command: string }> | { commands: string[] };

function grouped(parts: readonly SheetPart[]): Grouped[] {
  const all: Grouped[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (!('command' in part)) all.push(part);
    else if (last && 'commands' in last) last.commands.push(part.command);
    else all.push({ commands: [part.command] });
  }
  return all;
}

/** Escapes characters that Markdown would interpret, such as underscores in names of hosts and tags. */
function inMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_<>[\]]/g, '\\$&');
}
