import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { writeNewFolder } from '../../../base/files/new-folder.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { folderSource, liveSource } from '../../../cluster/check/object-source.ts';
import { type ReportedNodes, readReportedNodes } from '../../../cluster/check/reported-nodes.ts';
import { connectCluster } from '../../../cluster/client/connect.ts';
import type { ClusterHost } from '../../../cluster/client/kubeconfig.ts';
import type { RequestOutput, RequestParsed } from '../../../contract/contract.ts';
import { setHostOf } from '../../../nmstate/host-set/host-set.ts';
import { migrateNodes } from '../../../nmstate/migration/migration.ts';
import type { Migration } from '../../../nmstate/migration/model.ts';
import { absolutePath, optionalPath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { plain } from './hosts-import.ts';
import { t } from './messages.ts';

type Question = RequestParsed<'hosts.adopt'>;

/** Returns the handlers that adopt nodes whose br-ex comes from configure-ovs. */
export function adoptHandlers(
  host: ClusterHost,
): Pick<HandlersOf<'hosts'>, 'hosts.adopt' | 'hosts.saveAdopted'> {
  const adopt = async (question: Question, signal: AbortSignal) => {
    const found = await reported(question, host, signal);
    const openShiftVersion = question.openShiftVersion || found.openShiftVersion;
    const { cluster } = found;
    const migration = await migrateNodes(found.nodes, { cluster, openShiftVersion, role: question.role });
    return { migration, openShiftVersion };
  };
  return {
    'hosts.adopt': async (question, { signal }) => {
      const { migration, openShiftVersion } = await adopt(question, signal);
      return answerOf(migration, openShiftVersion);
    },
    'hosts.saveAdopted': async ({ directory, fingerprint, ...question }, { signal }) => {
      const path = absolutePath(directory, 'directory');
      const { migration } = await adopt(question, signal);
      const { files } = migration;
      if (fingerprintOf(migration) !== fingerprint || files.length === 0)
        throw new AirlockError('file-changed', t('nodesChanged'), {
          side: 'local',
          remedy: t('nodesChangedRemedy'),
        });
      await writeNewFolder(path, files);
      return { directory: path, files: files.map(({ file }) => file) };
    },
  };
}

async function reported(
  { from, kubeconfig, context }: Question,
  host: ClusterHost,
  signal: AbortSignal,
): Promise<ReportedNodes> {
  if (from !== undefined) return readReportedNodes(await folderSource(absolutePath(from, 'from')), signal);
  const choice = { kubeconfig: optionalPath(kubeconfig, 'kubeconfig'), context };
  await using cluster = await connectCluster(choice, host, { signal });
  return await readReportedNodes(await liveSource(cluster, signal), signal);
}

function answerOf(migration: Migration, openShiftVersion: string | undefined): RequestOutput<'hosts.adopt'> {
  const { nodes, files, steps, rollback, problems } = migration;
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  return {
    openShiftVersion,
    nodes: nodes.map(({ host: _machine, problems: found, ...node }) => ({
      ...node,
      problems: found.map(plain),
    })),
    files: [...files],
    steps: [...steps],
    rollback: [...rollback],
    problems: problems.map(plain),
    hosts: nodes.flatMap(({ host, file }) =>
      host && file !== undefined ? [{ ...setHostOf(host), own: texts.get(file)! }] : [],
    ),
    fingerprint: fingerprintOf(migration),
  };
}

/** Returns a digest of all files. */
function fingerprintOf({ files }: Migration): string {
  return sha256(Buffer.from(JSON.stringify(files.map(({ file, text }) => [file, text]))));
}
