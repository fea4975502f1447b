import { basename, join } from 'node:path';
import { recordedRequest } from '../../../mirror/run/recorded-request.ts';
import { listRuns, readConfigurations } from '../../../runs/audit/read-runs.ts';
import { openImageSource } from '../../../store/archive/archive-source.ts';
import { namesIn, parseTransferName } from '../../../store/workspace/next-transfer.ts';
import { runsFolder } from '../runs/run-places.ts';

/** What was mirrored to an enclave last. */
export interface LastConfiguration {
  /** `fleet-0007`; of a push from registry to registry, the run: `run 12`. */
  transfer: string;
  /** As it was used. */
  text: string;
  /** The file that the run was given, absolute; it may have changed since. */
  file?: string;
}

/**
 * The configuration of the last run that brought something to an enclave: from the records of a workspace, or, where these
 * are gone, from the last archive set that is here.
 * @throws AirlockError `disk`
 */
export async function lastConfiguration(
  workspace: string,
  enclave: string,
): Promise<LastConfiguration | undefined> {
  const runs = await listRuns(runsFolder(workspace));
  for (const { run, status, directory, sequence } of runs.reverse()) {
    if (!run || (status !== 'complete' && status !== 'partial')) continue;
    const recorded = recordedRequest(run);
    if (recorded?.kind !== 'mirror' || recorded.request.enclave !== enclave) continue;
    const { workflow, configFile } = recorded.request;
    // A run that found nothing new made no transfer; what is compared with is what was carried.
    const carried = workflow.kind === 'mirrorToMirror' ? `run ${sequence}` : run.transfer;
    if (carried === undefined || workflow.kind === 'diskToMirror') continue;
    const [first] = await readConfigurations(directory);
    if (first) return { transfer: carried, text: first.text, file: configFile || undefined };
  }
  return fromSet(workspace, enclave);
}

async function fromSet(workspace: string, enclave: string): Promise<LastConfiguration | undefined> {
  const transfers = join(workspace, 'transfers');
  const sets = (await namesIn(transfers))
    .map(parseTransferName)
    .filter((each) => each?.enclave === enclave && !each.partial)
    .sort((a, b) => b!.number - a!.number);
  for (const set of sets) {
    const path = join(transfers, set!.transfer);
    const source = await openImageSource(path).catch(() => undefined);
    if (!source) continue;
    try {
      const last = (await source.configurations()).at(-1);
      if (last) return { transfer: basename(path), text: last.text };
    } finally {
      await source.close();
    }
  }
  return undefined;
}
