import { withoutPeriod } from '../../../base/document/words.ts';
import { t } from './messages.ts';
import type { Day2Plan, Day2Step, DiffLine } from './plan.ts';
import { GENERATED, type StartingState } from './starting-state.ts';

/** A file of a plan's folder. */
export interface PlanFile {
  path: string;
  text: string;
}

/**
 * Returns the files of a plan: `PLAN.md` for people, `plan.json` for programs, each object after its step, and the copies
 * for the rollback. No file contains credentials.
 */
export function planFiles(plan: Day2Plan): PlanFile[] {
  return [
    { path: 'PLAN.md', text: planText(plan) },
    { path: 'plan.json', text: `${JSON.stringify(plan, null, 2)}\n` },
    ...plan.steps.flatMap(({ files, rollback }) => [
      ...files.flatMap(({ path, after }) => (after === undefined ? [] : [{ path, text: after }])),
      ...rollback.files,
    ]),
  ];
}

/** Returns sentences about the starting state of the cluster. */
function startSentences(start: StartingState): string[] {
  const { infrastructure, cloudConfig, vcenters, failureDomains, openShiftVersion, featureSet } = start;
  const servers = vcenters.map(({ server }) => server).join(', ');
  return [
    {
      defined: t('startDefined', { names: failureDomains.map(({ name }) => name).join(', ') }),
      generated: t('startGenerated', { name: GENERATED.name }),
      legacy: t('startLegacy'),
      unfit: t('startUnfit'),
    }[infrastructure],
    servers ? t('startVCenters', { servers }) : t('startVCentersNone'),
    {
      ini: t('startIni'),
      yaml: t('startYaml'),
      unreadable: t('startUnreadable'),
      missing: t('startCloudConfigMissing'),
    }[cloudConfig],
    openShiftVersion === undefined
      ? t('startReleaseUnknown')
      : t('startRelease', { release: openShiftVersion }),
    ...(featureSet === undefined || featureSet === 'Default' ? [] : [t('startFeatureSet', { featureSet })]),
  ];
}

/** Returns the plan as Markdown. */
export function planText(plan: Day2Plan): string {
  const notes = (title: string, problems: Day2Plan['warnings']) =>
    problems.length > 0
      ? [
          `## ${title}`,
          problems.map(({ message, remedy }) => `- ${withoutPeriod(message)}. ${remedy}`).join('\n'),
        ]
      : [];
  const sections = [
    `# ${plan.title}`,
    startSentences(plan.start)
      .map((line) => `- ${line}`)
      .join('\n'),
    plan.ok ? t('instructions') : t('rejectedText'),
    ...notes(t('rejectedTitle'), plan.rejections),
    ...notes(t('warningsTitle'), plan.warnings),
    ...plan.steps.flatMap(stepText),
  ];
  return `${sections.join('\n\n')}\n`;
}

function stepText(step: Day2Step, index: number): string[] {
  const { title, why, optional, preChecks, checklist, files, commands, waitFor, rollback } = step;
  const shell = (lines: readonly string[]) => fenced('bash', lines);
  return [
    `## ${t(optional ? 'optionalStepTitle' : 'stepTitle', { number: index + 1, title })}`,
    why,
    ...(preChecks.length > 0 ? [t('preChecksLabel')] : []),
    ...preChecks.flatMap(({ title: check, verdict, detail, command }) => [
      `- ${{ pass: '[x]', fail: '[!]', ask: '[ ]' }[verdict]} ${check}: ${detail}`,
      ...(command !== undefined && verdict !== 'pass' ? [shell([command])] : []),
    ]),
    ...(checklist.length > 0 ? [checklist.map((item) => `- [ ] ${item}`).join('\n')] : []),
    ...files.flatMap(({ path, object, before, diff }) => [
      t(before === undefined ? 'newObject' : 'changedObject', { object, path }),
      fenced('diff', diffText(diff)),
    ]),
    ...(commands.length > 0 ? [t('commandsLabel'), shell(commands)] : []),
    ...waitFor.flatMap(({ subject, command }) => [t('waitLabel', { condition: subject }), shell([command])]),
    ...(rollback.commands.length > 0 ? [t('rollbackLabel'), shell(rollback.commands)] : []),
    ...(rollback.remains ? [t('rollbackLimits', { limits: rollback.remains })] : []),
  ];
}

function fenced(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, '```'].join('\n');
}

/** Returns a difference as `diff -u` prints it, with a line for each gap. */
export function diffText(lines: readonly DiffLine[]): string[] {
  return lines.flatMap((line, index) => {
    const last = lines[index - 1];
    const gap =
      (line.before !== undefined &&
        (last?.before ?? line.before - 1) < line.before - 1 &&
        line.kind === 'same') ||
      index === 0;
    const sign = { same: ' ', added: '+', removed: '-' }[line.kind];
    return [...(gap ? ['@@'] : []), `${sign}${line.text}`];
  });
}
