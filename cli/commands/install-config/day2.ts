import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { PlanRun } from '../../../core/cluster/day2/run-plan.ts';
import type { Day2Change, Day2Plan } from '../../../core/install/install-config/day2/plan.ts';
import type { ListedVCenter } from '../../../core/install/install-config/day2/starting-state.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { InvalidArgumentError } from '../../terminal/commander.ts';
import { count } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { applyPlan, isApplied, planApplyOptions } from '../cluster/plan-apply.ts';
import { STOPPING } from '../cluster/result.ts';
import { openShiftVersion, readNamedFile } from './file.ts';

interface Day2CommandOptions {
  objects?: string[];
  addVcenter?: ListedVCenter[];
  removeVcenter?: string[];
  addFailureDomains?: string;
  convertCloudConfig?: boolean;
  full?: boolean;
  openshiftVersion?: string;
  to?: string;
  fetchCommand?: boolean;
  prepared?: boolean;
  optional?: boolean;
  credentials?: string;
}

export function addInstallConfigDay2(installConfig: Command): void {
  addCommand(
    installConfig,
    'day2',
    'the ordered plan of a change of an installed vSphere cluster: vCenters, failure domains, cloud configuration',
    (command) =>
      planApplyOptions(
        command
          .option('--fetch-command', 'print the line that fetches the objects from the cluster, and end')
          .option('--objects <file...>', 'files or folders with the objects of the cluster')
          .option(
            '--add-vcenter <vcenter>',
            'a vCenter to add: server=HOST,datacenter=NAME[,datacenter=NAME][,port=N]; may be given again',
            collectVCenter,
          )
          .option(
            '--remove-vcenter <server>',
            'a vCenter to remove; may be given again',
            (server, before: string[] = []) => [...before, server],
          )
          .option(
            '--add-failure-domains <file>',
            'failure domains to add: a list, or a file with failureDomains such as install-config.yaml',
          )
          .option('--convert-cloud-config', 'convert the cloud configuration from INI to YAML')
          .option('--full', 'a converted cloud configuration has every setting, not only what is set')
          .option(
            '--openshift-version <version>',
            'the release of the cluster, when its objects do not tell it',
            openShiftVersion,
          )
          .option('--to <dir>', 'the folder to write the plan and its files to'),
      )
        .option('--prepared', 'with --apply: what people do in the vCenters is done')
        .option('--optional', 'with --apply: the optional steps too (MachineSets, control plane)')
        .option(
          '--credentials <file>',
          'with --apply: YAML with the account of a new vCenter, as HOST.username and HOST.password',
        ),
    async (context, given) => {
      const { terminal } = context;
      const options = given;
      const apply = isApplied(given, ['prepared', 'optional', 'credentials']);
      const [{ fetchObjectsCommand, readClusterObjects }, { planDay2 }, { planText }, { writePlan }] =
        await Promise.all([
          import('../../../core/install/install-config/day2/cluster-objects.ts'),
          import('../../../core/install/install-config/day2/plan-day2.ts'),
          import('../../../core/install/install-config/day2/plan-files.ts'),
          import('../../../core/cluster/install-files/write-plan.ts'),
        ]);
      if (options.fetchCommand) {
        terminal.print(fetchObjectsCommand());
        terminal.result({ command: fetchObjectsCommand() });
        return 0;
      }
      if (!options.objects)
        throw new AirlockError('usage', 'day2 needs --objects FILE', {
          remedy: 'airlock install-config day2 --fetch-command prints the line that fetches them.',
        });
      const objects = readClusterObjects(await objectFiles(options.objects));
      const change = await changeOf(options, objects.infrastructure?.value);
      const plan = planDay2(objects, change, {
        openShiftVersion: options.openshiftVersion,
        layout: options.full ? 'full' : undefined,
      });
      if (!plan.ok) return rejected(terminal, plan);
      const directory = options.to === undefined ? undefined : userPath(options.to);
      const written = directory === undefined ? undefined : await writePlan(directory, plan);
      if (written === undefined && !apply) terminal.printText(planText(plan).replace(/\n$/, ''));
      else {
        for (const problem of plan.warnings) terminal.problem(problem);
        for (const [index, { title, optional }] of plan.steps.entries())
          terminal.print(`${index + 1}. ${title}${optional ? ' (optional)' : ''}`);
        if (written && written.removed.length > 0)
          terminal.say('info', `Note: ${count(written.removed.length, 'file')} of the plan before removed.`);
        for (const other of written?.others ?? [])
          terminal.say('warning', `${other} was there before and belongs to no step of this plan.`);
        if (written)
          terminal.print(
            `${count(written.files.length, 'file')} written to ${directory}; begin with PLAN.md`,
          );
      }
      const applied = apply ? await carriedOut(context, plan, given) : undefined;
      const { exitCode = 0, ...run } = applied ?? {};
      terminal.result({
        ...plan,
        directory: written && directory,
        ...written,
        status: applied && (exitCode === 0 ? 'complete' : 'partial'),
        applied: applied && run,
      });
      return exitCode;
    },
    { interrupted: STOPPING },
  );
}

async function carriedOut(
  context: CommandContext,
  plan: Day2Plan,
  given: Record<string, unknown>,
): Promise<PlanRun> {
  const { prepared = false, optional = false, credentials } = given as Day2CommandOptions;
  const accounts = credentials === undefined ? {} : await accountsIn(credentials);
  return applyPlan(context, given, async (cluster) => {
    const { day2Steps } = await import('../../../core/cluster/day2/day2-steps.ts');
    return day2Steps(cluster, plan, { prepared, optional, credentials: accounts });
  });
}

/** What is in the file is never quoted. */
async function accountsIn(name: string): Promise<Record<string, string>> {
  const { parse } = await import('yaml');
  const { text } = await readNamedFile(name);
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    value = undefined;
  }
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length > 0 && entries.every(([, one]) => typeof one === 'string'))
    return Object.fromEntries(entries) as Record<string, string>;
  throw new AirlockError('usage', `${name} is no YAML of accounts`, {
    remedy: 'Write a line `HOST.username: "..."` and a line `HOST.password: "..."` for each vCenter.',
  });
}

function rejected(terminal: Terminal, plan: Day2Plan): number {
  for (const problem of plan.rejections) terminal.problem(problem);
  terminal.say('error', `Refused: ${plan.title}.`);
  terminal.result(plan);
  return 1;
}

async function changeOf(options: Day2CommandOptions, infrastructure: unknown): Promise<Day2Change> {
  const { addVcenter = [], removeVcenter = [], addFailureDomains, convertCloudConfig } = options;
  const change: Day2Change = {
    convertCloudConfig: convertCloudConfig || undefined,
    addVCenters: addVcenter.length > 0 ? addVcenter : undefined,
    removeVCenters: removeVcenter.length > 0 ? removeVcenter : undefined,
  };
  if (addFailureDomains === undefined) return change;
  const [{ readFailureDomains }, { textAt }] = await Promise.all([
    import('../../../core/install/install-config/day2/read-failure-domains.ts'),
    import('../../../core/install/install-config/day2/cluster-objects.ts'),
  ]);
  const { path, text } = await readNamedFile(addFailureDomains);
  const infraId = textAt(infrastructure, 'status', 'infrastructureName');
  const { failureDomains, problems } = readFailureDomains(text, { file: path, infraId });
  if (problems.length > 0)
    throw new AirlockError('cluster-objects-invalid', `${addFailureDomains} cannot be used`, { problems });
  return { ...change, addFailureDomains: failureDomains };
}

/** Of folders every `.yaml`, `.yml` and `.json` in them. */
async function objectFiles(names: readonly string[]): Promise<{ file: string; text: string }[]> {
  const files: { file: string; text: string }[] = [];
  for (const name of names) {
    const path = userPath(name);
    const folder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!folder) {
      files.push({ file: path, text: (await readNamedFile(name)).text });
      continue;
    }
    for (const each of (await readdir(path)).toSorted())
      if (/\.(ya?ml|json)$/i.test(each))
        files.push({ file: join(path, each), text: await readFile(join(path, each), 'utf8') });
  }
  return files;
}

function collectVCenter(text: string, before: ListedVCenter[] = []): ListedVCenter[] {
  const vcenter: ListedVCenter = { server: '', datacenters: [] };
  for (const part of text.split(',')) {
    const [, name, value = ''] = /^\s*(server|datacenter|port)=(.*)$/.exec(part) ?? [];
    if (name === 'server' && value) vcenter.server = value;
    else if (name === 'datacenter' && value) vcenter.datacenters.push(value);
    else if (name === 'port' && /^\d+$/.test(value)) vcenter.port = Number(value);
    else throw new InvalidArgumentError('must be server=HOST,datacenter=NAME[,port=N].');
  }
  if (!vcenter.server || vcenter.datacenters.length === 0)
    throw new InvalidArgumentError('must name server=HOST and at least one datacenter=NAME.');
  return [...before, vcenter];
}
