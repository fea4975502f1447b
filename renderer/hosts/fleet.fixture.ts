import { readHostTable, setHostOf } from '../../core/contract/documents/nmstate.ts';
import type { SavedHostSet } from '../../core/contract/topics/hosts.ts';

/** Returns a pasted table of valid hosts with two NICs and static addresses. */
export function fleetTable(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const [name, role] = index < 3 ? [`master-${index}`, 'master'] : [`worker-${index - 2}`, 'worker'];
    const [high, low] = [Math.floor((index + 11) / 250), (index + 11) % 250];
    const mac = (nic: number) => `52:54:00:0${nic}:${hex(index >> 8)}:${hex(index & 255)}`;
    const bmc = `redfish-virtualmedia://198.18.${high}.${low}/redfish/v1/Systems/1`;
    return [name, role, 'eno1', mac(1), 'eno2', mac(2), `10.20.${high}.${low}/16`, bmc].join('\t');
  });
  return ['Host\tRole\tNIC 1\tNIC 1 MAC\tNIC 2\tNIC 2 MAC\tAddress\tBMC', ...rows].join('\n');
}

function hex(value: number): string {
  return value.toString(16).padStart(2, '0');
}

/** Returns the set of hosts from this table, on a bond with VLAN 120. */
export function fleet(count: number): SavedHostSet {
  return {
    id: 'fleet',
    name: 'fleet',
    source: 'pasted',
    layout: {
      preset: 'bond-vlan',
      answers: { vlan: '120', gateway: '10.20.255.1', dns: '10.20.255.2', mtu: '9000' },
    },
    cluster: 'machineNetwork: 10.20.0.0/16\napiVIP: 10.20.254.5\ningressVIP: 10.20.254.6\n',
    openShiftVersion: '4.18',
    hosts: readHostTable(fleetTable(count)).hosts.map(setHostOf),
  };
}
