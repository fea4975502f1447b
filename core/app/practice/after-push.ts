import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { applyToCluster } from '../../cluster/client/apply.ts';
import { connectCluster } from '../../cluster/client/connect.ts';
import { readManifests } from '../../cluster/client/read-manifests.ts';
import { executeDelete } from '../../mirror/delete/execute-delete.ts';
import { generateDelete } from '../../mirror/delete/generate-delete.ts';
import type { PracticeCluster } from './cluster.ts';
import { t } from './messages.ts';
import type { FiguresOf } from './steps.ts';
import type { Engine } from './work.ts';

/** Pace at which the simulated nodes are read, in ms. */
const POLL_MS = 50;

/** Applies the manifests of a push to the simulated cluster, and waits for its nodes. @throws AirlockError also for rejected objects */
export async function applyManifests(
  { host, world, signal }: Engine,
  cluster: PracticeCluster,
  options: { manifests: string; state: string },
): Promise<FiguresOf<'apply'>> {
  const { kubeconfig, context } = cluster;
  const manifests = await readManifests(options.manifests);
  await using connected = await connectCluster({ kubeconfig, context }, host, { signal });
  const result = await applyToCluster(
    connected,
    manifests.map(({ resource }) => resource),
    {
      ...{ dryRun: false, overwrite: false, allowRestart: true, allowRemoval: false, wait: true },
      times: { pollMs: POLL_MS },
      history: join(options.state, 'applies'),
      keyFile: world.environment.OCP_SIGNATURE_VERIFICATION_PK,
    },
    { emit: () => {}, signal },
  );
  const [problem] = result.problems.filter(({ level }) => level === 'error');
  if (result.exitCode !== 0)
    throw new AirlockError('internal', problem?.message ?? t('applyIncomplete'), { exitCode: 2 });
  return {
    name: 'apply',
    version: result.openShiftVersion ?? '',
    objects: result.objects.map(({ kind, name, result: how }) => ({ kind, name, result: how })),
  };
}

/** Deletes a release from the destination. @throws AirlockError also for images that couldn't be deleted */
export async function deleteRelease(
  { host, world, control, signal }: Engine,
  options: { version: string; workspace: string; state: string; directory: string },
  words: string[],
): Promise<FiguresOf<'delete'>> {
  const { version, workspace, state, directory } = options;
  const configFile = join(directory, 'delete.yaml');
  await writeFile(configFile, deletion(version));
  const destination = { host: world.destination.host, namespace: '' };
  const network = { destinationTlsVerify: true, retryTimes: 2, retryDelayMs: 0 };
  const { files } = await generateDelete(
    { ...network, workspace, configFile, destination, keep: [], maxNestedPaths: 0, stateDirectory: state },
    host,
    { ...control, signal },
  );
  const listFile = files[0];
  if (listFile === undefined) throw new AirlockError('internal', t('deleteEmpty', { version }));
  const { images, bytesFreed } = await executeDelete(
    {
      ...{ ...network, listFile, destination, forceCacheDelete: false, stateDirectory: state },
      arguments: words.slice(1),
    },
    host,
    control,
  );
  if (images.failed > 0) throw new AirlockError('internal', t('deleteFailed', { failed: images.failed }));
  return { name: 'delete', version, images: images.deleted, bytesFreed };
}

function deletion(version: string): string {
  return [
    'kind: DeleteImageSetConfiguration',
    'apiVersion: mirror.openshift.io/v2alpha1',
    'delete:',
    '  platform:',
    '    channels:',
    `      - name: stable-${version.split('.', 2).join('.')}`,
    `        minVersion: ${version}`,
    `        maxVersion: ${version}`,
    '',
  ].join('\n');
}
