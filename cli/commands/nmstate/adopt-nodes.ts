import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ReportedNodes } from '../../../core/cluster/check/reported-nodes.ts';
import type { MigrationNode } from '../../../core/nmstate/migration/model.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { withSource } from '../cluster/inspected.ts';
import { NEGATIVE } from '../output/path-output.ts';
import { hasErrors, plainProblems, reportProblems, textOf } from './input.ts';
import { t } from './messages.ts';

/** Options of `adopt` for nodes. */
export interface AdoptNodesOptions {
  fromDir?: string;
  kubeconfig?: string;
  context?: string;
  cluster?: string;
  openshiftVersion?: string;
  role?: string;
  output?: string;
}

/**
 * Writes day-1 documents, MachineConfigs and steps for nodes whose br-ex comes from configure-ovs.
 * @param path file or directory with reports; undefined: those of the options
 */
export async function adoptNodes(
  context: CommandContext,
  options: AdoptNodesOptions,
  path: string | undefined,
): Promise<number> {
  const { terminal } = context;
  const { output } = options;
  const [{ readReportedNodes }, { migrateNodes }] = await Promise.all([
    import('../../../core/cluster/check/reported-nodes.ts'),
    import('../../../core/nmstate/migration/migration.ts'),
  ]);
  const from = path === undefined ? options : { fromDir: path };
  const found = await withSource(context, { ...from }, (source, { signal }) =>
    readReportedNodes(source, signal),
  );
  const { nodes, files, steps, rollback, problems } = await migrateNodes(found.nodes, {
    cluster: await clusterOf(options.cluster, found),
    openShiftVersion: options.openshiftVersion ?? found.openShiftVersion,
    role: options.role,
  });
  terminal.print(table([t('adoptColumns').split('|'), ...nodes.map(rowOf)]));
  const shown = plainProblems(problems);
  reportProblems(terminal, [
    ...plainProblems(nodes.flatMap((node) => node.problems)).filter(({ level }) => level !== 'info'),
    ...shown,
  ]);
  const ok = files.length > 0 && !hasErrors(shown);
  if (output !== undefined && ok) {
    const { writeNewFolder } = await import('../../../core/base/files/new-folder.ts');
    await writeNewFolder(userPath(output), files);
    terminal.say('info', t('migrationWritten', { path: userPath(output), count: files.length }));
  } else if (output !== undefined) terminal.say('error', t('notWritten'));
  else if (ok) terminal.say('info', t('migrationNext'));
  terminal.result({
    ok,
    nodes: nodes.map((node) => ({ ...node, problems: plainProblems(node.problems) })),
    files,
    steps,
    rollback,
    written: output !== undefined && ok ? userPath(output) : undefined,
    problems: shown,
  });
  if (!ok) return hasErrors(shown) ? 1 : NEGATIVE;
  return nodes.some(({ verdict }) => verdict === 'blocked') ? NEGATIVE : 0;
}

/** Returns the network of the cluster with the settings of a file, which take precedence. */
async function clusterOf(
  file: string | undefined,
  { cluster }: ReportedNodes,
): Promise<ReportedNodes['cluster']> {
  if (file === undefined) return cluster;
  const { readClusterNetwork } = await import('../../../core/nmstate/model/cluster-network.ts');
  return readClusterNetwork(await textOf(userPath(file)), { file });
}

/** @throws AirlockError `usage` if both a path and options name nodes */
export function rejectTwoSources(path: string | undefined, options: AdoptNodesOptions): void {
  const given = (['fromDir', 'kubeconfig', 'context'] as const).some((key) => options[key] !== undefined);
  if (path !== undefined && given)
    throw new AirlockError('usage', t('adoptTwoSources', { path }), { remedy: t('adoptTwoSourcesRemedy') });
}

function rowOf({ name, role = '', verdict, uplink, addresses, automatic, file }: MigrationNode): string[] {
  return [
    ...[name, role, t(`${verdict}Verdict`), uplink.join(' < ')],
    [...addresses, ...(automatic ? [t('automatic')] : [])].join(' '),
    file ?? '',
  ];
}
