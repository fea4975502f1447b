/**
 * How the service on the node (`nmstate-configuration.sh` of the machine config operator) behaves, by release (its
 * first version came with 4.16, the comparison with what was applied with 4.20).
 */
export interface NodeService {
  /** Whether there is such a service at all. */
  reads: boolean;
  /**
   * What it does when a document was applied before: `once` goes away whatever the document says now, `compare` applies
   * one that differs.
   */
  again: 'once' | 'compare';
  /** What is to be known about this release. */
  note: string | undefined;
}

const FIRST_MINOR = 16;
const SUPPORTED_MINOR = 18;
const COMPARING_MINOR = 20;

/** @param version e.g. `4.18` or `4.18.9`; unknown counts as the newest */
export function serviceOf(version: string | undefined): NodeService {
  const minor = Number(/^\s*v?4\.(\d+)/.exec(version ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
  if (minor < FIRST_MINOR)
    return {
      reads: false,
      again: 'once',
      note: `Nodes of OpenShift ${version!.trim()} do not look for network documents: the service came with 4.${FIRST_MINOR}`,
    };
  if (minor < SUPPORTED_MINOR)
    return {
      reads: true,
      again: 'once',
      note: `In OpenShift ${version!.trim()} this is a technology preview for bare metal; it is supported from 4.${SUPPORTED_MINOR} on`,
    };
  if (minor < COMPARING_MINOR) return { reads: true, again: 'once', note: undefined };
  return {
    reads: true,
    again: 'compare',
    note: 'Builds of 4.20 and newer from before July 2026 compare wrongly (OCPBUGS-98316): they remove br-ex and apply the document on every boot, also when nothing changed',
  };
}
