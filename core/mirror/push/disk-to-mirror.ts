import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { originProblem } from '../../content/signature/origin-text.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import type { Part } from '../../store/archive/source-layout.ts';
import { planOfPush } from '../approval/approved-plan.ts';
import { type PushedSet, saveSet } from '../copy/pushed-sets.ts';
import { noteReceived } from '../copy/received-transfers.ts';
import { t } from '../messages.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from '../run/request.ts';
import { inWorkspace } from '../run/run-stages.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';
import { ocMirrorCacheOf } from '../run/user-cache.ts';
import { disconnectedSide } from '../sides/disconnected-side.ts';
import { requiredOrigins } from '../sides/required-origins.ts';
import { pushRun } from './push-run.ts';

/** Pushes archive sets to a registry. Contacts only the destination, and doesn't write to the source. */
export async function diskToMirror(
  request: MirrorRequest & { workflow: { kind: 'diskToMirror' } },
  host: HostFacts,
  control: RunControl,
): Promise<MirrorResult> {
  const { from, destination } = request.workflow;
  const { signal } = control;
  const approved = await planOfPush(request, host, signal);
  const source = await openImageSource(from, { signal, ocMirrorCache: ocMirrorCacheOf(host) });
  try {
    const { stateDirectory = defaultStateDirectory(host) } = request;
    const origins = await requiredOrigins(from, host, {
      ...{ stateDirectory: request.stateDirectory, parts: source.parts, signal },
    });
    return await inWorkspace(
      stateDirectory,
      control,
      async (workspace) => {
        const cacheDirectory = airlockDirectory(workspace.root, 'cache');
        const { cache } = workspace;
        const sets = { from, source, cache, cacheDirectory };
        const onSet = (set: Omit<PushedSet, 'destination'>) =>
          saveSet(workspace.state, { ...set, destination: destination.host });
        const supply = await disconnectedSide({ ...sets, request, host, approved, onSet, signal });
        for (const { transfer, origin } of origins)
          supply.collection.problems.push(originProblem(transfer, origin));
        const { configurations } = supply;
        const beginning = { request, host, control, workspace, configurations, plan: approved?.plan };
        const result = await pushRun(beginning, destination, async () => supply);
        if (result.status !== 'paused') await keepReceived(workspace.root, source.parts, control);
        return result;
      },
      { create: true },
    );
  } finally {
    await source.close();
  }
}

/** Records the pushed transfers. Without the record, an inventory of the registry can't restore the ledger completely. */
async function keepReceived(root: string, parts: readonly Part[], { emit }: RunControl): Promise<void> {
  await noteReceived(root, parts, new Date()).catch((thrown: unknown) => {
    const { code, message, remedy } = asAirlockError(thrown);
    emit({
      type: 'problem',
      problem: { code, level: 'warning', message: t('receivedNotRecorded', { reason: message }), remedy },
    });
  });
}
