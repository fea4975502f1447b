import { join } from 'node:path';
import { shellWord } from '../../base/document/shell-word.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { HostFacts, RunControl } from '../../mirror/run/request.ts';
import type { PracticeWorld } from '../../test-world/world.ts';
import { proveDestination } from './destination-proof.ts';
import { exportTransfer, importTransfer, practiceVolumeSize } from './media.ts';
import { t } from './messages.ts';
import type { FiguresOf, JourneyStep, OnStep, StepName } from './steps.ts';
import { type Engine, fetchTransfer, makePlan, pushTransfer, readResources, verifyTransfer } from './work.ts';

export interface JourneyOptions {
  world: PracticeWorld;
  /**
   * Gets the folders `connected/` (a workspace), `usb/` (the drive), `received/` and `disconnected/` (the sets and the
   * state of the other side). None of them may exist yet.
   */
  directory: string;
  host: Pick<HostFacts, 'tool'>;
  control: RunControl;
  onStep: OnStep;
}

/** The folders of both sides, and of the drive between them. */
export function sidesIn(directory: string): {
  connected: string;
  drive: string;
  received: string;
  disconnected: string;
} {
  return {
    connected: join(directory, 'connected'),
    drive: join(directory, 'usb'),
    received: join(directory, 'received'),
    disconnected: join(directory, 'disconnected'),
  };
}

/**
 * Runs the journey of an image set across the air gap with the real engine, in a practice world: plan, mirror to disk,
 * verify, export to a drive, import, disk to mirror, cluster resources. Then it compares every tag of the core set at the
 * destination with the upstream. It uses nothing of the user's environment.
 * @returns the finished steps, in order
 * @throws AirlockError of the step that failed, with the exit code that its command has; `interrupted` on request
 */
export async function runJourney(options: JourneyOptions): Promise<JourneyStep[]> {
  const { world, directory, control, onStep } = options;
  const signal = AbortSignal.any([control.signal, control.pause]);
  const host = { ...options.host, env: world.environment, home: world.directory };
  const engine: Engine = { world, host, control, signal };
  const { connected, drive, received, disconnected } = sidesIn(directory);
  const configFile = world.sets.core.file;
  const registry = world.destination.host;
  const steps: JourneyStep[] = [];

  const take = async <N extends StepName>(
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

  await take('plan', t('planStep'), ['airlock', 'plan', '-c', configFile, `file://${connected}`], (words) =>
    makePlan(engine, connected, words),
  );
  const {
    directory: set,
    transfer,
    files,
  } = await take(
    'mirror-to-disk',
    t('mirrorToDiskStep'),
    ['airlock', 'mirror', '-c', configFile, `file://${connected}`],
    (words) => fetchTransfer(engine, connected, words),
  );
  await take('verify', t('verifyStep'), ['airlock', 'verify', `file://${set}`], () =>
    verifyTransfer(engine, set),
  );
  const volumeSize = practiceVolumeSize(files.reduce((sum, { size }) => sum + size, 0));
  const size = `${volumeSize / 2 ** 20}MiB`;
  await take(
    'media-export',
    t('mediaExportStep'),
    [
      'airlock',
      'media',
      'export',
      '--transfer',
      transfer,
      '--to',
      drive,
      '--volume-size',
      size,
      `file://${connected}`,
    ],
    () => exportTransfer(engine, { workspace: connected, transfer, drive, volumeSize }),
  );
  await take(
    'media-import',
    t('mediaImportStep'),
    ['airlock', 'media', 'import', '--from', drive, `file://${received}`],
    () => importTransfer(engine, { drive, received }),
  );
  const { resources } = await take(
    'disk-to-mirror',
    t('diskToMirrorStep'),
    ['airlock', 'mirror', '--from', `file://${received}`, `docker://${registry}`, '--state', disconnected],
    (words) => pushTransfer(engine, { from: received, state: disconnected }, words),
  );
  await take('cluster-resources', t('clusterResourcesStep'), ['oc', 'apply', '-f', resources], () =>
    readResources(resources),
  );
  const release = world.inventory.releases[0]?.payload.destination;
  await take(
    'proof',
    t('proofStep'),
    ['skopeo', 'inspect', '--tls-verify=false', '--format', '{{.Digest}}', `docker://${registry}/${release}`],
    async () => ({ name: 'proof', images: await proveDestination(world, signal) }),
  );
  return steps;
}

function interrupted(step: StepName, cause?: unknown): AirlockError {
  return new AirlockError('interrupted', t('journeyStopped', { step }), {
    remedy: t('journeyStoppedRemedy'),
    cause,
  });
}
