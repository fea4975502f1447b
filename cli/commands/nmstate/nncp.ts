import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { PlannedPolicy } from '../../../core/cluster/day2/policy-steps.ts';
import type { PlanRun } from '../../../core/cluster/day2/run-plan.ts';
import type { GroupedPolicies, HostChange } from '../../../core/nmstate/day2/group-policies.ts';
import type { PolicyAnswer } from '../../../core/nmstate/day2/policy-for.ts';
import type { NmstateProblem } from '../../../core/nmstate/model/finding.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { applyPlan, isApplied, planApplyOptions } from '../cluster/plan-apply.ts';
import { STOPPING } from '../cluster/result.ts';
import { NEGATIVE } from '../output/path-output.ts';
import { dayTwoOptions, documentOf, isFolder, reportChanges, writeInto } from './day2-input.ts';
import { hasErrors, type Input, plainProblems, readInput, reportProblems } from './input.ts';
import { t } from './messages.ts';

interface NncpOptions {
  from: string;
  to: string;
  host?: string;
  role?: string;
  output?: string;
  rollback?: string;
  maxUnavailable?: string;
}

export function addNmstateNncp(parent: Command): void {
  addCommand(
    parent,
    'nncp',
    t('nncp'),
    (command) =>
      planApplyOptions(
        dayTwoOptions(
          command
            .requiredOption('--from <file|directory>', t('fromOption'))
            .requiredOption('--to <file|directory>', t('toOption'))
            .option('--host <name>', t('nodeOption'))
            .option('--role <pool>', t('policyRoleOption'))
            .option('-o, --output <file|directory>', t('policyOutputOption'))
            .option('--rollback <file>', t('rollbackOption'))
            .option('--max-unavailable <number>', t('maxUnavailableOption')),
        ),
      ).option('--overwrite', t('overwriteOption')),
    async (context, options) => {
      const { terminal } = context;
      const requested = options as unknown as NncpOptions;
      const apply = isApplied(options, ['overwrite'])
        ? (policies: PlannedPolicy[]) => applyPolicies(context, policies, options)
        : undefined;
      if (requested.maxUnavailable !== undefined && !/^[1-9]\d*%?$/.test(requested.maxUnavailable))
        throw new AirlockError('usage', t('maxUnavailableInvalid', { value: requested.maxUnavailable }), {
          remedy: t('maxUnavailableInvalidRemedy'),
        });
      const [from, to] = [await readInput(requested.from, options), await readInput(requested.to, options)];
      if (
        requested.host === undefined &&
        requested.role === undefined &&
        from.hosts.length + to.hosts.length === 0
      )
        throw new AirlockError('usage', t('targetMissing'), { remedy: t('targetMissingRemedy') });
      const many = requested.host === undefined && from.hosts.length > 0 && to.hosts.length > 0;
      return many
        ? forMany(terminal, from, to, requested, apply)
        : forOne(terminal, from, to, requested, apply);
    },
    { interrupted: STOPPING },
  );
}

type Apply = (policies: PlannedPolicy[]) => ReturnType<typeof applyPolicies>;

async function applyPolicies(
  context: CommandContext,
  policies: PlannedPolicy[],
  options: Record<string, unknown>,
): Promise<{ exitCode: number; run: Omit<PlanRun, 'exitCode'> }> {
  const { exitCode, ...run } = await applyPlan(context, options, async (cluster) => {
    const { policySteps } = await import('../../../core/cluster/day2/policy-steps.ts');
    return policySteps(cluster, policies, { overwrite: options.overwrite === true });
  });
  return { exitCode, run };
}

/** Writes one policy, for a host or for a role whose nodes have the same document. */
async function forOne(
  terminal: Terminal,
  from: Input,
  to: Input,
  requested: NncpOptions,
  apply: Apply | undefined,
): Promise<number> {
  const [{ policyFor }, { shortName }] = await Promise.all([
    import('../../../core/nmstate/day2/policy-for.ts'),
    import('../../../core/nmstate/model/host.ts'),
  ]);
  const name = requested.host ?? requested.role!;
  const [present, desired] = [documentOf(from, name, requested.from), documentOf(to, name, requested.to)];
  const known = to.hosts.find(({ host }) => shortName(host.name) === shortName(name))?.host;
  const target =
    requested.host === undefined
      ? { role: requested.role! }
      : { host: known ? { ...known, name: requested.host } : requested.host };
  const answer = policyFor(present, desired, { ...target, ...settings(to, requested) });
  const problems = plainProblems(answer.problems);
  reportProblems(terminal, problems);
  reportChanges(terminal, answer.changes);
  const written = await writeOne(requested, answer);
  if (answer.policy !== undefined && requested.output === undefined && !apply)
    terminal.printText(answer.policy.trimEnd());
  printEnd(terminal, answer, written);
  const { allowed, changes, policy, rollback } = answer;
  const applied =
    allowed && policy !== undefined && rollback !== undefined
      ? await apply?.([
          {
            ...{ name: answer.name, policy, rollback, changes, options: settings(to, requested) },
            target: requested.host === undefined ? { role: requested.role! } : { host: requested.host },
            desired: [{ host: known && { ...known, name: requested.host ?? known.name }, document: desired }],
          },
        ])
      : undefined;
  terminal.result({
    allowed,
    changes,
    name: answer.name,
    policy,
    rollback: policy === undefined ? undefined : rollback,
    written,
    problems,
    applied: applied?.run,
  });
  if (allowed) return applied?.exitCode ?? 0;
  return unreadable(answer.problems) ? 1 : NEGATIVE;
}

function settings(to: Input, { maxUnavailable }: NncpOptions) {
  return {
    cluster: to.cluster,
    openShiftVersion: to.version,
    maxUnavailable:
      maxUnavailable === undefined
        ? undefined
        : maxUnavailable.endsWith('%')
          ? maxUnavailable
          : Number(maxUnavailable),
  };
}

function unreadable(problems: readonly NmstateProblem[]): boolean {
  return problems.some(({ rule }) => rule === 'yaml' || rule === 'no-state');
}

async function writeOne({ output, rollback }: NncpOptions, answer: PolicyAnswer): Promise<string[]> {
  const { policy, rollback: back, name } = answer;
  if (policy === undefined || back === undefined) return [];
  const { writeFileAtomic } = await import('../../../core/base/files/atomic-file.ts');
  const written: string[] = [];
  if (output !== undefined && (await isFolder(output)))
    written.push(
      ...(await writeInto(output, [
        { name: `${name}.yaml`, text: policy },
        { name: `${name}-rollback.yaml`, text: back },
      ])),
    );
  else if (output !== undefined) {
    await writeFileAtomic(userPath(output), policy);
    written.push(userPath(output));
  }
  if (rollback !== undefined) {
    await writeFileAtomic(userPath(rollback), back);
    written.push(userPath(rollback));
  }
  return written;
}

function printEnd(terminal: Terminal, answer: PolicyAnswer, written: readonly string[]): void {
  if (!answer.allowed) terminal.say('error', t('changeRejected'));
  else if (answer.policy === undefined) terminal.say('info', t('unchanged'));
  else if (answer.changes.some(({ disruptive }) => disruptive)) terminal.say('info', t('disruptive'));
  for (const file of written) terminal.say('info', t('written', { path: file }));
}

/** Writes the policies of all hosts: one per role if all its hosts change in the same way. */
async function forMany(
  terminal: Terminal,
  from: Input,
  to: Input,
  requested: NncpOptions,
  apply: Apply | undefined,
): Promise<number> {
  if (requested.rollback !== undefined) throw new AirlockError('usage', t('rollbackOfMany'));
  const [{ policiesFor }, { plannedPolicies }] = await Promise.all([
    import('../../../core/nmstate/day2/group-policies.ts'),
    import('../../../core/cluster/day2/policy-steps.ts'),
  ]);
  const { hosts, missing } = await bothSides(from, to, requested.role);
  if (hosts.length === 0)
    throw new AirlockError('usage', t('hostsDisjoint', { from: requested.from, to: requested.to }), {
      remedy: t('hostsDisjointRemedy'),
    });
  const made = policiesFor(hosts, settings(to, requested));
  for (const host of missing) terminal.say('warning', t('hostOnOneSide', { host }));
  const all = [...from.problems, ...to.problems, ...made.hosts.flatMap(({ answer }) => answer.problems)];
  const problems = plainProblems(all);
  reportProblems(terminal, problems);
  for (const { host, answer } of made.hosts) {
    terminal.say(
      'info',
      answer.allowed
        ? t('hostChanges', { host: host.name, count: answer.changes.length })
        : t('hostRejected', { host: host.name }),
    );
    reportChanges(terminal, answer.changes, '  ');
  }
  const written = await writeMany(requested, made);
  if (requested.output === undefined && made.policies.length > 0 && !apply)
    terminal.printText(
      made.policies
        .map(({ policy }) => policy)
        .join('---\n')
        .trimEnd(),
    );
  // The steps refer to files, which only a folder contains.
  if (requested.output !== undefined && (await isFolder(requested.output)))
    made.order.forEach((step, index) => {
      terminal.say('info', `${index + 1}. ${step}`);
    });
  else if (made.policies.length > 1 && !apply) terminal.say('info', t('appliedTogether'));
  for (const file of written) terminal.say('info', t('written', { path: file }));
  const failed = hasErrors(plainProblems([...from.problems, ...to.problems]));
  const allowed = made.allowed && !failed;
  if (!allowed) terminal.say('error', t('changesRejected'));
  const applied =
    allowed && made.policies.length > 0
      ? await apply?.(plannedPolicies(made, hosts, settings(to, requested)))
      : undefined;
  terminal.result({
    allowed,
    changes: made.hosts.flatMap(({ host, answer }) =>
      answer.changes.map((change) => ({ host: host.name, ...change })),
    ),
    hosts: made.hosts.map(({ host, answer }) => ({ host: host.name, allowed: answer.allowed })),
    policies: made.policies.map(({ name, file, target, hosts: names, policy, rollback }) => ({
      name,
      file,
      target,
      hosts: names,
      policy,
      rollback,
    })),
    order: made.order,
    missing,
    written,
    problems,
    applied: applied?.run,
  });
  if (allowed) return applied?.exitCode ?? 0;
  return failed || unreadable(all) ? 1 : NEGATIVE;
}

async function bothSides(
  from: Input,
  to: Input,
  role: string | undefined,
): Promise<{ hosts: HostChange[]; missing: string[] }> {
  const { shortName } = await import('../../../core/nmstate/model/host.ts');
  const before = new Map(from.hosts.map((entry) => [shortName(entry.host.name), entry]));
  const after = new Map(to.hosts.map((entry) => [shortName(entry.host.name), entry]));
  const hosts = [...after].flatMap(([name, { host, document }]) => {
    const present = before.get(name)?.document;
    if (!present || (role !== undefined && host.role !== role)) return [];
    return [{ host, present, desired: document }];
  });
  const missing = [
    ...[...after].filter(([name]) => !before.has(name)),
    ...[...before].filter(([name]) => !after.has(name)),
  ].map(([, { host }]) => host.name);
  return { hosts, missing };
}

async function writeMany({ output }: NncpOptions, { policies }: GroupedPolicies): Promise<string[]> {
  if (output === undefined || policies.length === 0) return [];
  if (await isFolder(output))
    return writeInto(
      output,
      policies.flatMap(({ name, policy, rollback }) => [
        { name: `${name}.yaml`, text: policy },
        { name: `${name}-rollback.yaml`, text: rollback },
      ]),
    );
  const { writeFileAtomic } = await import('../../../core/base/files/atomic-file.ts');
  await writeFileAtomic(userPath(output), policies.map(({ policy }) => policy).join('---\n'));
  return [userPath(output)];
}
