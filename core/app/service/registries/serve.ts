import { once } from 'node:events';
import type { RequestParsed } from '../../../contract/contract.ts';
import type { ServeJob } from '../../../contract/topics/job.ts';
import { type ServedSets, serveSets } from '../../serve/serve-sets.ts';
import { absolutePath, optionalPath } from '../state/absolute-path.ts';
import type { ServiceState } from '../state/state.ts';

/**
 * Handles `registries.serve`: starts a registry as a job. Returns once it listens.
 * @throws AirlockError as `serveSets`
 */
export async function serveRegistry(
  requested: RequestParsed<'registries.serve'>,
  state: Pick<ServiceState, 'jobs' | 'hostFor'>,
  signal: AbortSignal,
): Promise<ServeJob> {
  const { host, port } = requested;
  const from = absolutePath(requested.directory, 'directory');
  const htpasswd = optionalPath(requested.htpasswd, 'htpasswd');
  const problems: ServeJob['problems'] = [];
  let requests = 0;
  let served = (): void => {};
  const open: ServedSets = await serveSets(
    {
      ...{ from, host, port, htpasswd },
      tls: {
        cert: optionalPath(requested.tlsCert, 'tlsCert'),
        key: optionalPath(requested.tlsKey, 'tlsKey'),
      },
      resourcesTo: optionalPath(requested.resourcesTo, 'resourcesTo'),
      log: () => {
        requests++;
        served();
      },
    },
    state.hostFor(from),
    { emit: () => {}, onProblem: (problem) => problems.push(problem), signal },
  );
  const { url, resources } = open;
  try {
    const job = state.jobs.start<ServeJob>(
      {
        ...{ kind: 'serve', directory: from, url, host: open.host, resources, requests },
        ...{ tls: requested.tlsCert !== undefined, login: htpasswd !== undefined },
        progress: { done: 0 },
      },
      async (control) => {
        await using _ = open;
        served = () => control.change({ requests }, 'soon');
        if (problems.length > 0) control.change({ problems });
        if (!control.signal.aborted) await once(control.signal, 'abort');
        return { status: 'stopped', requests };
      },
    );
    return state.jobs.one('serve', job.id);
  } catch (error) {
    // A job that didn't start can't close it.
    await open[Symbol.asyncDispose]();
    throw error;
  }
}
