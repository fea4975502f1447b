import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { withoutPeriod } from '../../../core/base/document/words.ts';
import { AirlockError, asAirlockError, type Problem } from '../../../core/base/errors/airlock-error.ts';
import { readRegularFile } from '../../../core/base/files/regular-file.ts';
import type { GatheredHosts, GatherOptions } from '../../../core/nmstate/gather/gather-hosts.ts';
import type { ClusterNetwork } from '../../../core/nmstate/model/cluster-network.ts';
import type { NodeFile } from '../../../core/nmstate/simulation/pick-file.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { t } from './messages.ts';

/** Larger than any document of a host or table. In bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Adds the options of all subcommands that read hosts. */
export function inputOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option('--preset <id>', t('presetOption'))
    .option('--template <file>', t('templateOption'))
    .option('--cluster <file>', t('clusterOption'))
    .option('--openshift-version <version>', t('versionOption'));
}

/** The input of a command. */
export interface Input extends GatheredHosts {
  cluster: ClusterNetwork | undefined;
  version: string | undefined;
}

/**
 * Reads a folder of documents, a MachineConfig, or a table of hosts, with the options of {@link inputOptions}.
 * `ofHosts`: plain documents belong to hosts, even without br-ex. `mayBeEmpty`: a folder without files isn't an error.
 * @throws AirlockError `usage`, `disk`; `document-unreadable` and `config-invalid` for the file of the cluster
 */
export async function readInput(
  path: string,
  options: Record<string, unknown>,
  { ofHosts = false, mayBeEmpty = false }: { ofHosts?: boolean; mayBeEmpty?: boolean } = {},
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
    throw new AirlockError('usage', t('versionInvalid', { version }), {
      remedy: t('versionInvalidRemedy'),
    });
  if (preset !== undefined && template !== undefined)
    throw new AirlockError('usage', t('presetWithTemplate'));
  const wanted: GatherOptions = {
    ofHosts,
    role,
    preset: preset === undefined ? undefined : await presetNamed(preset),
    template: template === undefined ? undefined : { text: await textOf(userPath(template)), file: template },
  };
  const files = await filesOf(userPath(path), path, { mayBeEmpty });
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
    throw new AirlockError('usage', t('presetUnknown', { id }), {
      remedy: t('presetUnknownRemedy', { presets: PRESETS.map((one) => one.id).join(', ') }),
    });
  return preset;
}

/**
 * Returns the file, or all files of the folder that can contain networks, by name.
 * @throws AirlockError `usage`, `disk`
 */
export async function filesOf(
  path: string,
  shown: string,
  { mayBeEmpty = false }: { mayBeEmpty?: boolean } = {},
): Promise<NodeFile[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [{ path: shown, text: await textOf(path) }];
    const names = (await readdir(path, { withFileTypes: true }))
      .filter((entry) => !entry.isDirectory() && /\.(?:ya?ml|json|csv|tsv)$/i.test(entry.name))
      .map((entry) => entry.name)
      .sort();
    if (names.length === 0 && !mayBeEmpty)
      throw new AirlockError('usage', t('directoryEmpty', { path: shown }), {
        remedy: t('directoryEmptyRemedy'),
      });
    return await Promise.all(
      names.map(async (name) => ({
        path: join(shown, name),
        text: await textOf(join(path, name), { pipes: false }),
      })),
    );
  } catch (error) {
    throw unread(error, shown);
  }
}

/** Returns a wrong path as `usage`, and other errors of the disk as they are. */
function unread(error: unknown, shown: string): AirlockError {
  const { code } = error as { code?: unknown };
  if (code !== 'ENOENT' && code !== 'ENOTDIR') return asAirlockError(error);
  return new AirlockError('usage', t('pathMissing', { path: shown }), {
    remedy: t('pathMissingRemedy'),
    cause: error,
  });
}

/**
 * Reads a text file.
 * @param options.pipes also reads pipes, such as `<(oc get nns -o yaml)`
 * @throws AirlockError `disk`; `usage` if the file doesn't exist, is too large or no regular file
 */
export async function textOf(path: string, { pipes = true } = {}): Promise<string> {
  try {
    const content = await readRegularFile(path, MOST_BYTES, { pipes });
    if (typeof content !== 'string') return content.toString('utf8');
    throw new AirlockError(
      'usage',
      content === 'too-large'
        ? t('fileTooLarge', { path, limit: MOST_BYTES })
        : t('fileNotRegular', { path }),
      { remedy: t('fileUnusableRemedy') },
    );
  } catch (error) {
    throw unread(error, path);
  }
}

/** Returns problems for a result, without the fields for editors. */
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

/** Groups problems by message, because hosts of one table share their layout and its problems. */
export function byMessage(problems: readonly Problem[]): { problem: Problem; files: number }[] {
  const found = new Map<string, { problem: Problem; files: Set<string | undefined> }>();
  for (const problem of problems) {
    const { level, message, file } = problem;
    // Errors aren't grouped, because each of them must be fixed.
    const key = level === 'error' ? `${file}\0${problem.line}\0${message}` : `${level}\0${message}`;
    const known = found.get(key);
    if (known) known.files.add(file);
    else found.set(key, { problem, files: new Set([file]) });
  }
  return [...found.values()].map(({ problem, files }) => ({ problem, files: files.size }));
}

/** Adds the number of other documents with the same problem to its message. */
export function withOthers({ problem, files }: { problem: Problem; files: number }): Problem {
  if (files < 2) return problem;
  return {
    ...problem,
    message: t('problemOfOthers', { message: withoutPeriod(problem.message), count: files - 1 }),
  };
}

/** Prints each problem once on standard error. */
export function reportProblems(terminal: Terminal, problems: readonly Problem[]): void {
  for (const found of byMessage(problems)) terminal.problem(withOthers(found));
}
