import { ownEntry } from '../document/own-entry.ts';

/** Architectures of releases, with the names that RHEL uses for machines. */
export const MACHINES: Readonly<Record<string, string>> = {
  amd64: 'x86_64',
  arm64: 'aarch64',
  ppc64le: 'ppc64le',
  s390x: 's390x',
};
const ARCHITECTURES = Object.fromEntries(Object.entries(MACHINES).map(([name, machine]) => [machine, name]));

/**
 * Returns the name of an architecture in tags of releases and in boot images: `x86_64` for `amd64`. Others, such as `multi`,
 * have the same name.
 */
export function machineName(architecture: string): string {
  return ownEntry(MACHINES, architecture) ?? architecture;
}

/** Returns the name of a machine's architecture in graphs and configurations: `amd64` for `x86_64`. */
export function goArchitecture(machine: string): string {
  return ownEntry(ARCHITECTURES, machine) ?? machine;
}

/**
 * Returns the version and the machine in the tag of a release: `4.16.5-x86_64`. Tags of OKD have no machine.
 * Source: tags of quay.io/openshift-release-dev/ocp-release.
 */
export function releaseTagParts(tag: string): { version: string; machine?: string } {
  const [, version, machine] = /^(.+)-(x86_64|aarch64|ppc64le|s390x|multi)$/.exec(tag) ?? [];
  return version === undefined || machine === undefined ? { version: tag } : { version, machine };
}
