import { join } from 'node:path';
import { originProblem } from '../../content/signature/origin.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { openWorkspace } from '../../store/workspace/workspace.ts';
import { planOfPush } from '../approval/approved-plan.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from '../run/request.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';
import { disconnectedSide } from '../sides/disconnected-side.ts';
import { requiredOrigins } from '../sides/required-origins.ts';
import { pushRun } from './push-run.ts';

/** Disk to mirror: everything comes from the sets, nothing but the destination is contacted, the source is not written. */
export async function diskToMirror(
  request: MirrorRequest & { workflow: { kind: 'diskToMirror' } },
  host: HostFacts,
  control: RunControl,
): Promise<MirrorResult> {
  const { from, destination } = request.workflow;
  const approved = await planOfPush(request, host, control.signal);
  const source = await openImageSource(from, { signal: control.signal });
  try {
    const origins = await requiredOrigins(from, host, {
      stateDirectory: request.stateDirectory,
      signal: control.signal,
    });
    const state = request.stateDirectory ?? defaultStateDirectory(host);
    const workspace = await openWorkspace(state, {
      create: true,
      onWarning: (problem) => control.emit({ type: 'problem', problem }),
    });
    try {
      const supply = await disconnectedSide({
        request,
        host,
        ...(approved && { approved }),
        from,
        source,
        cache: workspace.cache,
        cacheDirectory: join(workspace.workingDir, 'airlock', 'cache'),
        signal: control.signal,
      });
      for (const { transfer, origin } of origins)
        supply.collection.problems.push(originProblem(transfer, origin));
      return await pushRun(
        request,
        host,
        control,
        workspace,
        destination,
        { configurations: supply.configurations, ...(approved?.plan && { plan: approved.plan }) },
        async () => supply,
      );
    } finally {
      await workspace.close();
    }
  } finally {
    await source.close();
  }
}
