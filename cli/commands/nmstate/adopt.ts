import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { Adoption } from '../../../core/nmstate/day2/adopt-day-one.ts';
import type { HostDrift } from '../../../core/nmstate/day2/refresh-day-one.ts';
import type { NmstateDocument } from '../../../core/nmstate/model/document.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { inspectedOptions } from '../cluster/inspected.ts';
import { NEGATIVE } from '../output/path-output.ts';
import { adoptNodes, rejectTwoSources } from './adopt-nodes.ts';
import { dayTwoOptions, isFolder, reportChanges, writeInto } from './day2-input.ts';
import { hasErrors, type Input, plainProblems, readInput, reportProblems } from './input.ts';
import { t } from './messages.ts';

export function addNmstateAdopt(parent: Command): void {
  addCommand(
    parent,
    'adopt [file|directory]',
    t('adopt'),
    (command) =>
      dayTwoOptions(
        inspectedOptions(command)
          .option('--policies <file|directory>', t('policiesOption'))
          .option('--role <pool>', t('roleOption'))
          .option('-o, --output <file|directory>', t('adoptOutputOption')),
      ),
    async (context, options, [path]) => {
      const { terminal } = context;
      const { policies, output } = options;
      rejectTwoSources(path, options);
      if (path === undefined) return adoptNodes(context, options, undefined);
      const input = await readInput(path, options, { mayBeEmpty: policies === undefined });
      if (input.hosts.length + input.clusterFiles.length === 0) {
        const missing = new AirlockError('usage', t('hostDocumentsMissing', { path }), {
          remedy: t('hostDocumentsMissingRemedy'),
        });
        if (policies !== undefined) throw missing;
        return adoptNodes(context, options, path).catch((error: unknown) => {
          throw error instanceof AirlockError && error.code === 'cluster-objects-invalid' ? missing : error;
        });
      }
      if (policies === undefined) return adopt(terminal, input, options.role, output);
      return refresh(terminal, input, await listed(policies), options);
    },
  );
}

async function adopt(
  terminal: Terminal,
  input: Input,
  role: string | undefined,
  output: string | undefined,
): Promise<number> {
  const { adoptDayOne } = await import('../../../core/nmstate/day2/adopt-day-one.ts');
  const clusterFiles = input.clusterFiles.map(({ role: pool = role, document }) => ({
    role: pool,
    document,
  }));
  const made: Adoption = adoptDayOne(input.hosts, clusterFiles, {
    openShiftVersion: input.version,
    cluster: input.cluster,
  });
  const problems = plainProblems([...input.problems, ...made.problems]);
  reportProblems(terminal, problems);
  const ok = !hasErrors(problems);
  const written = ok ? await writePolicies(output, made) : [];
  if (!ok) terminal.say('error', t('notWritten'));
  else if (output === undefined)
    terminal.printText(
      made.policies
        .map(({ policy }) => policy)
        .join('---\n')
        .trimEnd(),
    );
  for (const { name, hosts, target } of made.policies)
    terminal.say(
      'info',
      'host' in target
        ? t('hostPolicy', { name, host: target.host })
        : t('rolePolicy', { name, role: target.role, count: hosts.length }),
    );
  for (const file of written) terminal.say('info', t('written', { path: file }));
  terminal.result({
    ok,
    policies: made.policies.map(({ policy, ...rest }) => ({
      ...rest,
      policy: ok && output === undefined ? policy : undefined,
    })),
    written,
    problems,
  });
  return ok ? 0 : 1;
}

async function writePolicies(output: string | undefined, { policies }: Adoption): Promise<string[]> {
  if (output === undefined) return [];
  if (await isFolder(output))
    return writeInto(
      output,
      policies.map(({ file, policy }) => ({ name: file, text: policy })),
    );
  const { writeFileAtomic } = await import('../../../core/base/files/atomic-file.ts');
  await writeFileAtomic(userPath(output), policies.map(({ policy }) => policy).join('---\n'));
  return [userPath(output)];
}

/** Reads policies and reports, also from the List that `oc get` prints. */
async function listed(path: string): Promise<NmstateDocument[]> {
  const [{ filesOf }, { readNmstate }] = await Promise.all([
    import('./input.ts'),
    import('../../../core/nmstate/model/document.ts'),
  ]);
  const found = (await filesOf(userPath(path), path)).map(({ path: file, text }) =>
    readNmstate(text, { file }),
  );
  const isDayTwo = (wrapper: string) => wrapper === 'policy' || wrapper === 'node-state';
  if (!found.some(({ states }) => states.some(({ wrapper }) => isDayTwo(wrapper))))
    throw new AirlockError('usage', t('policiesMissing', { path }), { remedy: t('policiesMissingRemedy') });
  return found;
}

async function refresh(
  terminal: Terminal,
  input: Input,
  others: readonly NmstateDocument[],
  { role, output }: { role?: string; output?: string },
): Promise<number> {
  const [{ refreshDayOne }, { nodeFileName }, { dayOneHosts }] = await Promise.all([
    import('../../../core/nmstate/day2/refresh-day-one.ts'),
    import('../../../core/nmstate/model/host.ts'),
    import('../../../core/nmstate/machine-config/day-one-hosts.ts'),
  ]);
  const shared = input.clusterFiles.map(({ role: pool = role, document }) => ({ role: pool, document }));
  if (shared.some((one) => one.role === undefined)) terminal.say('warning', t('clusterFileSkipped'));
  const drifts: HostDrift[] = refreshDayOne(
    dayOneHosts(input.hosts),
    others,
    shared,
    input.cluster?.masquerade,
  );
  const problems = plainProblems([...input.problems, ...drifts.flatMap((one) => one.problems)]);
  reportProblems(terminal, problems);
  for (const { host, drift, node = [], policies } of drifts) {
    terminal.say('info', summary(host, policies, drift.length));
    reportChanges(terminal, drift, '  ');
    for (const { what, from, to } of node) terminal.say('warning', `  ${nodeDifference(what, from, to)}`);
  }
  const ok = !hasErrors(problems);
  const names = drifts.map(({ host }) => nodeFileName({ name: host }));
  const files = drifts.map(({ role: pool, text }, index) => ({
    // The files for all hosts of a role have the same name.
    name:
      names.indexOf(names[index]!) === names.lastIndexOf(names[index]!)
        ? names[index]!
        : `${pool}/${names[index]}`,
    text,
  }));
  const written = ok && output !== undefined ? await writeInto(output, files) : [];
  for (const file of written) terminal.say('info', t('written', { path: file }));
  const drifted = drifts.some(({ drift, node = [] }) => drift.length + node.length > 0);
  terminal.result({
    ok,
    drifted,
    hosts: drifts.map(({ problems: _reported, text, changed, ...rest }) => ({
      ...rest,
      text: changed.length > 0 ? text : undefined,
      changed: changed.length > 0 ? changed : undefined,
    })),
    written,
    problems,
  });
  if (!ok) return 1;
  return drifted && output === undefined ? NEGATIVE : 0;
}

/** Returns how a setting of the node differs from the file and the policies. */
function nodeDifference(setting: string, from: string | undefined, to: string | undefined): string {
  if (from === undefined) return t('nodeUnset', { setting, to: to ?? t('nothingText') });
  return to === undefined ? t('nodeSurplus', { setting, from }) : t('nodeDiffers', { setting, from, to });
}

function summary(host: string, policies: readonly string[], changes: number): string {
  if (policies.length === 0) return t('hostWithoutPolicy', { host });
  const names = policies.join(', ');
  return changes === 0
    ? t('hostAsPolicies', { host, policies: names })
    : t('hostSinceDayOne', { host, count: changes, policies: names });
}
