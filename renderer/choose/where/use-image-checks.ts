import { useEffect, useRef, useState } from 'react';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import { useClient } from '../../engine/provider.tsx';
import { atMost } from '../../settings/registries/at-most.ts';
import { useDraft } from '../draft/use-draft.tsx';

export type ImageCheck =
  | { state: 'asking' }
  | { state: 'done'; answer: RequestOutput<'drafts.checkImage'> }
  /** The question itself failed. */
  | { state: 'failed'; error: unknown };

/** Registries are asked for so many images at once. */
const AT_ONCE = 4;

/** What additional images stand for now, by name, for as long as the step is shown. */
export function useImageChecks(): {
  checks: Readonly<Record<string, ImageCheck | undefined>>;
  check(names: readonly string[]): void;
} {
  const client = useClient();
  const { draft } = useDraft();
  const [checks, setChecks] = useState<Record<string, ImageCheck | undefined>>({});
  const leaving = useRef(new AbortController());
  useEffect(() => {
    // Effects run twice under strict mode: a controller of its own for each life.
    const mine = new AbortController();
    leaving.current = mine;
    return () => mine.abort();
  }, []);
  const note = (name: string, check: ImageCheck) => setChecks((before) => ({ ...before, [name]: check }));
  const { workspace, options } = draft;
  const ask = async (image: string) => {
    const { signal } = leaving.current;
    note(image, { state: 'asking' });
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
    check: (names) => void atMost(AT_ONCE, [...names], ask, leaving.current.signal),
  };
}
