import { useEffect, useRef, useState } from 'react';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import { useClient } from '../../engine/provider.tsx';
import { atMost } from '../../settings/registries/at-most.ts';
import { useDraft } from '../draft/use-draft.tsx';

export type ImageCheck =
  | { state: 'checking' }
  | { state: 'done'; answer: RequestOutput<'drafts.checkImage'> }
  /** The check itself failed. */
  | { state: 'failed'; error: unknown };

/** Most checks at the same time. */
const PARALLEL = 4;

/** Returns the checks of additional images, by name, for as long as the step is open. */
export function useImageChecks(): {
  checks: Readonly<Record<string, ImageCheck | undefined>>;
  check(names: readonly string[]): void;
} {
  const client = useClient();
  const { draft } = useDraft();
  const [checks, setChecks] = useState<Record<string, ImageCheck | undefined>>({});
  const leaving = useRef(new AbortController());
  useEffect(() => {
    // Effects run twice under strict mode: each one has its own controller.
    const mine = new AbortController();
    leaving.current = mine;
    return () => mine.abort();
  }, []);
  const note = (name: string, check: ImageCheck) => setChecks((before) => ({ ...before, [name]: check }));
  const { workspace, options } = draft;
  const request = async (image: string) => {
    const { signal } = leaving.current;
    note(image, { state: 'checking' });
    try {
      const input = {
        image,
        tlsVerify: options.sourceTlsVerify ?? true,
        workspace,
      };
      note(image, { state: 'done', answer: await client.request('drafts.checkImage', input, { signal }) });
    } catch (error) {
      if (!signal.aborted) note(image, { state: 'failed', error });
    }
  };
  return {
    checks,
    check: (names) => void atMost(PARALLEL, [...names], request, leaving.current.signal),
  };
}
