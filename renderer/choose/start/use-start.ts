import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RequestInput, RequestOutput } from '../../../core/contract/contract.ts';
import { useClient } from '../../engine/provider.tsx';
import { useMetered } from '../draft/metered.ts';
import { stepAddress } from '../draft/steps.ts';

export type Starting = ReturnType<typeof useStart>;

/** Starts a draft and opens it, unless the user should first review how it was created. */
export function useStart() {
  const client = useClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [outcome, setOutcome] = useState<RequestOutput<'drafts.start'>>();
  return {
    busy,
    error,
    /** The started draft with what the user should review first. */
    outcome,
    async begin(input: RequestInput<'drafts.start'>, fields = {}) {
      setBusy(true);
      setError(undefined);
      try {
        const started = await client.request('drafts.start', input);
        const draft = { ...started.draft, ...fields, metered: useMetered.getState().metered };
        await client.request('drafts.save', draft);
        if (started.changes.length + started.reasons.length > 0) setOutcome({ ...started, draft });
        else await navigate(stepAddress(draft.id, 'cluster'));
      } catch (failure) {
        setError(failure);
      } finally {
        setBusy(false);
      }
    },
    forget() {
      setError(undefined);
      setOutcome(undefined);
    },
  };
}
