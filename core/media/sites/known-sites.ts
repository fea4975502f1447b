import { basename } from 'node:path';
import { z } from 'zod';
import { visibleLine } from '../../base/document/inert-text.ts';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { SiteSource } from '../../contract/topics/sites.ts';
import { listRuns } from '../../runs/audit/read-runs.ts';
import type { RunFile } from '../../runs/audit/run-file.ts';
import { readSetIndex } from '../../store/set-format/set-index.ts';
import type { Ledger } from '../../store/workspace/ledger.ts';
import { openPlanningSpace } from '../../store/workspace/planning-space.ts';
import { shortIdOf } from '../delivery/acknowledge.ts';
import { arrivals } from '../import/arrivals.ts';
import { savedRecord } from '../record/record-files.ts';
import { acknowledgmentCode, setShortId } from '../transfer/acknowledgment-code.ts';
import { type LivedTransfer, transferLives } from '../transfer/life.ts';
import { TRANSFER_STEPS } from '../transfer/steps.ts';
import { type KnownTransfer, type SiteNode, stateOf } from './site-tree.ts';

/** What the records in one directory say about sites. */
export interface KnownSites {
  directory: string;
  /** Sites that the directory has transfers or pushes for. */
  sites: SiteNode[];
  /** Transfers that this site received into the directory. */
  received: (KnownTransfer & { enclave: string })[];
  /** Folders that were pushed to registries, by registry. */
  pushed: Map<string, string>;
  /** Whether the directory has a complete transfer. */
  hasSets: boolean;
}

const place = z.object({ host: z.string(), namespace: z.string() });
/** Fields of the recorded request that show who supplies whom. */
const REQUEST = z.object({
  kind: z.literal('mirror'),
  enclave: z.string(),
  workflow: z.object({
    kind: z.enum(['mirrorToDisk', 'diskToMirror', 'mirrorToMirror']),
    from: z.string().optional(),
    fromRegistry: place.optional(),
    destination: place.optional(),
  }),
});

interface Recorded {
  run: RunFile;
  request: z.infer<typeof REQUEST>;
}

/**
 * Reads the sites of a workspace or state folder. Empty for another directory.
 * @throws AirlockError `workspace-format`, `disk`
 */
export async function knownSites(directory: string): Promise<KnownSites> {
  const lives = await transferLives(directory).catch((thrown: unknown): LivedTransfer[] => {
    const error = asAirlockError(thrown);
    if (error.code === 'workspace-invalid') return [];
    throw error;
  });
  const runs = (await listRuns(airlockDirectory(directory, 'runs'))).flatMap(({ run }): Recorded[] => {
    const request = REQUEST.safeParse(run?.request).data;
    return run && request ? [{ run, request }] : [];
  });
  const complete = lives.filter(({ state }) => state !== 'under-construction');
  const isReceived = (life: LivedTransfer) => life.state !== 'moved' && !wasSent(life);
  return {
    directory,
    sites: [
      ...(await enclaveSites(
        directory,
        complete.filter((life) => !isReceived(life)),
        runs,
      )),
      ...registrySites(directory, runs),
    ],
    hasSets: complete.some(({ state }) => state !== 'moved'),
    received: [
      ...(await Promise.all(
        complete.filter(isReceived).map(async (life) => ({
          ...(await receivedTransfer(directory, life)),
          enclave: life.enclave,
        })),
      )),
      ...(await incoming(directory)),
    ],
    pushed: new Map(
      runs.flatMap(({ request: { workflow } }) =>
        workflow.kind === 'diskToMirror' && workflow.destination && workflow.from !== undefined
          ? [[registryName(workflow.destination), workflow.from] as const]
          : [],
      ),
    ),
  };
}

/** Whether this side created the transfer: a run, an export or an acknowledgment is on record. */
function wasSent({ lifecycle: { events, arrived } }: LivedTransfer): boolean {
  return (
    arrived !== 'unknown' ||
    events.some(({ step, by }) => step === 'on-media' || (step === 'fetched' && by !== undefined))
  );
}

async function enclaveSites(
  directory: string,
  lives: readonly LivedTransfer[],
  runs: readonly Recorded[],
): Promise<SiteNode[]> {
  const space = await openPlanningSpace(directory);
  const sites: SiteNode[] = [];
  for (const [enclave, sent] of Map.groupBy(lives, (life) => life.enclave)) {
    const ledger = await space.ledger(enclave);
    const own = runs.filter(
      ({ request }) => request.workflow.kind === 'mirrorToDisk' && request.enclave === enclave,
    );
    const transfers = await Promise.all(
      sent.map((life) => sentTransfer(life, ledger, own, () => savedRecord(directory, life.name, 'export'))),
    );
    sites.push({
      kind: 'enclave',
      name: visibleLine(enclave === 'default' ? basename(directory) : enclave),
      ...{ workspace: directory, enclave, below: [] },
      source: sourceOf(own.at(-1)),
      transfers: transfers.toReversed(),
    });
  }
  return sites;
}

async function sentTransfer(
  life: LivedTransfer,
  ledger: Ledger,
  runs: readonly Recorded[],
  record: () => ReturnType<typeof savedRecord>,
): Promise<KnownTransfer> {
  const { name, number, created = '', images, bytes, lifecycle } = life;
  const sent = ledger.transfers().find((each) => each.name === name);
  const shortId = sent ? shortIdOf(sent) : setShortId({ transfer: name, created, volumes: life.volumes });
  const answer = ledger.answer(name);
  const furthest = lifecycle.events.findLast(({ step }) => ['pushed', 'applied'].includes(step))?.step;
  const reached = furthest === 'pushed' || furthest === 'applied' ? furthest : 'imported';
  const code = answer && acknowledgmentCode({ number, shortId, reached, missing: answer.missing });
  const exportedAt = lifecycle.events.findLast(({ step }) => step === 'on-media')?.at;
  const run = runs.findLast((each) => each.run.transfer === name)?.run;
  return {
    ...{ name, number, shortId, createdAt: created, code, acknowledgedAt: answer?.at },
    // The set of a delivered transfer may have been removed.
    images: images || (run?.counts?.images.total ?? 0),
    bytes: bytes || (run?.counts?.bytes.written ?? 0),
    deliverables: run?.result
      ? run.result.deliverables.flatMap((each) => (each.done > 0 ? [visibleLine(each.name)] : []))
      : deliverablesOf(life, await record()),
    exportedAt,
    ...stateOf('enclave', { code, exportedAt }),
  };
}

async function receivedTransfer(directory: string, life: LivedTransfer): Promise<KnownTransfer> {
  const { name, number, created = '', images, bytes, volumes, lifecycle } = life;
  const step = TRANSFER_STEPS.includes(lifecycle.step) ? lifecycle.step : 'imported';
  return {
    ...{ name, number, createdAt: created, images, bytes },
    shortId: setShortId({ transfer: name, created, volumes }),
    state: 'arrived',
    reached: step === 'pushed' || step === 'applied' ? step : 'imported',
    deliverables: deliverablesOf(life, await savedRecord(directory, name, 'import')),
  };
}

/** Transfers that are still being imported. */
async function incoming(directory: string): Promise<KnownSites['received']> {
  const found: KnownSites['received'] = [];
  for (const { transfer, enclave, number, bytes, images, directory: folder } of await arrivals(directory)) {
    const index = await readSetIndex(folder);
    if (!index) continue;
    found.push({
      ...{ name: transfer, enclave, number, bytes, images: images.total, deliverables: [] },
      ...{ createdAt: index.created, shortId: setShortId(index), state: 'in-transit' },
    });
  }
  return found;
}

/** Returns deliverables from the transfer record, or else the releases among the names of images. */
function deliverablesOf(
  { imageNames }: Pick<LivedTransfer, 'imageNames'>,
  record: Awaited<ReturnType<typeof savedRecord>>,
): string[] {
  const names = record
    ? record.images.map(({ deliverable }) => deliverable)
    : imageNames.map(({ repository, tag }) =>
        repository === 'openshift/release-images' && tag !== undefined ? `release ${tag}` : undefined,
      );
  return [...new Set(names.flatMap((name) => (name === undefined ? [] : [visibleLine(name)])))].toSorted();
}

/** Registries that runs fill without sets. */
function registrySites(directory: string, runs: readonly Recorded[]): SiteNode[] {
  const direct = runs.flatMap((recorded) => {
    const { kind, destination } = recorded.request.workflow;
    const done = recorded.run.status === 'complete' || recorded.run.status === 'partial';
    return kind === 'mirrorToMirror' && destination && done
      ? [{ ...recorded, registry: registryName(destination) }]
      : [];
  });
  return [...Map.groupBy(direct, ({ registry }) => registry)].map(([registry, pushes]) => ({
    kind: 'registry',
    name: registry,
    ...{ workspace: directory, enclave: pushes.at(-1)!.request.enclave, registry, below: [] },
    source: sourceOf(pushes.at(-1)),
    transfers: pushes.toReversed().map(({ run }) => ({
      name: `run-${String(run.sequence).padStart(4, '0')}`,
      ...{ number: run.sequence, shortId: '0000', createdAt: run.startedAt, acknowledgedAt: run.endedAt },
      images: run.counts?.images.total ?? 0,
      bytes: run.counts?.bytes.sent ?? 0,
      deliverables: (run.result?.deliverables ?? []).map(({ name }) => visibleLine(name)),
      ...stateOf('registry', {}),
    })),
  }));
}

/** Returns where a run read its content, unless that was the original registries. */
function sourceOf(recorded: Recorded | undefined): SiteSource | undefined {
  const { from, fromRegistry } = recorded?.request.workflow ?? {};
  if (from !== undefined) return { kind: 'sets', directory: from };
  return fromRegistry && { kind: 'registry', registry: registryName(fromRegistry) };
}

function registryName({ host, namespace }: z.infer<typeof place>): string {
  return visibleLine(namespace ? `${host}/${namespace}` : host);
}
