import { join } from 'node:path';
import { shellWord } from '../../base/document/shell-word.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { HostFacts, RunControl } from '../../mirror/run/request.ts';
import type { PracticeWorld } from '../../test-world/world.ts';
import { proveDestination } from './destination-proof.ts';
import { exportTransfer, importTransfer, practiceVolumeSize } from './media.ts';
import type { FiguresOf, JourneyStep, OnStep, StepName } from './steps.ts';
import { type Engine, fetchTransfer, makePlan, pushTransfer, readResources, verifyTransfer } from './work.ts';

export interface JourneyOptions {
  world: PracticeWorld;
  /**
   * Gets `connected/`, the workspace, `stick/`, the medium, `received/` and `disconnected/`, the sets and the state of the
   * other side; none may be there yet.
   */
  directory: string;
  host: Pick<HostFacts, 'tool'>;
  control: RunControl;
  onStep: OnStep;
}

/** Where the journey keeps what the two sides know, and what is carried from one to the other. */
export function sidesIn(directory: string): {
  connected: string;
  stick: string;
  received: string;
  disconnected: string;
} {
  return {
    connected: join(directory, 'connected'),
    stick: join(directory, 'stick'),
    received: join(directory, 'received'),
    disconnected: join(directory, 'disconnected'),
  };
}

/**
 * The journey of an image set across the gap with the real engine, in a practice world: plan, mirror to disk, verify,
 * onto a medium, from the medium, disk to mirror, cluster resources; then every tag of the core set at the destination
 * is compared with the upstream. Of the user's environment nothing is used.
 * @returns the finished steps, in order
 * @throws AirlockError of the step that failed, with the exit code that its command has; `interrupted` on request
 */
export async function runJourney(options: JourneyOptions): Promise<JourneyStep[]> {
  const { world, directory, control, onStep } = options;
  const signal = AbortSignal.any([control.signal, control.pause]);
  const host = { ...options.host, env: world.environment, home: world.directory };
  const engine: Engine = { world, host, control, signal };
  const { connected, stick, received, disconnected } = sidesIn(directory);
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

  await take(
    'plan',
    'Ask the update service and the upstream registry what the image set comes to; nothing is copied.',
    ['airlock', 'plan', '-c', configFile, `file://${connected}`],
    (words) => makePlan(engine, connected, words),
  );
  const {
    directory: set,
    transfer,
    files,
  } = await take(
    'mirror-to-disk',
    'On the connected side: fetch every image once and build the transfer that is carried across.',
    ['airlock', 'mirror', '-c', configFile, `file://${connected}`],
    (words) => fetchTransfer(engine, connected, words),
  );
  await take(
    'verify',
    'On either side: read every byte of the transfer and compare it with its digest.',
    ['airlock', 'verify', `file://${set}`],
    () => verifyTransfer(engine, set),
  );
  const volumeSize = practiceVolumeSize(files.reduce((sum, { size }) => sum + size, 0));
  const size = `${volumeSize / 2 ** 20}MiB`;
  await take(
    'media-export',
    'On the connected side: write the transfer onto a stick (a folder here), in pieces, each read back.',
    [
      'airlock',
      'media',
      'export',
      '--transfer',
      transfer,
      '--to',
      stick,
      '--piece-size',
      size,
      `file://${connected}`,
    ],
    () => exportTransfer(engine, { workspace: connected, transfer, stick, pieceSize: volumeSize }),
  );
  await take(
    'media-import',
    'On the disconnected side: take in what the stick brought, every byte compared; the stick is only read.',
    ['airlock', 'media', 'import', '--from', stick, `file://${received}`],
    () => importTransfer(engine, { stick, received }),
  );
  const { resources } = await take(
    'disk-to-mirror',
    'On the disconnected side: push what was carried to the mirror registry; nothing upstream is asked.',
    ['airlock', 'mirror', '--from', `file://${received}`, `docker://${registry}`, '--state', disconnected],
    (words) => pushTransfer(engine, { from: received, state: disconnected }, words),
  );
  await take(
    'cluster-resources',
    'The push also wrote what clusters must be told. There is no cluster here; with one you would apply it.',
    ['oc', 'apply', '-f', resources],
    () => readResources(resources),
  );
  const release = world.inventory.releases[0]?.payload.destination;
  await take(
    'proof',
    'Ask the mirror registry for every tag, and compare each digest with the upstream.',
    ['skopeo', 'inspect', '--tls-verify=false', '--format', '{{.Digest}}', `docker://${registry}/${release}`],
    async () => ({ name: 'proof', images: await proveDestination(world, signal) }),
  );
  return steps;
}

function interrupted(step: StepName, cause?: unknown): AirlockError {
  return new AirlockError('interrupted', `the practice run was stopped (${step})`, {
    remedy: 'Run `airlock practice` again: it starts anew.',
    cause,
  });
}
