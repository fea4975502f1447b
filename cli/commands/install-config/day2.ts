import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { PlanRun } from '../../../core/cluster/day2/run-plan.ts';
import type { Day2Change, Day2Plan } from '../../../core/install/install-config/day2/plan.ts';
import type { ListedVCenter } from '../../../core/install/install-config/day2/starting-state.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { InvalidArgumentError } from '../../terminal/commander.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { applyPlan, isApplied, planApplyOptions } from '../cluster/plan-apply.ts';
import { STOPPING } from '../cluster/result.ts';
import { openShiftVersion, readNamedFile } from './file.ts';
import { t } from './messages.ts';

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
    t('day2'),
    (command) =>
      planApplyOptions(
        command
          .option('--fetch-command', t('fetchCommandOption'))
          .option('--objects <file...>', t('objectsOption'))
          .option('--add-vcenter <vcenter>', t('addVcenterOption'), collectVCenter)
          .option('--remove-vcenter <server>', t('removeVcenterOption'), (server, before: string[] = []) => [
            ...before,
            server,
          ])
          .option('--add-failure-domains <file>', t('addFailureDomainsOption'))
          .option('--convert-cloud-config', t('convertCloudConfigOption'))
          .option('--full', t('fullOption'))
          .option('--openshift-version <version>', t('day2VersionOption'), openShiftVersion)
          .option('--to <directory>', t('planToOption')),
      )
        .option('--prepared', t('preparedOption'))
        .option('--optional', t('optionalOption'))
        .option('--credentials <file>', t('credentialsOption')),
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
        throw new AirlockError('usage', t('objectsMissing'), {
          remedy: t('objectsMissingRemedy'),
        });
      const objects = readClusterObjects(await objectFiles(options.objects));
      const change = await changeOf(options, objects.infrastructure?.value);
      const plan = planDay2(objects, change, {
        openShiftVersion: options.openshiftVersion,
        layout: options.full ? 'full' : undefined,
      });
      if (!plan.ok) return printRejections(terminal, plan);
      const directory = options.to === undefined ? undefined : userPath(options.to);
      const written = directory === undefined ? undefined : await writePlan(directory, plan);
      if (written === undefined && !apply) terminal.printText(planText(plan).replace(/\n$/, ''));
      else {
        for (const problem of plan.warnings) terminal.problem(problem);
        for (const [index, { title, optional }] of plan.steps.entries())
          terminal.print(t(optional ? 'optionalStep' : 'step', { number: index + 1, title }));
        if (written && written.removed.length > 0)
          terminal.say('info', t('planFilesRemoved', { count: written.removed.length }));
        for (const other of written?.others ?? [])
          terminal.say('warning', t('planFileOther', { path: other }));
        if (written) terminal.print(t('planWritten', { count: written.files.length, directory: directory! }));
      }
      const applied = apply ? await applyDay2Plan(context, plan, given) : undefined;
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

async function applyDay2Plan(
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

/** Reads the accounts of a file. Errors never quote its content. */
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
  throw new AirlockError('usage', t('accountsInvalid', { file: name }), {
    remedy: t('accountsInvalidRemedy'),
  });
}

function printRejections(terminal: Terminal, plan: Day2Plan): number {
  for (const problem of plan.rejections) terminal.problem(problem);
  terminal.say('error', t('day2Rejected', { plan: plan.title }));
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
    throw new AirlockError('cluster-objects-invalid', t('domainsUnusable', { file: addFailureDomains }), {
      problems,
    });
  return { ...change, addFailureDomains: failureDomains };
}

/** Reads files, and every `.yaml`, `.yml` and `.json` in folders. */
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
    else throw new InvalidArgumentError(t('vcenterInvalid'));
  }
  if (!vcenter.server || vcenter.datacenters.length === 0)
    throw new InvalidArgumentError(t('vcenterIncomplete'));
  return [...before, vcenter];
}
