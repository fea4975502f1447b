import { useEffect, useState } from 'react';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import type { HostOutput, SavedHostSet } from '../../../core/contract/topics/hosts.ts';
import { useClient } from '../../engine/provider.tsx';

export type Outputs = RequestOutput<'hosts.outputs'>;

/** Returns the files of an output. They are created again when the hosts or the options change. */
export function useOutputs(
  set: SavedHostSet,
  output: HostOutput,
): { answer: Outputs | undefined; error: unknown } {
  const client = useClient();
  const [made, setMade] = useState<{ kind?: HostOutput['kind']; answer?: Outputs; error?: unknown }>({});
  const chosen = JSON.stringify(output);
  useEffect(() => {
    const stop = new AbortController();
    const wanted = JSON.parse(chosen) as HostOutput;
    client.request('hosts.outputs', { set, output: wanted }, { signal: stop.signal }).then(
      (answer) => setMade({ kind: wanted.kind, answer }),
      (error: unknown) => {
        if (!stop.signal.aborted) setMade({ kind: wanted.kind, error });
      },
    );
    return () => stop.abort();
  }, [client, set, chosen]);
  return made.kind === output.kind
    ? { answer: made.answer, error: made.error }
    : { answer: undefined, error: undefined };
}
