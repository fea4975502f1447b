import { translator } from '../../base/messages/translator.ts';

/** Texts of BMC inventories. */
export const t = translator({
  unreadable: "The inventory can't be parsed: {reason}",
  unreadableRemedy: 'Use Redfish JSON, Ironic introspection data, or BareMetalHost YAML.',
  tooManyMachines: 'The inventory contains more than {limit} machines',
  tooManyMachinesRemedy: 'Split the inventory into smaller files.',
  tooManyNics: '{name} has more than {limit} NICs. The others were ignored.',
  tooManyNicsRemedy: 'Check whether the inventory lists virtual interfaces.',
  machineUnnamed: 'A machine has no host name: {place}',
  machineUnnamedRemedy: 'Name the file after the host, such as worker-3.json.',
  nameInvalid: "`{name}` isn't a valid host name",
  nameInvalidRemedy:
    'Use letters, digits and hyphens, with dots between the parts of a fully qualified name.',
  macInvalid: "`{mac}` of {name} isn't a unicast MAC address, so the NIC was ignored",
  macInvalidRemedy: 'Check the NIC in the BMC.',
  bootMacInvalid: "The boot MAC address `{mac}` of {name} isn't a unicast MAC address, so it was ignored",
  bootMacInvalidRemedy: 'Enter the boot MAC address in the table.',
  machineJoined: '{name} has the MAC address {mac} of {other}, so both became one host',
  machineJoinedRemedy: 'Check the MAC address if these are two machines.',
  nicsMissing: '{name} has no NICs in the inventory',
  nicsMissingRemedy:
    'Add the EthernetInterfaces of the Redfish system, or the status of the BareMetalHost, to the import.',
  systemUnknown: "The NIC {place} doesn't belong to a system in the inventory",
  systemUnknownRemedy:
    'Put the ComputerSystem and its EthernetInterfaces in one file, one file for each machine.',
  roleGuessed:
    "{count, plural, one {{names} is assigned the role worker, because its name doesn't contain a role} other {{names} are assigned the role worker, because their names don't contain a role}}",
  roleGuessedRemedy: 'Set the roles in the table.',
  bmcInvalid: "The BMC address of {name} isn't a URL or an IP address",
  bmcInvalidRemedy: 'Enter the address in the table.',
});
