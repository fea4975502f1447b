import { inHtml as escaped } from '../../../base/document/inert-text.ts';
import { t } from './messages.ts';
import type { JointPlan, PlanStep } from './model.ts';
import { planSentence, stepDetails, stepTitle } from './text.ts';

const LEFT = 28;
const TITLE = 24;
const DETAIL = 18;
const GAP = 14;
const WIDTH = 760;

const STYLE = `
.plan { font: 14px "Red Hat Text", system-ui, sans-serif; --line: #a3a3a3; --hop: #0066cc; --move: #96640f; --fail: #b1380b; --text: #151515; --sub: #5c5f63; --back: #fff; }
@media (prefers-color-scheme: dark) { .plan { --line: #707070; --hop: #92c5f9; --move: #dca614; --fail: #f89b78; --text: #f2f2f2; --sub: #c7c7c7; --back: #1b1d21; } }
.plan text { fill: var(--text); font-weight: 600; } .plan .sub { fill: var(--sub); font-size: 12px; font-weight: 400; } .plan .fails { fill: var(--fail); }
.plan .rail { stroke: var(--line); stroke-width: 2; } .plan .mark { fill: var(--back); stroke-width: 2; }
.plan .here, .plan .openshift { stroke: var(--hop); } .plan .openshift { fill: var(--hop); } .plan .operator { stroke: var(--move); } .plan .catalog { stroke: var(--line); }
`;

/** Returns the plan as a picture of its steps that supports light and dark themes and loads nothing. */
export function planSvg(plan: JointPlan): string {
  const shapes: string[] = [];
  let y = TITLE;
  let last = y;
  const line = (text: string, className: string) => {
    shapes.push(`<text${className} x="${2 * LEFT}" y="${y + 5}">${escaped(text)}</text>`);
  };
  shapes.push(`<circle class="mark here" cx="${LEFT}" cy="${y}" r="9"/>`);
  line(t('currentVersion', { version: plan.versions[0]! }), '');
  for (const step of plan.steps) {
    y += TITLE + GAP;
    last = y;
    shapes.push(shapeOf(step, y));
    line(stepTitle(step), '');
    const failing = step.type === 'catalog' ? [] : step.checks.filter(({ ok }) => !ok);
    const below = [
      ...stepDetails(step).map((text) => ({ text, className: ' class="sub"' })),
      ...failing.map(({ text }) => ({ text, className: ' class="sub fails"' })),
    ];
    for (const { text, className } of below) {
      y += DETAIL;
      line(text, className);
    }
  }
  const height = y + TITLE;
  const title = t('openShiftTitle', { from: plan.versions[0]!, to: plan.versions.at(-1)! });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="plan" role="img" aria-label="${escaped(planSentence(plan))}" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(plan.steps.map(stepTitle).join('; '))}</desc>`,
    `<style>${STYLE}</style>`,
    `<line class="rail" x1="${LEFT}" x2="${LEFT}" y1="${TITLE}" y2="${last}"/>`,
    ...shapes,
    '</svg>',
    '',
  ].join('\n');
}

function shapeOf({ type }: PlanStep, y: number): string {
  switch (type) {
    case 'openshift':
      return `<circle class="mark openshift" cx="${LEFT}" cy="${y}" r="9"/>`;
    case 'operator':
      return `<rect class="mark operator" x="${LEFT - 8}" y="${y - 8}" width="16" height="16" rx="4"/>`;
    case 'catalog':
      return `<circle class="mark catalog" cx="${LEFT}" cy="${y}" r="5"/>`;
  }
}
