import { useEffect, useState } from 'react';
import { setBlockedImages } from '../../../core/contract/documents/image-set-form.ts';
import { useClient } from '../../engine/provider.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { type Excluded, excludedBy } from './excluded.ts';

/** Delay between the last key and the requests for plans, ms. */
const PLAN_DELAY_MS = 300;

/**
 * Returns what each expression excludes, by expression. Downloads nothing.
 * @param candidate an expression that isn't in the text yet; empty: none
 */
export function useExcluded(
  blocked: readonly string[],
  candidate: string,
): Readonly<Record<string, Excluded>> {
  const client = useClient();
  const { draft, doc } = useDraft();
  const [found, setFound] = useState<Record<string, Excluded>>({});
  const wanted = JSON.stringify([draft.text, draft.workspace, draft.enclave, blocked, candidate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` is the key of the input
  useEffect(() => {
    if (doc.faults.length > 0 || (blocked.length === 0 && candidate === '')) return;
    const stop = new AbortController();
    const plan = (expressions: readonly string[]) => {
      const { text } = setBlockedImages(doc, expressions);
      return client.request('drafts.plan', { draft: { ...draft, text } }, { signal: stop.signal });
    };
    const load = async () => {
      const excluded = await excludedBy(plan, blocked, candidate);
      if (!stop.signal.aborted) setFound(excluded);
    };
    // Without an answer, only the additional images are compared, which the page knows.
    const timer = setTimeout(() => void load().catch(() => setFound({})), PLAN_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, wanted]);
  return found;
}
