import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { Adoption } from '../../../core/nmstate/day2/adopt-day-one.ts';
import type { HostDrift } from '../../../core/nmstate/day2/refresh-day-one.ts';
import type { NmstateDocument } from '../../../core/nmstate/model/document.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { count } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { NEGATIVE } from '../output/path-output.ts';
import { dayTwoOptions, isFolder, reportChanges, writeInto } from './day2-input.ts';
import { hasErrors, type Input, plainProblems, readInput, tell } from './input.ts';

export function addNmstateAdopt(parent: Command): void {
  addCommand(
    parent,
    'adopt <file|dir>',
    'policies that say what day 1 wrote; with --policies the other way: what policies changed since, written into the documents of day 1',
    (command) =>
      dayTwoOptions(
        command
          .option(
            '--policies <file|dir>',
            'policies and reports of nodes: `oc get nncp,nns -o yaml`; exit 2 when the documents differ and nothing is written',
          )
          .option('--role <pool>', 'role of hosts whose role nothing tells, e.g. worker')
          .option(
            '-o, --output <file|dir>',
            'write policies or refreshed documents there; default: print policies',
          ),
      ),
    async ({ terminal }, options, [path]) => {
      const { policies, output } = options;
      const input = await readInput(path!, options);
      if (input.hosts.length + input.clusterFiles.length === 0)
        throw new AirlockError('usage', `there is no document of a host in ${path}`, {
          remedy: 'Name a folder with files such as worker-0.yml, a MachineConfig, or a table with --preset.',
        });
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
  tell(terminal, problems);
  const ok = !hasErrors(problems);
  const written = ok ? await writePolicies(output, made) : [];
  if (!ok) terminal.say('error', 'Nothing is written: there are errors.');
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
      `${name}: ${'host' in target ? target.host : `the role ${target.role}`}${hosts.length > 1 ? ` (${count(hosts.length, 'host')})` : ''}`,
    );
  for (const file of written) terminal.say('info', `Written to ${file}`);
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

/** Policies and reports, also within the List that `oc get` prints. */
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
    throw new AirlockError('usage', `there is no policy and no report of a node in ${path}`, {
      remedy: 'Write them with `oc get nncp,nns -o yaml`.',
    });
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
  if (shared.some((one) => one.role === undefined))
    terminal.say(
      'warning',
      'Nothing says which role cluster.yml is for: it is left out. Say it with --role.',
    );
  const drifts: HostDrift[] = refreshDayOne(
    dayOneHosts(input.hosts),
    others,
    shared,
    input.cluster?.masquerade,
  );
  const problems = plainProblems([...input.problems, ...drifts.flatMap((one) => one.problems)]);
  tell(terminal, problems);
  for (const { host, drift, node = [], policies } of drifts) {
    terminal.say('info', `${host}: ${summary(policies, drift.length)}`);
    reportChanges(terminal, drift, '  ');
    for (const { what, from, to } of node)
      terminal.say('warning', `  the node has ${what}: ${from ?? 'nothing'}, and not ${to ?? 'nothing'}`);
  }
  const ok = !hasErrors(problems);
  const names = drifts.map(({ host }) => nodeFileName({ name: host }));
  const files = drifts.map(({ role: pool, text }, index) => ({
    // The files for all hosts of a role have one name.
    name:
      names.indexOf(names[index]!) === names.lastIndexOf(names[index]!)
        ? names[index]!
        : `${pool}/${names[index]}`,
    text,
  }));
  const written = ok && output !== undefined ? await writeInto(output, files) : [];
  for (const file of written) terminal.say('info', `Written to ${file}`);
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

function summary(policies: readonly string[], changes: number): string {
  if (policies.length === 0) return 'no policy is for it';
  return changes === 0
    ? `as ${policies.join(', ')} says`
    : `${count(changes, 'change')} since day 1, by ${policies.join(', ')}`;
}
