import { capitalized } from '../../../base/document/words.ts';
import type { Day2Plan, Day2Step, DiffLine } from './plan.ts';
import { GENERATED, type StartingState } from './starting-state.ts';

/** A file of a plan's folder. */
export interface PlanFile {
  path: string;
  text: string;
}

/**
 * The plan as files: `PLAN.md` to follow, `plan.json` for programs, each object after its step, and the copies to go back to.
 * None holds credentials.
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

/** Where the cluster begins, in sentences. */
function startSentences(start: StartingState): string[] {
  const { infrastructure, cloudConfig, vcenters, failureDomains, openShiftVersion, featureSet } = start;
  const servers = vcenters.map(({ server }) => server).join(', ');
  return [
    {
      defined: `Infrastructure: failure domains that the administrator defined: ${failureDomains.map(({ name }) => name).join(', ')}.`,
      generated: `Infrastructure: one failure domain that the installer generated (${GENERATED.name}).`,
      legacy: 'Infrastructure: legacy, without failure domains.',
      unfit: 'Infrastructure: none of a vSphere cluster.',
    }[infrastructure],
    servers ? `vCenters: ${servers}.` : 'vCenters: none is listed.',
    {
      ini: 'Cloud configuration: INI.',
      yaml: 'Cloud configuration: YAML.',
      unreadable: 'Cloud configuration: it cannot be read.',
      missing: 'Cloud configuration: not among the files.',
    }[cloudConfig],
    `Release: ${openShiftVersion ?? 'not known'}${featureSet === undefined || featureSet === 'Default' ? '' : `, feature set ${featureSet}`}.`,
  ];
}

/** The plan as Markdown. */
export function planText(plan: Day2Plan): string {
  const notes = (title: string, problems: Day2Plan['warnings']) =>
    problems.length > 0
      ? [`## ${title}`, problems.map(({ message, remedy }) => `- ${message}. ${remedy}`).join('\n')]
      : [];
  const sections = [
    `# ${plan.title}`,
    startSentences(plan.start)
      .map((line) => `- ${line}`)
      .join('\n'),
    ...(plan.ok
      ? [
          'Do the steps in their order, in this folder, and wait after each for what it names. Where a check fails, stop.',
        ]
      : ['This change is refused; nothing is to be done.']),
    ...notes('Refused', plan.rejections),
    ...notes('To know before', plan.warnings),
    ...plan.steps.flatMap(stepText),
  ];
  return `${sections.join('\n\n')}\n`;
}

function stepText(step: Day2Step, index: number): string[] {
  const { title, why, optional, preChecks, checklist, files, commands, waitFor, rollback } = step;
  const shell = (lines: readonly string[]) => fenced('bash', lines);
  return [
    `## ${index + 1}. ${title}${optional ? ' (optional)' : ''}`,
    why,
    ...(preChecks.length > 0 ? ['Before:'] : []),
    ...preChecks.flatMap(({ title: check, verdict, detail, command }) => [
      `- ${{ pass: '[x]', fail: '[!]', ask: '[ ]' }[verdict]} ${check}: ${detail}`,
      ...(command !== undefined && verdict !== 'pass' ? [shell([command])] : []),
    ]),
    ...(checklist.length > 0 ? [checklist.map((item) => `- [ ] ${item}`).join('\n')] : []),
    ...files.flatMap(({ path, object, before, diff }) => [
      `${object}${before === undefined ? ' (new)' : ''}, \`${path}\`:`,
      fenced('diff', diffText(diff)),
    ]),
    ...(commands.length > 0 ? ['Do:', shell(commands)] : []),
    ...waitFor.flatMap(({ what, command }) => [`Wait until ${what}:`, shell([command])]),
    ...(rollback.commands.length > 0 ? ['Way back:', shell(rollback.commands)] : []),
    ...(rollback.remains ? [`${capitalized(rollback.remains)}.`] : []),
  ];
}

function fenced(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, '```'].join('\n');
}

/** As `diff -u` prints it, with a line for each gap. */
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
