import { translator } from '../../base/messages/translator.ts';

/** Texts of the network at first boot. */
export const t = translator({
  stateMissing: 'The document for {name} contains no network state',
  stateMissingRemedy: 'Add `interfaces:` to the document.',
  uplinkMissing: 'br-ex on {name} has no uplink that can be used before br-ex exists',
  uplinkMissingRemedy: 'Add a NIC, bond or VLAN to the ports of br-ex.',
  uplinkIsVf:
    'The uplink of br-ex on {name} is the virtual function {uplink}, which has no name at first boot',
  uplinkIsVfRemedy: 'Write the first-boot network configuration manually.',
  ovsBondAtFirstBoot:
    'The bond {bond} on {name} is an Open vSwitch bond, so only its port {uplink} is used at first boot',
  ovsBondAtFirstBootRemedy: 'Make sure that the switch accepts traffic on a single port of the bond.',
  nicMissing: '{name} has no NIC with a name and MAC address, but the installer requires at least one',
  nicMissingRemedy: 'Add the name and MAC address of a NIC.',
  rendezvousIpMissing: 'The rendezvous IP is missing, because no control plane host has a static address',
  rendezvousIpMissingRemedy: 'Set the rendezvous IP to the address of a control plane host.',
  fieldMissing: 'The host {name} has no {field}',
  fieldMissingRemedy: 'Add the {field} to the table.',
  bmcCredentialsMissing:
    'The BMC user name and password for {name} are missing, so the installer rejects the host',
  bmcCredentialsMissingRemedy: 'Add a file with the BMC credentials, or add them to install-config.yaml.',
});
