import { create } from 'zustand';
import type { RequestInput } from '../../../core/contract/contract.ts';
import type { ContractDoctorReport } from '../../../core/contract/topics/doctor.ts';
import type { RequestJob } from '../../../core/contract/topics/job.ts';
import { useLive } from '../../engine/live.ts';
import { useClient } from '../../engine/provider.tsx';

type Examined = Omit<RequestInput<'doctor.examine'>, 'ticket'>;

interface Examination {
  /** The ticket of the current check. */
  ticket?: string | undefined;
  stop?: AbortController | undefined;
  report?: ContractDoctorReport | undefined;
  error?: unknown;
}

/** The current check and the last report. Both are available until the window is closed. */
const useStored = create<Examination>(() => ({}));

/** Runs checks. `begin` cancels the current check. */
export function useExamination() {
  const client = useClient();
  const { ticket, report, error } = useStored();
  const work = useLive((state): RequestJob | undefined => (ticket ? state.jobs.request[ticket] : undefined));
  return {
    examining: ticket !== undefined,
    work,
    report,
    error,
    async begin(input: Examined): Promise<void> {
      useStored.getState().stop?.abort();
      const stop = new AbortController();
      const newTicket = crypto.randomUUID();
      useStored.setState({ ticket: newTicket, stop, error: undefined });
      const end = (found: Partial<Examination>) => {
        if (useStored.getState().stop === stop)
          useStored.setState({ ticket: undefined, stop: undefined, ...found });
      };
      try {
        const request = { ...input, ticket: newTicket };
        end({ report: await client.request('doctor.examine', request, { signal: stop.signal }) });
      } catch (thrown) {
        end(stop.signal.aborted ? {} : { error: thrown, report: undefined });
      }
    },
    cancel: () => useStored.getState().stop?.abort(),
  };
}
