import type { HostChange } from '../day2/group-policies.ts';
import { readNmstate } from '../model/document.ts';
import { documentOf } from './documents.ts';
import type { HostSet } from './host-set.ts';

/**
 * Returns the changes from the present hosts to the desired ones.
 * @param positions of the hosts that change, the same in both sets
 * @param report of one host: the state that its node reports, instead of the document of the table
 */
export function hostSetChanges(
  present: HostSet,
  desired: HostSet,
  positions: readonly number[],
  report = '',
): HostChange[] {
  return positions.map((index) => {
    const { host, document } = documentOf(present.layout, present.hosts[index]!);
    return {
      host,
      present: report.trim() === '' || positions.length > 1 ? document : readNmstate(report),
      desired: documentOf(desired.layout, desired.hosts[index]!).document,
    };
  });
}
