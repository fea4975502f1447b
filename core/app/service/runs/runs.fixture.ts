import { join } from 'node:path';
import { userName } from '../../../base/files/person.ts';
import {
  CONTRACT,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '../../../contract/contract.ts';
import { type HostEvent, hostEvent } from '../../../contract/events.ts';
import { isUnderWay } from '../../../contract/topics/job.ts';
import type { LiveRun } from '../../../contract/topics/run.ts';
import type { MirrorSettingsInput, RunRef } from '../../../contract/topics/vocabulary.ts';
import { newRig, type Rig } from '../../../mirror/mirror.fixture.ts';
import type { NewNotice } from '../../notices/notices.ts';
import type { Handler } from '../state/handlers.ts';
import { createJobs, type Jobs } from '../state/jobs.ts';
import type { KnownRoot } from '../state/state.ts';
import { createRuns, type RunHandlers, type Runs } from './run-handlers.ts';

/** Runs in a practice world with requests as a page sends them: every input, answer and event is validated by the contract's schemas. */
export interface RunsRig extends AsyncDisposable {
  rig: Rig;
  runs: Runs;
  jobs: Jobs;
  /** Folders that are read in addition to those of the service's own runs. */
  roots: KnownRoot[];
  events: { at: number; event: HostEvent }[];
  /** The notices of all runs. */
  notices: NewNotice[];
  /** What no longer waits. */
  endedWaits: unknown[];
  ask<N extends keyof RunHandlers & RequestName>(
    name: N,
    input: RequestInput<N>,
    signal?: AbortSignal,
  ): Promise<RequestOutput<N>>;
  /** Mirror to disk of the core set; `chosen` overrides its settings. */
  toDisk(workspace: string, chosen?: Partial<MirrorSettingsInput>): MirrorSettingsInput;
  /** Waits until a run meets a condition; throws after 20 s. */
  until(run: RunRef, matches: (live: LiveRun) => boolean): Promise<LiveRun>;
}

export const isOver = (run: LiveRun): boolean => !isUnderWay(run);

export async function newRunsRig(): Promise<RunsRig> {
  const rig = await newRig();
  const roots: KnownRoot[] = [];
  const events: RunsRig['events'] = [];
  const emit = (event: HostEvent) =>
    void events.push({ at: performance.now(), event: hostEvent.parse(event) });
  const notices: NewNotice[] = [];
  const endedWaits: unknown[] = [];
  const jobs = createJobs(emit);
  const runs = createRuns({
    emit,
    jobs,
    listened: () => true,
    notices: {
      send: async (notice) => void notices.push(notice),
      endWait: async (work) => void endedWaits.push(work),
    },
    knownRoots: async () => roots,
    hostFor: () => rig.host,
    noteStateDirectory: async (root) => void roots.push({ root, kind: 'state' }),
  });
  const request: RunsRig['ask'] = async (name, input, signal = new AbortController().signal) => {
    const { input: given, output } = CONTRACT[name];
    const handler = runs.handlers[name] as Handler<typeof name>;
    const answer = await handler(given.parse(input) as Parameters<typeof handler>[0], {
      signal,
      session: { role: 'operator', name: userName() },
    });
    return output.parse(answer) as RequestOutput<typeof name>;
  };
  return {
    rig,
    runs,
    jobs,
    roots,
    events,
    ...{ notices, endedWaits },
    ask: request,
    toDisk: (workspace, chosen = {}) => ({
      workflow: 'mirrorToDisk',
      directory: workspace,
      configFile: rig.world.sets.core.file,
      ...chosen,
    }),
    async until(run, matches) {
      const limit = performance.now() + 20_000;
      for (;;) {
        const live = await request('runs.live', { run });
        if (matches(live)) return live;
        if (performance.now() > limit)
          throw new Error(`run ${run.sequence} stays ${live.status}: ${JSON.stringify(live.progress)}`);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    },
    async [Symbol.asyncDispose]() {
      await jobs.close();
      runs.close();
      await rig[Symbol.asyncDispose]();
    },
  };
}

/** Disk to mirror of a workspace to the world's destination. */
export function toRegistry({ rig }: RunsRig, from: string, namespace = ''): MirrorSettingsInput {
  return {
    workflow: 'diskToMirror',
    directory: from,
    destination: `${rig.world.destination.host}${namespace && `/${namespace}`}`,
    stateDirectory: join(rig.directory, 'state'),
    destinationTlsVerify: false,
  };
}
