import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../../base/files/airlock-directory.ts';
import type { RunSummary } from '../../../contract/topics/run.ts';
import type { EnclaveLine, WorkspaceLine } from '../../../contract/topics/workspace.ts';
import { INCOMING } from '../../../store/archive/received-spans.ts';
import { freeForArchives } from '../../../store/workspace/file-system.ts';
import { lockHolder } from '../../../store/workspace/lock.ts';
import { namesIn } from '../../../store/workspace/next-transfer.ts';
import { readFormat } from '../../../store/workspace/workspace.ts';
import type { ServiceState } from '../state/state.ts';
import { createHostProgress, type HostProgressState } from './host-progress.ts';
import { t } from './messages.ts';
import { nextStepOf } from './next-step.ts';
import { createWorkspaceRuns } from './workspace-runs.ts';
import { workspaceBytes } from './workspace-size.ts';
import { createTransferLines } from './workspace-transfers.ts';

/** Returns one line about a folder on the list. Never throws: a fault of the folder is its state. */
export function createWorkspaceLines(
  state: HostProgressState & { practice: Pick<ServiceState['practice'], 'isWorkspace'> },
): (directory: string) => Promise<WorkspaceLine> {
  const runsOf = createWorkspaceRuns(state);
  const transfersOf = createTransferLines();
  const withProgress = createHostProgress(state);

  return async (directory) => {
    const line: WorkspaceLine = {
      directory,
      name: basename(directory),
      state: 'empty',
      bytes: 0,
      enclaves: [],
      arriving: [],
      practice: state.practice.isWorkspace(directory),
    };
    try {
      const found = await stat(directory).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
        throw error;
      });
      if (!found)
        return { ...line, state: 'absent', detail: t('directoryUnavailable', { folder: directory }) };
      await readFormat(directory);
      const [transfers, runs, freeBytes, holder, { side = 'both' }] = await Promise.all([
        transfersOf(directory),
        runsOf(directory),
        freeForArchives(directory),
        lockHolder(airlockDirectory(directory, 'lock')),
        state.settings.read(),
      ]);
      const arriving = (await namesIn(join(directory, 'transfers')))
        .filter((name) => name.endsWith(INCOMING))
        .map((name) => name.slice(0, -INCOMING.length));
      const names = new Set([...transfers.keys(), ...runs.enclaves()]);
      const enclaveLines = [...names].toSorted().map(async (name): Promise<EnclaveLine> => {
        const own = runs.of(name, names);
        const lastPush = own.find(({ workflow, status }) => isPush(workflow) && status === 'complete');
        return {
          name,
          transfers: await withProgress(directory, transfers.get(name) ?? []),
          lastRun: own[0],
          lastPush: lastPush && (await runs.lineOf(lastPush)),
          next: nextStepOf({ side, runs: own, transfers: transfers.get(name) ?? [], lastPush }),
        };
      });
      const enclaves = await Promise.all(enclaveLines);
      const under = runs.all.some(({ status }) => ['running', 'pausing', 'stopping'].includes(status));
      return {
        ...line,
        ...stateOf(enclaves.length + arriving.length > 0, under ? undefined : holder),
        bytes: await workspaceBytes(directory, transfers),
        freeBytes: freeBytes ?? line.freeBytes,
        enclaves,
        arriving,
        lastRunAt: runs.all[0] ? runs.all[0].startedAt : line.lastRunAt,
      };
    } catch (thrown) {
      const error = asAirlockError(thrown);
      const unsupported = error.code === 'workspace-format';
      return { ...line, state: unsupported ? 'unsupported-format' : 'unreadable', detail: error.message };
    }
  };
}

function isPush(workflow: RunSummary['workflow']): boolean {
  return workflow === 'diskToMirror' || workflow === 'mirrorToMirror';
}

function stateOf(used: boolean, holder: string | undefined): Pick<WorkspaceLine, 'state' | 'detail'> {
  if (holder) return { state: 'locked', detail: t('directoryInUse', { holder }) };
  return { state: used ? 'ready' : 'empty' };
}
