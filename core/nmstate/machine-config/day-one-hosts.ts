import type { HostDocument } from '../hosts/host-facts.ts';
import { type NmstateDocument, nmstateOf } from '../model/document.ts';
import { dayOneDocument, NODE_FOLDER, nodeFileOf } from './node-files.ts';

/**
 * Hosts with the documents that a MachineConfig brings them, to be checked as such: states out of their resources, and
 * what came from a MachineConfig under the name it will have in a new one.
 */
export function dayOneHosts(hosts: readonly HostDocument[]): HostDocument[] {
  return hosts.flatMap(({ host, document }) => {
    const { document: dayOne } = dayOneDocument({ host, document });
    return dayOne ? [{ host, document: renamed(dayOne) }] : [];
  });
}

/** A document out of a MachineConfig under a name that says nothing of the extension it had there. */
export function renamed(document: NmstateDocument): NmstateDocument {
  if (!document.file?.startsWith(NODE_FOLDER)) return document;
  return nmstateOf(document.yaml, { file: `${nodeFileOf(document.file).name}.yml` });
}
