import { htmlPage } from '../../base/document/html-page.ts';
import { inHtml } from '../../base/document/inert-text.ts';
import { t } from './messages.ts';
import { CHECK_GROUPS, type CheckItem, type CheckReport, type CheckState, verdictOf } from './report.ts';

const WORDS: Record<CheckState, string> = {
  ...{ ok: t('okState'), warning: t('warningState'), failed: t('failedState'), unknown: t('unknownState') },
};

/** Returns the report as a static HTML page for display and print, without scripts or external content. */
export function reportHtml(report: CheckReport): string {
  const { to, version, server, context, inspectedAt, checkedAt, digest, items } = report;
  const facts = [
    [t('clusterLabel'), context === undefined ? server : t('clusterInContext', { server, context })],
    [t('fromLabel'), version ?? t('fromUnknown')],
    [t('toLabel'), digest === undefined ? to : t('releaseWithDigest', { to, digest })],
    [t('inspectedLabel'), inspectedAt],
    [t('checkedLabel'), checkedAt],
  ];
  const groups = Object.entries(CHECK_GROUPS).flatMap(([group, title]) => {
    const own = items.filter((item) => item.group === group);
    return own.length === 0 ? [] : [`<h2>${inHtml(title)}</h2>\n${groupTable(own)}`];
  });
  const title = t('reportTitle', { to });
  const body = `<h1>${inHtml(title)}</h1>
<p class="verdict ${report.ok ? 'ok' : 'failed'}">${inHtml(verdictOf(report))}</p>
<table>
<tbody>${facts.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${inHtml(value!)}</td></tr>`).join('\n')}</tbody>
</table>
${groups.join('\n')}`;
  return htmlPage({ title, style: STYLE, body });
}

function groupTable(items: readonly CheckItem[]): string {
  const rows = items.map(({ state, name, message, remedy }) => {
    const cell = `${inHtml(message)}${remedy === '' ? '' : `<br><strong>${t('remedyLabel')}</strong> ${commandsInHtml(remedy)}`}`;
    return `<tr><td class="${state}">${WORDS[state]}</td><td>${inHtml(name)}</td><td>${cell}</td></tr>`;
  });
  const columns = [t('stateColumn'), t('checkColumn'), t('resultColumn')];
  const heads = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  return `<table class="items">\n<thead><tr>${heads}</tr></thead>\n<tbody>${rows.join('\n')}</tbody>\n</table>`;
}

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#151515;background:#fff}' +
  'table{border-collapse:collapse;width:100%}th,td{border:1px solid #c7c7c7;padding:.35rem .6rem;text-align:left;' +
  'vertical-align:top;overflow-wrap:anywhere}.items{table-layout:fixed}.items th:nth-child(1){width:6rem}' +
  '.items th:nth-child(2){width:16rem}.verdict{font-weight:bold;padding:.6rem 1rem;' +
  'border-left:6px solid}.ok{color:#3d7317}.failed{color:#b1380b}.warning{color:#73480b}.unknown{color:#4d4d4d}' +
  '@media print{body{margin:0;max-width:none;font-size:11px}tr{break-inside:avoid}}';

/** Formats commands, which are between backticks. */
function commandsInHtml(text: string): string {
  return inHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}
