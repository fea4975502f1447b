import { create } from 'zustand';
import type { RequestInput } from '../../../core/contract/contract.ts';
import type { ContractDoctorReport } from '../../../core/contract/topics/doctor.ts';
import type { RequestJob } from '../../../core/contract/topics/job.ts';
import { useLive } from '../../engine/live.ts';
import { useClient } from '../../engine/provider.tsx';

type Examined = Omit<RequestInput<'doctor.examine'>, 'ticket'>;

interface Examination {
  /** While one is under way. */
  ticket?: string | undefined;
  stop?: AbortController | undefined;
  report?: ContractDoctorReport | undefined;
  error?: unknown;
}

/** The check that is under way, and what the last one found: both outlive the screen, not the window. */
const useKept = create<Examination>(() => ({}));

/** Looks for what would stop a run; `begin` ends a check that is under way. */
export function useExamination() {
  const client = useClient();
  const { ticket, report, error } = useKept();
  const work = useLive((state): RequestJob | undefined => (ticket ? state.jobs.request[ticket] : undefined));
  return {
    examining: ticket !== undefined,
    work,
    report,
    error,
    async begin(input: Examined): Promise<void> {
      useKept.getState().stop?.abort();
      const stop = new AbortController();
      const newTicket = crypto.randomUUID();
      useKept.setState({ ticket: newTicket, stop, error: undefined });
      const end = (found: Partial<Examination>) => {
        if (useKept.getState().stop === stop)
          useKept.setState({ ticket: undefined, stop: undefined, ...found });
      };
      try {
        const asked = { ...input, ticket: newTicket };
        end({ report: await client.request('doctor.examine', asked, { signal: stop.signal }) });
      } catch (thrown) {
        end(stop.signal.aborted ? {} : { error: thrown, report: undefined });
      }
    },
    cancel: () => useKept.getState().stop?.abort(),
  };
}
