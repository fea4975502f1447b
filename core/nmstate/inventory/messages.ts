import { translator } from '../../base/messages/translator.ts';

/** Texts of BMC inventories. */
export const t = translator({
  unreadable: "The inventory can't be parsed: {reason}",
  unreadableRemedy: 'Use Redfish JSON, Ironic introspection data, or BareMetalHost YAML.',
  tooManyMachines: 'The inventory contains more than {limit} machines',
  tooManyMachinesRemedy: 'Split the inventory into smaller files.',
  tooManyNics: '{name} has more than {limit} NICs. The additional NICs were ignored.',
  tooManyNicsRemedy: 'Check whether the inventory lists virtual interfaces.',
  machineUnnamed: 'A machine has no hostname: {place}',
  machineUnnamedRemedy: 'Name the file after the host, such as worker-3.json.',
  nameInvalid: "`{name}` isn't a valid hostname",
  nameInvalidRemedy:
    'Use letters, digits and hyphens, with dots between the parts of a fully qualified name.',
  macInvalid: "`{mac}` on {name} isn't a unicast MAC address, so the NIC was ignored",
  macInvalidRemedy: 'Check the MAC address in the BMC.',
  machineJoined: '{name} and {other} have the same MAC address ({mac}), so they were merged into one host',
  machineJoinedRemedy: 'If they are different machines, correct the MAC address.',
  nicsMissing: '{name} has no NICs in the inventory',
  nicsMissingRemedy:
    'Add the EthernetInterfaces of the Redfish system, or the status of the BareMetalHost, to the import.',
  systemUnknown: "The NIC {place} doesn't belong to any system in the inventory",
  bootMacInvalid: "The boot MAC address `{mac}` on {name} isn't a unicast MAC address",
  bootMacInvalidRemedy: 'Enter the boot MAC address in the table.',
  systemUnknownRemedy:
    'Use one file for each machine, and include its ComputerSystem and EthernetInterfaces.',
  addressesIgnored:
    "{count, plural, one {The IP addresses of # machine weren't imported} other {The IP addresses of # machines weren't imported}}. NICs often get them from DHCP during the inspection.",
  addressesIgnoredRemedy: 'For static addresses, enter them in the table.',
  roleGuessed:
    "{count, plural, one {{names} was assigned the worker role because its name doesn't contain a role} other {{names} were assigned the worker role because their names don't contain a role}}",
  roleGuessedRemedy: 'Set the roles in the table.',
  bmcInvalid: "The BMC address of {name} isn't a URL or an IP address",
  bmcInvalidRemedy: 'Enter the address in the table.',
});
