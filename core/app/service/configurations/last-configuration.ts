import { basename, join } from 'node:path';
import { recordedRequest } from '../../../mirror/run/recorded-request.ts';
import { listRuns, readConfigurations } from '../../../runs/audit/read-runs.ts';
import { openImageSource } from '../../../store/archive/archive-source.ts';
import { namesIn, parseTransferName } from '../../../store/workspace/next-transfer.ts';
import { runsFolder } from '../runs/run-places.ts';

/** The last configuration that was mirrored to an enclave. */
export interface LastConfiguration {
  /** A transfer such as `fleet-0007`, or `run 12` for a push from registry to registry. */
  transfer: string;
  /** The text that the run used. */
  text: string;
  /** Absolute path of the file that the run was given. It may have changed since. */
  file?: string;
}

/**
 * Returns the configuration of the last run that sent content to an enclave. It comes from the records of a workspace or,
 * without these, from the last archive set.
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
    // A run that found nothing new created no transfer, so it isn't the base of a comparison.
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
