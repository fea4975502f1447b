import { translator } from '../../base/messages/translator.ts';

/** Texts of the network at first boot. */
export const t = translator({
  stateMissing: 'The document of {name} contains no network state',
  stateMissingRemedy: 'Add `interfaces:` to the document.',
  uplinkMissing: 'br-ex of {name} has no uplink that can be used before br-ex exists',
  uplinkMissingRemedy: 'Add a port to br-ex.',
  uplinkIsVf:
    'The uplink of br-ex of {name} is the virtual function {uplink}, which has no name at first boot',
  uplinkIsVfRemedy: 'Write the network of the first boot yourself.',
  ovsBondAtFirstBoot:
    'The bond {bond} of {name} belongs to Open vSwitch, so the first boot uses only its port {uplink}',
  ovsBondAtFirstBootRemedy: 'Make sure that the switch accepts a single port.',
  nicMissing: 'The installer needs at least one NIC with a name and MAC address for {name}',
  nicMissingRemedy: 'Add the name and MAC address of a NIC.',
  rendezvousIpMissing: 'The rendezvous IP is missing, because no master has a static address',
  rendezvousIpMissingRemedy: 'Set the rendezvous IP to the address of a control plane host.',
  fieldMissing: 'The field {field} of {name} is missing',
  fieldMissingRemedy: 'Add {field} to the table.',
  bmcCredentialsMissing:
    'The BMC user name and password of {name} are missing, so the installer rejects the host',
  bmcCredentialsMissingRemedy: 'Add a file with the BMC credentials, or add them to install-config.yaml.',
});
