import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { startApiService } from '../../test-world/cluster/api-service.ts';
import type { JsonObject } from '../../test-world/cluster/field-sets.ts';
import { installCluster } from '../../test-world/cluster/install-cluster.ts';

const CONTEXT = 'practice';
/** The only token that the simulated cluster accepts. It listens on loopback only and runs nothing. */
const TOKEN = 'practice-token';
/** Pace of its operators in ms. */
const STEP_MS = 250;
/** Time in ms that a node takes to restart, long enough to follow the nodes on the screen. */
const NODE_MS = 2000;
/** Objects are written to the disk at most this often. */
const SAVE_MS = 200;
const MIRROR_SETS = new Set(['ImageDigestMirrorSet', 'ImageTagMirrorSet']);

/** A simulated OpenShift cluster on the loopback address. */
export interface PracticeCluster extends AsyncDisposable {
  /** Its kubeconfig, with plain HTTP. */
  kubeconfig: string;
  context: string;
}

/**
 * Starts a simulated cluster that stores what is applied to it, in `cluster.json` of a directory. It writes `kubeconfig`
 * there. Nodes and operators roll out the objects as in a real cluster.
 * @param options.version version of OpenShift that is installed at first
 * @param options.mirror mirror registry with plain HTTP, host with port. Nodes can reach no other registry.
 * @param options.stepMs pace of its operators and nodes in ms
 * @param options.onApplied called when all nodes use stored mirror sets
 */
export async function startSimulatedCluster(options: {
  directory: string;
  version: string;
  mirror: string;
  stepMs?: number;
  onApplied?: () => void;
}): Promise<PracticeCluster> {
  const { directory, version, mirror, stepMs = STEP_MS, onApplied = () => {} } = options;
  const nodeMs = options.stepMs ?? NODE_MS;
  const file = join(directory, 'cluster.json');
  const kubeconfig = join(directory, 'kubeconfig');
  const service = await startApiService({
    users: [{ name: 'practice-admin', token: TOKEN, groups: ['system:authenticated'] }],
  });
  const earlier = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as JsonObject[])
    .catch(() => undefined);
  const operators = installCluster(service, {
    ...{ openShiftVersion: version, stepMs, nodeMs },
    ...{ insecureRegistries: [mirror], defaultCatalogs: false },
  });
  if (Array.isArray(earlier)) {
    service.restore(earlier);
    operators.resume();
  }
  let timer: NodeJS.Timeout | undefined;
  const save = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    // A directory that is removed meanwhile needs no objects.
    await writeFileAtomic(file, `${JSON.stringify(service.objects())}\n`).catch(() => undefined);
  };
  service.onChange(({ kind }) => {
    timer ??= setTimeout(() => void save(), SAVE_MS);
    if (kind !== 'MachineConfigPool' || operators.areBehind()) return;
    if (service.objects().some((object) => MIRROR_SETS.has(String(object.kind)))) onApplied();
  });
  const cluster = { server: service.url, 'insecure-skip-tls-verify': true };
  await writeFile(
    kubeconfig,
    stringify({
      ...{ apiVersion: 'v1', kind: 'Config', 'current-context': CONTEXT },
      clusters: [{ name: CONTEXT, cluster }],
      users: [{ name: CONTEXT, user: { token: TOKEN } }],
      contexts: [{ name: CONTEXT, context: { cluster: CONTEXT, user: CONTEXT } }],
    }),
    { mode: 0o600 },
  );
  return {
    ...{ kubeconfig, context: CONTEXT },
    async [Symbol.asyncDispose]() {
      await operators[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
      if (timer) await save();
    },
  };
}
