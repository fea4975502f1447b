import type { HostDocument } from '../hosts/host-facts.ts';
import { type NmstateDocument, nmstateOf } from '../model/document.ts';
import { dayOneDocument, NODE_FOLDER, nodeFileOf } from './node-files.ts';

/**
 * Returns hosts with the documents that a MachineConfig would contain, for checks: states without their resources, and files
 * from a MachineConfig with the name that they will have in a new one.
 */
export function dayOneHosts(hosts: readonly HostDocument[]): HostDocument[] {
  return hosts.flatMap(({ host, document }) => {
    const { document: dayOne } = dayOneDocument({ host, document });
    return dayOne ? [{ host, document: renamed(dayOne) }] : [];
  });
}

/** Returns a document from a MachineConfig with the extension `.yml`, whatever extension it has there. */
export function renamed(document: NmstateDocument): NmstateDocument {
  if (!document.file?.startsWith(NODE_FOLDER)) return document;
  return nmstateOf(document.yaml, { file: `${nodeFileOf(document.file).name}.yml` });
}
