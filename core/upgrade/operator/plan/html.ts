import { htmlPage, NOTHING_LOADED, tableHtml } from '../../../base/document/html-page.ts';
import { inHtml as escaped } from '../../../base/document/inert-text.ts';
import { t } from './messages.ts';
import type { JointPlan, PlannedOperator, PlanStep } from './model.ts';
import { mark, planSentence, stepDetails, stepTitle } from './text.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.45 "Red Hat Text", system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #8886; vertical-align: top; }
ol { padding-left: 2rem; } li { margin: 0 0 .8rem; break-inside: avoid; } li > strong { font-size: 1.05em; }
.openshift > strong { color: #0066cc; } .detail { opacity: .8; }
ul { list-style: none; padding: 0; margin: .2rem 0 0; } ul li { margin: 0; }
.ok::before { content: "\\2713\\a0"; color: #3d7317; } .fails::before { content: "\\2717\\a0"; color: #b1380b; } .risk::before, .note::before { content: "!\\a0"; color: #96640f; }
.fails, .problem { font-weight: 600; } .box { display: inline-block; width: .9em; height: .9em; border: 1.5px solid; border-radius: 2px; margin-right: .5em; vertical-align: -.1em; }
@media (prefers-color-scheme: dark) { .openshift > strong { color: #92c5f9; } .ok::before { color: #87bb62; } .fails::before { color: #f89b78; } }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } }
`;

/** Returns the plan as a page to print or save, with a check box for each step. It has no script and loads nothing. */
export function planHtml(plan: JointPlan): string {
  const title = t('planTitle', { from: plan.versions[0]!, to: plan.versions.at(-1)! });
  const head = ['<meta name="viewport" content="width=device-width, initial-scale=1">', NOTHING_LOADED];
  const body = `<h1>${escaped(title)}</h1>
<p>${escaped(planSentence(plan))}</p>
${plan.problems.map(({ reason }) => `<p class="problem">${escaped(reason)}</p>`).join('\n')}
${plan.operators.length > 0 ? operatorTable(plan.operators) : ''}
<h2>${t('stepsTitle')}</h2>
<ol>
${plan.steps.map(stepItem).join('\n')}
</ol>`;
  return htmlPage({ title, head, style: STYLE, body });
}

function operatorTable(operators: readonly PlannedOperator[]): string {
  const rows = operators.map(({ package: name, from, to, fromVersion, toVersion, when, why, hops }) => [
    name,
    fromVersion ?? from,
    hops.length > 0 ? (toVersion ?? to) : '',
    when,
    why,
  ]);
  const columns = [
    t('packageColumn'),
    t('installedColumn'),
    t('targetColumn'),
    t('whenColumn'),
    t('whyColumn'),
  ];
  return `<h2>${t('operatorsTitle')}</h2>\n${tableHtml(columns, rows)}`;
}

function stepItem(step: PlanStep): string {
  const details = stepDetails(step).map((detail) => `<div class="detail">${escaped(detail)}</div>`);
  const checks = step.checks.map((check) => `<li class="${mark(check, step)}">${escaped(check.text)}</li>`);
  return `<li class="${step.type}"><span class="box"></span><strong>${escaped(stepTitle(step))}</strong>${details.join('')}${
    checks.length > 0 ? `<ul>${checks.join('')}</ul>` : ''
  }</li>`;
}
