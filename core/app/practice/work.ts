import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { RESOURCE_FILES } from '../../content/resources/cluster-resources.ts';
import { mirror } from '../../mirror/mirror.ts';
import { planMirror } from '../../mirror/plan/plan-mirror.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from '../../mirror/run/request.ts';
import type { Workflow } from '../../mirror/run/workflow.ts';
import { verifySource } from '../../store/archive/verify.ts';
import type { PracticeWorld } from '../../test-world/world.ts';
import { mirrorFault, planFault } from './faults.ts';
import { fileTree } from './file-tree.ts';
import { t } from './messages.ts';
import type { FiguresOf, StepFile } from './steps.ts';

const EXCERPT_LINES = 14;

/** The context of the steps. */
export interface Engine {
  world: PracticeWorld;
  /** Its environment is the world's. */
  host: HostFacts;
  control: RunControl;
  /** Aborted when the journey should stop, at once or in an orderly way. */
  signal: AbortSignal;
  /** The configuration that is mirrored. */
  configFile: string;
}

/** Plans the configuration. @param words the command, for the record. @throws AirlockError also when content can't be mirrored */
export async function makePlan(
  engine: Engine,
  workspace: string,
  words: string[],
): Promise<FiguresOf<'plan'>> {
  const { world, host, control, signal, configFile } = engine;
  const request = requestOf({ kind: 'mirrorToDisk', directory: workspace }, words, {
    configFile,
  });
  const { summary } = await planMirror(request, host, { ...control, signal });
  const fault = planFault(summary, world.inventory);
  if (fault) throw fault;
  const { images, bytes, bytesPresent, bySection } = summary;
  const sections = Object.entries(bySection).map(([name, section]) => ({ name, ...section }));
  return { name: 'plan', images, bytes, bytesToMove: bytes - bytesPresent, sections };
}

/** Mirrors the configuration to disk. @throws AirlockError also when an image failed */
export async function fetchTransfer(
  engine: Engine,
  workspace: string,
  words: string[],
): Promise<FiguresOf<'mirror-to-disk'>> {
  const request = requestOf({ kind: 'mirrorToDisk', directory: workspace }, words, {
    configFile: engine.configFile,
  });
  const { transfer, directory, images, bytes } = await mirrored(engine, request);
  if (!transfer || !directory) throw new AirlockError('internal', t('transferMissing', { workspace }));
  return {
    name: 'mirror-to-disk',
    images: images.copied,
    bytes: bytes.fetched,
    written: bytes.written,
    transfer,
    directory,
    files: await stepFiles(directory),
  };
}

/** @throws AirlockError `archive-malformed` (exit code 2) naming the first damaged file */
export async function verifyTransfer({ signal }: Engine, transfer: string): Promise<FiguresOf<'verify'>> {
  const { ok, blobs, bytes, problems } = await verifySource(transfer, { signal });
  if (ok) return { name: 'verify', blobs, bytes };
  const [first] = problems;
  const subject = first ? `${first.kind} ${first.file}` : transfer;
  throw new AirlockError('archive-malformed', t('transferDamaged', { damage: subject }), {
    exitCode: 2,
    side: 'local',
  });
}

/** Pushes the received transfers to the destination of the world. @throws AirlockError also for failed images or a changed source */
export async function pushTransfer(
  engine: Engine,
  { from, state }: { from: string; state: string },
  words: string[],
): Promise<FiguresOf<'disk-to-mirror'>> {
  const destination = { host: engine.world.destination.host, namespace: '' };
  const request = requestOf({ kind: 'diskToMirror', from, destination }, words, {
    stateDirectory: state,
  });
  const before = await fileTree(join(from, 'transfers'));
  const { images, bytes, resources } = await mirrored(engine, request);
  if (JSON.stringify(await fileTree(join(from, 'transfers'))) !== JSON.stringify(before))
    throw new AirlockError('internal', t('sourceChanged', { folder: from }));
  if (!resources) throw new AirlockError('internal', t('resourcesMissing'));
  return {
    name: 'disk-to-mirror',
    images: images.copied,
    bytes: bytes.sent,
    sourceFiles: before.length,
    state,
    resources,
  };
}

/** Reads the manifests that a push wrote for clusters. @throws system errors when a file is missing */
export async function readResources(directory: string): Promise<FiguresOf<'cluster-resources'>> {
  const files = await stepFiles(directory);
  const file = RESOURCE_FILES.idms;
  const text = await readFile(join(directory, file), 'utf8');
  return {
    name: 'cluster-resources',
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    directory,
    files,
    excerpt: { file, lines: text.split('\n').slice(0, EXCERPT_LINES) },
  };
}

async function mirrored({ host, control }: Engine, request: MirrorRequest): Promise<MirrorResult> {
  const result = await mirror(request, host, control);
  const fault = mirrorFault(result);
  if (fault) throw fault;
  return result;
}

async function stepFiles(directory: string): Promise<StepFile[]> {
  return (await fileTree(directory)).map(({ path, size }) => ({ path, size }));
}

/** Returns a request with the defaults of the command line. */
function requestOf(
  workflow: Workflow,
  words: string[],
  chosen: Pick<MirrorRequest, 'configFile' | 'stateDirectory'>,
): MirrorRequest {
  return {
    workflow,
    enclave: 'default',
    dryRun: false,
    resend: false,
    trustLedger: false,
    verifyPush: false,
    strictArchive: false,
    parallelImages: 4,
    parallelLayers: 5,
    retryTimes: 2,
    retryDelayMs: 0,
    maxNestedPaths: 0,
    sourceTlsVerify: true,
    destinationTlsVerify: true,
    removeSignatures: false,
    ignoreReleaseSignature: false,
    icsp: false,
    skipUnknown: false,
    acceptEmptyCharts: false,
    addDependencies: false,
    allowRemoval: false,
    securePolicy: false,
    // The practice destination has no limits.
    probe: false,
    arguments: words.slice(1),
    ...chosen,
  };
}
