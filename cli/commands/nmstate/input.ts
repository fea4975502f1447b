import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError, asAirlockError, type Problem } from '../../../core/base/errors/airlock-error.ts';
import type { GatheredHosts, GatherOptions } from '../../../core/nmstate/gather/gather-hosts.ts';
import type { ClusterNetwork } from '../../../core/nmstate/model/cluster-network.ts';
import type { NodeFile } from '../../../core/nmstate/simulation/pick-file.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** No document of a host, and no table, is as large. Bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** What every sub-command takes beside its path. */
export function inputOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option('--preset <id>', 'a table of hosts: the layout of their networks, e.g. bond-vlan')
    .option('--template <file>', 'a table of hosts: a document with {{ variables }} for each of them')
    .option(
      '--cluster <file>',
      'install-config.yaml: machine network, VIPs and number of hosts to check against; or the Network object of the cluster',
    )
    .option('--openshift-version <version>', 'release of the nodes, e.g. 4.18 (default: the newest)');
}

/** What was read for a command. */
export interface Input extends GatheredHosts {
  cluster: ClusterNetwork | undefined;
  version: string | undefined;
}

/**
 * Reads a folder of documents, a MachineConfig, or a table of hosts, with the options of {@link inputOptions}.
 * `ofHosts`: plain documents are those of hosts, also without br-ex.
 * @throws AirlockError `usage`, `disk`; `document-unreadable` and `config-invalid` of the cluster's file
 */
export async function readInput(
  path: string,
  options: Record<string, unknown>,
  { ofHosts = false }: { ofHosts?: boolean } = {},
): Promise<Input> {
  const [{ gatherHosts }, { readClusterNetwork }] = await Promise.all([
    import('../../../core/nmstate/gather/gather-hosts.ts'),
    import('../../../core/nmstate/model/cluster-network.ts'),
  ]);
  const {
    preset,
    template,
    cluster: clusterFile,
    openshiftVersion: version,
    role,
  } = options as {
    preset?: string;
    template?: string;
    cluster?: string;
    openshiftVersion?: string;
    role?: string;
  };
  if (version !== undefined && !/^v?4\.\d+/.test(version))
    throw new AirlockError('usage', `"${version}" is no release of OpenShift`, {
      remedy: 'Write it as 4.18.',
    });
  if (preset !== undefined && template !== undefined)
    throw new AirlockError('usage', '--preset and --template cannot be used together');
  const wanted: GatherOptions = {
    ofHosts,
    role,
    preset: preset === undefined ? undefined : await presetNamed(preset),
    template: template === undefined ? undefined : { text: await textOf(userPath(template)), file: template },
  };
  const files = await filesOf(userPath(path), path);
  const cluster =
    clusterFile === undefined
      ? undefined
      : readClusterNetwork(await textOf(userPath(clusterFile)), { file: clusterFile });
  return { ...(await gatherHosts(files, wanted)), cluster, version };
}

async function presetNamed(id: string): Promise<NonNullable<GatherOptions['preset']>> {
  const { PRESETS, presetById } = await import('../../../core/nmstate/presets/presets.ts');
  const preset = presetById(id);
  if (!preset)
    throw new AirlockError('usage', `there is no preset "${id}"`, {
      remedy: `Name one of ${PRESETS.map((one) => one.id).join(', ')}.`,
    });
  return preset;
}

/**
 * The file, or every file of the folder that may hold networks, by name.
 * @throws AirlockError `usage`, `disk`
 */
export async function filesOf(path: string, shown: string): Promise<NodeFile[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [{ path: shown, text: await textOf(path) }];
    const names = (await readdir(path, { withFileTypes: true }))
      .filter((entry) => !entry.isDirectory() && /\.(?:ya?ml|json|csv|tsv)$/i.test(entry.name))
      .map((entry) => entry.name)
      .sort();
    if (names.length === 0)
      throw new AirlockError('usage', `there is no network document in ${shown}`, {
        remedy: 'Name a folder with files such as worker-0.yml, a MachineConfig, or a table of hosts.',
      });
    return await Promise.all(
      names.map(async (name) => ({ path: join(shown, name), text: await textOf(join(path, name)) })),
    );
  } catch (error) {
    throw unread(error, shown);
  }
}

/** What is not there was written wrong: nothing else of the disk is amiss. */
function unread(error: unknown, shown: string): AirlockError {
  const { code } = error as { code?: unknown };
  if (code !== 'ENOENT' && code !== 'ENOTDIR') return asAirlockError(error);
  return new AirlockError('usage', `there is no file or folder ${shown}`, {
    remedy: 'Check the path.',
    cause: error,
  });
}

/** @throws AirlockError `disk`, `usage` for what is not there, or no text of this size */
export async function textOf(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > MOST_BYTES)
      throw new AirlockError('usage', `${path} is too large for a network document`);
    return await readFile(path, 'utf8');
  } catch (error) {
    throw unread(error, path);
  }
}

/** Problems for a result: without what only editors use. */
export function plainProblems(problems: readonly (Problem & { rule?: string })[]): Problem[] {
  return problems.map(({ code, level, message, remedy, file, line, column, path, rule }) => ({
    ...{ code, level, message, remedy },
    file,
    line,
    column,
    path,
    rule,
  }));
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ level }) => level === 'error');
}

/** Problems by what they say: hosts of one table share their layout, and what is wrong with it. */
export function byMessage(problems: readonly Problem[]): { problem: Problem; files: number }[] {
  const found = new Map<string, { problem: Problem; files: Set<string | undefined> }>();
  for (const problem of problems) {
    const { level, message, file } = problem;
    // Errors stay with their place: each of them has to be mended.
    const key = level === 'error' ? `${file}\0${problem.line}\0${message}` : `${level}\0${message}`;
    const known = found.get(key);
    if (known) known.files.add(file);
    else found.set(key, { problem, files: new Set([file]) });
  }
  return [...found.values()].map(({ problem, files }) => ({ problem, files: files.size }));
}

/** `problem` with the number of other documents it is in as well. */
export function withOthers({ problem, files }: { problem: Problem; files: number }): Problem {
  if (files < 2) return problem;
  const others = files === 2 ? 'one more document' : `${files - 1} more documents`;
  return { ...problem, message: `${problem.message} (and in ${others})` };
}

/** Tells each problem once, on standard error. */
export function tell(terminal: Terminal, problems: readonly Problem[]): void {
  for (const found of byMessage(problems)) terminal.problem(withOthers(found));
}
