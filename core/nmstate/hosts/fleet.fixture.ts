import type { ClusterNetwork } from '../model/cluster-network.ts';
import { readNmstate } from '../model/document.ts';
import { presetById } from '../presets/presets.ts';
import type { HostDocument } from './host-facts.ts';
import { readHostTable } from './host-table.ts';

export const FLEET_CLUSTER: ClusterNetwork = {
  machineNetworks: ['10.20.0.0/16'],
  apiVips: ['10.20.0.5'],
  ingressVips: ['10.20.0.6'],
  serviceNetworks: ['172.30.0.0/16'],
  clusterNetworks: ['10.128.0.0/14'],
  clusterMtu: 8900,
};

/** A pasted table of hosts on a bond with VLAN and static addresses; every tenth has the address of the previous one. */
export function fleetTable(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const [high, low] = [Math.floor(index / 200) + 1, (index % 200) + 10];
    const shared = index % 10 === 9 ? low - 1 : low;
    const mac = `52:54:00:${high.toString(16).padStart(2, '0')}:${low.toString(16).padStart(2, '0')}`;
    const name = index < 3 ? `master-${index}` : `worker-${index}`;
    return [
      name,
      index < 3 ? 'master' : 'worker',
      'eno1np0',
      `${mac}:00`,
      'eno2np1',
      `${mac}:01`,
      `10.20.${high}.${shared}/16`,
      `10.30.${high}.${low}`,
      9000,
      430,
      '10.20.0.1',
      '10.20.0.2, 10.20.0.3',
    ].join('\t');
  });
  return [
    'Host\tRole\tNIC 1\tNIC 1 MAC\tNIC 2\tNIC 2 MAC\tAddress\tBMC\tMTU\tVLAN\tGateway\tDNS',
    ...rows,
  ].join('\n');
}

/** The hosts of a table with their documents. */
export function fleet(table: string): HostDocument[] {
  const preset = presetById('bond-vlan')!;
  return readHostTable(table).hosts.map((host) => ({
    host,
    document: readNmstate(preset.build({}, host).text, { file: `${host.name}.yml` }),
  }));
}
