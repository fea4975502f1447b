import { useEffect, useState } from 'react';
import { setBlockedImages } from '../../../core/contract/documents/image-set-form.ts';
import { useClient } from '../../engine/provider.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { type TakenOut, takenOut } from './taken-out.ts';

/** Wait after the last key before the plans are asked for, ms. */
const ASK_AFTER_MS = 300;

/**
 * What each expression takes out, by expression: the plan without it less the plan with it. Nothing is fetched.
 * @param candidate typed and not in the text yet; empty: none
 */
export function useTakenOut(
  blocked: readonly string[],
  candidate: string,
): Readonly<Record<string, TakenOut>> {
  const client = useClient();
  const { draft, doc } = useDraft();
  const [found, setFound] = useState<Record<string, TakenOut>>({});
  const wanted = JSON.stringify([draft.text, draft.workspace, draft.enclave, blocked, candidate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for what is asked
  useEffect(() => {
    if (doc.faults.length > 0 || (blocked.length === 0 && candidate === '')) return;
    const stop = new AbortController();
    const plan = (expressions: readonly string[]) => {
      const { text } = setBlockedImages(doc, expressions);
      return client.request('drafts.plan', { draft: { ...draft, text } }, { signal: stop.signal });
    };
    const ask = async () => {
      const taken = await takenOut(plan, blocked, candidate);
      if (!stop.signal.aborted) setFound(taken);
    };
    // Without an answer only the additional images are compared, as the page knows them.
    const timer = setTimeout(() => void ask().catch(() => setFound({})), ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, wanted]);
  return found;
}
