import { asFields, asList, type Fields } from '../model/values.ts';
import { bmcOf, hostName, type Machine, shortText, stemOf } from './machine.ts';

/** Returns whether a value is the introspection data of a node (`openstack baremetal introspection data save`). */
export function isIronic(value: unknown): boolean {
  return Array.isArray(asFields(asFields(value)?.inventory)?.interfaces);
}

/** Returns the machine of introspection data (ironic-python-agent: hardware inventory). */
export function ironicMachine(value: unknown, path: string): Machine {
  const fields = asFields(value)!;
  const inventory = asFields(fields.inventory)!;
  const boot = asFields(inventory.boot);
  const bmcs = [inventory.bmc_address, inventory.bmc_v6address].flatMap((value) => bmcOf(value).bmc ?? []);
  return {
    place: path,
    names: [
      hostName(fields.name),
      hostName(inventory.hostname),
      hostName(stemOf(path)),
      hostName(asFields(inventory.system_vendor)?.serial_number),
    ],
    nics: asList(inventory.interfaces).flatMap((one) => {
      const nic = asFields(one);
      return nic && !isVirtual(nic) ? [{ name: shortText(nic.name), mac: shortText(nic.mac_address) }] : [];
    }),
    addresses: asList(inventory.interfaces).flatMap((one) => {
      const nic = asFields(one);
      return nic && !isVirtual(nic) ? [nic.ipv4_address, nic.ipv6_address] : [];
    }),
    bmc: bmcs.find((bmc) => bmc !== 'invalid') ?? bmcs[0],
    bootMac: pxeMac(shortText(boot?.pxe_interface) ?? shortText(fields.boot_interface)),
  };
}

function isVirtual(nic: Fields): boolean {
  return /^(?:lo|docker|virbr|veth|bond|team|br-)/.test(shortText(nic.name) ?? '');
}

/** Returns the MAC address of `BOOTIF`, which begins with the hardware type of Ethernet. */
function pxeMac(text: string | undefined): string | undefined {
  return text?.replace(/^01-(?=(?:[0-9a-f]{2}-){5}[0-9a-f]{2}$)/i, '');
}
