import { nmstateOf } from '../document.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { dayOneDocument, NODE_FOLDER, nodeFileOf } from './node-files.ts';

/**
 * Hosts with the documents that a MachineConfig brings them, to be checked as such: states out of their resources, and
 * what came from a MachineConfig under the name it will have in a new one.
 */
export function dayOneHosts(hosts: readonly HostDocument[]): HostDocument[] {
  return hosts.flatMap(({ host, document }) => {
    const { document: dayOne } = dayOneDocument({ host, document });
    if (!dayOne) return [];
    if (!dayOne.file?.startsWith(NODE_FOLDER)) return [{ host, document: dayOne }];
    return [{ host, document: nmstateOf(dayOne.yaml, { file: `${nodeFileOf(dayOne.file).name}.yml` }) }];
  });
}
