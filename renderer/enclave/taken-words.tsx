import type { AcknowledgedLine } from '../../core/contract/topics/transfers.ts';
import { counted } from '../parts/format.ts';

/** What follows from an answer. */
export function TakenWords({ taken }: { taken: AcknowledgedLine }) {
  const { transfer, enclave, lacks } = taken;
  if (lacks.length === 0)
    return (
      <p className="al-sub">
        All of {transfer} counts as arrived. Its set may be removed where space is needed.
      </p>
    );
  return (
    <p className="al-sub">
      The next transfer to {enclave} carries{' '}
      {lacks === 'all' ? `all of ${transfer}` : counted(lacks.length, 'piece')} again, as far as it is wanted.
    </p>
  );
}
