import type { SavedHostSet } from '../../../contract/topics/hosts.ts';
import { documentsOf } from '../../../nmstate/host-set/documents.ts';
import { readHostTable } from '../../../nmstate/hosts/host-table.ts';
import { writeHostTable } from '../../../nmstate/hosts/write-host-table.ts';
import { readClusterNetwork } from '../../../nmstate/model/cluster-network.ts';
import { validateHosts } from '../../../nmstate/validation/validate-hosts.ts';

/** Returns the errors of cells, documents and hosts compared with each other, by the checks of the screen. */
export function tableErrors(set: SavedHostSet): { message: string }[] {
  const { openShiftVersion, hosts, cluster } = set;
  const table = readHostTable(writeHostTable(hosts, { format: 'tsv' }), { format: 'tsv' });
  const verdict = validateHosts(
    documentsOf(set),
    clusterOf(cluster),
    openShiftVersion === '' ? {} : { openShiftVersion },
  );
  return [...table.problems, ...verdict.hosts.flatMap(({ problems }) => problems), ...verdict.across].filter(
    ({ level }) => level === 'error',
  );
}

/** Cluster settings that can't be read aren't an error of the table. The outputs that need them report it. */
function clusterOf(text: string): ReturnType<typeof readClusterNetwork> | undefined {
  if (text.trim() === '') return undefined;
  try {
    return readClusterNetwork(text);
  } catch {
    return undefined;
  }
}
