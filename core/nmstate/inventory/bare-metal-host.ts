import type { Nic } from '../model/host.ts';
import { asFields, asList, type Fields } from '../model/values.ts';
import { bmcOf, type Machine, shortText } from './machine.ts';

const KINDS = /^(?:BareMetalHost|HardwareData)$/;

/** Returns whether a value is a BareMetalHost or its HardwareData (metal3-io/baremetal-operator). */
export function isBareMetalHost(value: unknown): boolean {
  return KINDS.test(shortText(asFields(value)?.kind) ?? '');
}

/** Returns the resources of a document: itself, or the items of a list, as `oc get -o yaml` prints them. */
export function itemsOf(value: unknown): readonly unknown[] {
  const fields = asFields(value);
  return Array.isArray(fields?.items) ? fields.items : [value];
}

/** Returns the machine of a BareMetalHost, or of the HardwareData with the same name. */
export function bareMetalMachine(value: unknown, path: string): Machine & { hadPassword: boolean } {
  const fields = asFields(value)!;
  const metadata = asFields(fields.metadata);
  const spec = asFields(fields.spec);
  const name = shortText(metadata?.name);
  const hardware = asFields(asFields(fields.status)?.hardware) ?? asFields(spec?.hardware);
  return {
    place: `${path} ${name ?? ''}`.trim(),
    names: [name],
    nics: nicsOf(hardware),
    addresses: asList(hardware?.nics).map((nic) => asFields(nic)?.ip),
    role: roleOf(metadata),
    ...bmcOf(asFields(spec?.bmc)?.address),
    bootMac: shortText(spec?.bootMACAddress),
    rootDevice: shortText(asFields(spec?.rootDeviceHints)?.deviceName),
  };
}

/** Returns each NIC once. A NIC is listed once for each of its addresses, and its VLANs have its MAC address. */
function nicsOf(hardware: Fields | undefined): Nic[] {
  const nics = new Map<string, Nic>();
  for (const one of asList(hardware?.nics)) {
    const nic = asFields(one);
    const mac = shortText(nic?.mac);
    if (mac !== undefined && !nics.has(mac.toLowerCase()))
      nics.set(mac.toLowerCase(), { name: shortText(nic?.name), mac });
  }
  return [...nics.values()];
}

/** Returns the role that the assisted installer or the installer assigned. */
function roleOf(metadata: Fields | undefined): string | undefined {
  const annotations = asFields(metadata?.annotations);
  const labels = asFields(metadata?.labels);
  return (
    shortText(annotations?.['bmac.agent-install.openshift.io/role']) ??
    shortText(labels?.['installer.openshift.io/role'])
  );
}
