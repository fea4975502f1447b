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
  const [result, setResult] = useState<{ kind?: HostOutput['kind']; answer?: Outputs; error?: unknown }>({});
  const chosen = JSON.stringify(output);
  useEffect(() => {
    const stop = new AbortController();
    const wanted = JSON.parse(chosen) as HostOutput;
    client.request('hosts.outputs', { set, output: wanted }, { signal: stop.signal }).then(
      (answer) => setResult({ kind: wanted.kind, answer }),
      (error: unknown) => {
        if (!stop.signal.aborted) setResult({ kind: wanted.kind, error });
      },
    );
    return () => stop.abort();
  }, [client, set, chosen]);
  return result.kind === output.kind
    ? { answer: result.answer, error: result.error }
    : { answer: undefined, error: undefined };
}
