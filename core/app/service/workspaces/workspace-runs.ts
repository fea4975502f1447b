import { basename, join } from 'node:path';
import { historyDirectory, lastApplyOf, readableApplies } from '../../../cluster/client/saved-versions.ts';
import type { RunSummary } from '../../../contract/topics/run.ts';
import type { PushLine } from '../../../contract/topics/workspace.ts';
import { recordedRequest } from '../../../mirror/run/recorded-request.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import { readRunFile } from '../../../runs/audit/read-runs.ts';
import { parseTransferName } from '../../../store/workspace/next-transfer.ts';
import { createRunList } from '../runs/list.ts';
import type { ServiceState } from '../state/state.ts';

/** The runs of a workspace: its own, and pushes from it, whose records are in state folders. */
export interface WorkspaceRuns {
  /** The newest first. */
  all: RunSummary[];
  enclaves(): string[];
  /** Returns the runs of one enclave. A push of the entire workspace counts for each of `all`. */
  of(enclave: string, all: ReadonlySet<string>): RunSummary[];
  /** Returns the pushes from the directory that can include a transfer of an enclave. */
  pushesOf(transfer: string, enclave: string, all: ReadonlySet<string>): RunSummary[];
  /** Returns a complete push with the folder of its manifests for clusters, and their last apply from this host. */
  lineOf(push: RunSummary): Promise<PushLine>;
}

export function createWorkspaceRuns(
  state: Pick<ServiceState, 'host' | 'knownRoots'>,
): (directory: string) => Promise<WorkspaceRuns> {
  const list = createRunList();
  /** The source of a push, which never changes, by the folder of its record. */
  const sources = new Map<string, string>();

  const sourceOf = async ({ directory }: RunSummary): Promise<string> => {
    const known = sources.get(directory);
    if (known !== undefined) return known;
    const { run } = await readRunFile(directory);
    const recorded = run && recordedRequest(run);
    const workflow = recorded?.kind === 'mirror' ? recorded.request.workflow : undefined;
    const from = workflow?.kind === 'diskToMirror' ? workflow.from : '';
    sources.set(directory, from);
    return from;
  };

  return async (directory) => {
    const roots = (await state.knownRoots()).filter(
      ({ root, kind }) => kind === 'state' && root !== directory,
    );
    const runs = await list.all([{ root: directory, kind: 'workspace' }, ...roots]);
    /** `pushed`: the only transfer of a push. */
    const found: { run: RunSummary; enclave: string | undefined; pushed?: string }[] = [];
    for (const run of runs) {
      if (run.run.root === directory && run.workflow !== 'diskToMirror') {
        found.push({ run, enclave: run.enclave ?? enclaveOf(run.transfer ?? '') });
        continue;
      }
      const from = await sourceOf(run);
      if (from === directory) found.push({ run, enclave: undefined });
      else if (from.startsWith(join(directory, 'transfers', '/')))
        found.push({ run, enclave: enclaveOf(basename(from)), pushed: basename(from) });
    }
    let applies: ReturnType<typeof readableApplies> | undefined;
    const lineOf = async (push: RunSummary): Promise<PushLine> => {
      const config = await list.config(push.directory);
      if (config === undefined) return push;
      applies ??= readableApplies(historyDirectory(defaultStateDirectory(state.host)));
      const record = lastApplyOf(await applies, config, push.endedAt ?? push.startedAt);
      if (!record) return { ...push, config };
      const { completedAt: at = record.appliedAt, context, kubeconfig } = record;
      return { ...push, config, applied: { at, context, kubeconfig } };
    };
    const of = (name: string, all: ReadonlySet<string>) =>
      found.filter(({ enclave, run }) =>
        enclave === undefined ? named(run, all) === undefined || named(run, all) === name : enclave === name,
      );
    return {
      all: found.map(({ run }) => run),
      lineOf,
      enclaves: () => [...new Set(found.flatMap(({ enclave }) => (enclave ? [enclave] : [])))],
      of: (name, all) => of(name, all).map(({ run }) => run),
      pushesOf: (transfer, enclave, all) =>
        of(enclave, all)
          .filter(({ run, pushed = transfer }) => run.workflow === 'diskToMirror' && pushed === transfer)
          .map(({ run }) => run),
    };
  };
}

/** A push without an enclave is recorded as `default`. */
function named({ enclave }: RunSummary, all: ReadonlySet<string>): string | undefined {
  return enclave !== undefined && enclave !== 'default' && all.has(enclave) ? enclave : undefined;
}

function enclaveOf(transfer: string): string | undefined {
  return parseTransferName(transfer)?.enclave;
}
