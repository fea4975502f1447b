import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { shellWord } from '../../base/document/shell-word.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { parseUpdateGraph, shortestPath } from '../../content/release/update-graph.ts';
import { parseVolumeName } from '../../media/volumes/export-document.ts';
import type { HostFacts, RunControl } from '../../mirror/run/request.ts';
import type { PracticeWorld } from '../../test-world/world.ts';
import { applyManifests, deleteRelease } from './after-push.ts';
import { startSimulatedCluster } from './cluster.ts';
import { proveDestination } from './destination-proof.ts';
import { damageDrive, damagedRange, practiceDrives } from './drives.ts';
import { exportTransfer, importTransfer } from './media.ts';
import { t } from './messages.ts';
import type { FiguresOf, JourneyStep, OnStep, StepName } from './steps.ts';
import { type Engine, fetchTransfer, makePlan, pushTransfer, readResources, verifyTransfer } from './work.ts';

/** Pace of the simulated cluster in ms. */
const CLUSTER_STEP_MS = 20;

export interface JourneyOptions {
  world: PracticeWorld;
  /**
   * Gets the folders `connected/` (a workspace), `drives/` (two simulated drives), `received/` and `disconnected/` (the sets and the
   * state of the other side). None of them may exist yet.
   */
  directory: string;
  host: Pick<HostFacts, 'tool'>;
  control: RunControl;
  onStep: OnStep;
}

/** The folders of both sides, and the configuration. */
export function sidesIn(directory: string): {
  connected: string;
  configuration: string;
  received: string;
  disconnected: string;
} {
  return {
    connected: join(directory, 'connected'),
    configuration: join(directory, 'practice.yaml'),
    received: join(directory, 'received'),
    disconnected: join(directory, 'disconnected'),
  };
}

/**
 * Runs the journey of an image set across the air gap with the real engine, in a practice world: plan, mirror to disk,
 * verify, export to two drives of which one is damaged, import with a repair, disk to mirror, apply to a simulated cluster,
 * update by a second transfer, delete a release that the cluster doesn't run. Before the deletion, it compares every tag of the core set at the
 * destination with the upstream. It uses nothing of the user's environment.
 * @returns the finished steps, in order
 * @throws AirlockError of the step that failed, with the exit code that its command has; `interrupted` on request
 */
export async function runJourney(options: JourneyOptions): Promise<JourneyStep[]> {
  const { world, directory, control, onStep } = options;
  const signal = AbortSignal.any([control.signal, control.pause]);
  const host = { ...options.host, env: world.environment, home: world.directory };
  const { connected, received, disconnected, configuration: configFile } = sidesIn(directory);
  const engine: Engine = { world, host, control, signal, configFile };
  const drives = practiceDrives(directory, world.sets.first.needed.bytes);
  for (const { path } of drives) await mkdir(path, { recursive: true });
  await writeFile(configFile, world.sets.first.yaml);
  const releases = world.inventory.releases.filter(({ architecture }) => architecture === 'amd64');
  const [oldest, newest] = [releases[0]!.version, releases.at(-1)!.version];
  // The simulated cluster runs the oldest release, and its update is planned only.
  const superseded = releases.at(-2)!.version;
  const registry = world.destination.host;
  const steps: JourneyStep[] = [];

  const take = stepTaker(steps, signal, onStep);

  await take('plan', t('planStep'), ['airlock', 'plan', '-c', configFile, `file://${connected}`], (words) =>
    makePlan(engine, connected, words),
  );
  const { directory: set, transfer } = await take(
    'mirror-to-disk',
    t('mirrorToDiskStep'),
    ['airlock', 'mirror', '-c', configFile, `file://${connected}`],
    (words) => fetchTransfer(engine, connected, words),
  );
  await take('verify', t('verifyStep'), ['airlock', 'verify', `file://${set}`], () =>
    verifyTransfer(engine, set),
  );
  const to = drives.flatMap(({ path }) => ['--to', path]);
  await take(
    'media-export',
    t('mediaExportStep'),
    ['airlock', 'media', 'export', '--transfer', transfer, ...to, `file://${connected}`],
    async () => {
      const figures = await exportTransfer(engine, { workspace: connected, transfer, drives });
      const damage = await damageDrive(drives[1]);
      if (!damage) throw new AirlockError('internal', t('driveEmpty', { drive: drives[1].label }));
      return { ...figures, damage: { drive: drives[1].label, ...damagedRange(damage) } };
    },
  );
  const from = drives.flatMap(({ path }) => ['--from', path]);
  await take(
    'media-import',
    t('mediaImportStep'),
    ['airlock', 'media', 'import', ...from, `file://${received}`],
    () => importWithRepair(engine, { workspace: connected, transfer, drives, received }),
  );
  const push = (source: string): string[] => [
    ...['airlock', 'mirror', '--from', `file://${source}`, `docker://${registry}`],
    ...['--state', disconnected],
  ];
  const { resources } = await take('disk-to-mirror', t('diskToMirrorStep'), push(received), (words) =>
    pushTransfer(engine, { from: received, state: disconnected }, words),
  );
  await take('cluster-resources', t('clusterResourcesStep'), ['ls', resources], () =>
    readResources(resources),
  );
  const manifests = join(disconnected, 'config');
  await using cluster = await startSimulatedCluster({
    ...{ directory, version: oldest, mirror: registry },
    stepMs: CLUSTER_STEP_MS,
  });
  await take(
    'apply',
    t('applyStep'),
    ['airlock', 'cluster-config', 'apply', manifests, '--kubeconfig', cluster.kubeconfig, '--allow-restart'],
    () => applyManifests(engine, cluster, { manifests, state: disconnected }),
  );
  await take(
    'upgrade',
    t('upgradeStep'),
    ['airlock', 'upgrade-path', 'ocp', '--from', oldest, '--to', newest],
    async () => {
      const path = await updatePath(world, oldest, newest);
      await writeFile(configFile, world.sets.later.yaml);
      const fetched = await fetchTransfer(engine, connected, [
        ...['airlock', 'mirror', '-c', configFile, `file://${connected}`],
      ]);
      const pushed = await pushTransfer(engine, { from: connected, state: disconnected }, push(connected));
      return {
        ...{ name: 'upgrade', path, transfer: fetched.transfer, images: pushed.images },
        ...{ fetched: fetched.bytes, sent: pushed.bytes },
      };
    },
  );
  const release = world.inventory.releases[0]?.payload.destination;
  await take(
    'proof',
    t('proofStep'),
    ['skopeo', 'inspect', '--tls-verify=false', '--format', '{{.Digest}}', `docker://${registry}/${release}`],
    async () => ({ name: 'proof', images: await proveDestination(world, signal) }),
  );
  await take(
    'delete',
    t('deleteStep'),
    [
      ...['airlock', 'delete', '--generate', '-c', join(directory, 'delete.yaml')],
      ...['--workspace', `file://${connected}`, `docker://${registry}`],
    ],
    (words) =>
      deleteRelease(
        engine,
        { version: superseded, workspace: connected, state: disconnected, directory },
        words,
      ),
  );
  return steps;
}

/** Returns a function that does a step: it reports its start and end, and adds it to the finished steps. */
function stepTaker(steps: JourneyStep[], signal: AbortSignal, onStep: JourneyOptions['onStep']) {
  return async <N extends StepName>(
    name: N,
    about: string,
    words: string[],
    work: (words: string[]) => Promise<FiguresOf<N>>,
  ): Promise<FiguresOf<N>> => {
    const command = words.map(shellWord).join(' ');
    if (signal.aborted) throw interrupted(name);
    onStep({ state: 'started', intent: { name, about, command } });
    const start = performance.now();
    const figures = await work(words).catch((error) => {
      throw signal.aborted ? interrupted(name, error) : error;
    });
    const step = { ...figures, command, wallMs: Math.round(performance.now() - start) };
    steps.push(step);
    onStep({ state: 'done', step });
    return figures;
  };
}

/** Imports from the drives. If a volume is damaged, it is written again and imported a second time. */
async function importWithRepair(
  engine: Engine,
  options: {
    workspace: string;
    transfer: string;
    drives: ReturnType<typeof practiceDrives>;
    received: string;
  },
): Promise<FiguresOf<'media-import'>> {
  const { workspace, transfer, drives, received } = options;
  const first = await importTransfer(engine, { drives, received });
  if (!('found' in first)) throw new AirlockError('internal', t('damageMissing', { drive: drives[1].label }));
  const { found } = first;
  const repaired = [...new Set(found.flatMap(({ file }) => parseVolumeName(basename(file))?.number ?? []))];
  await exportTransfer(engine, { workspace, transfer, drives: [drives[1]], volumes: repaired });
  const second = await importTransfer(engine, { drives, received });
  if ('found' in second)
    throw new AirlockError('archive-malformed', t('importIncomplete', { folder: drives[1].path }));
  return { ...second, found, repaired };
}

/** Queries the update service for the path with the fewest updates. @throws AirlockError `release-unknown` without a path */
async function updatePath({ services }: PracticeWorld, from: string, to: string): Promise<string[]> {
  const channel = `stable-${from.split('.', 2).join('.')}`;
  const url = `${services.updateUrl}?${new URLSearchParams({ channel, arch: 'amd64' })}`;
  const answer = await fetch(url);
  const graph = parseUpdateGraph(new Uint8Array(await answer.arrayBuffer()), url);
  const path = shortestPath(graph, from, to).map(({ version }) => version);
  if (path.length === 0) throw new AirlockError('release-unknown', t('pathMissing', { from, to }));
  return path;
}

function interrupted(step: StepName, cause?: unknown): AirlockError {
  return new AirlockError('interrupted', t('journeyStopped', { step }), {
    remedy: t('journeyStoppedRemedy'),
    cause,
  });
}
