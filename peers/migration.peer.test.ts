import { expect } from 'vitest';
import { stringify } from 'yaml';
import { migrateNodes } from '../core/nmstate/migration/migration.ts';
import { type NodeStateOptions, nodeState } from '../core/nmstate/migration/node-states.fixture.ts';
import { addressesOf, sectionsOf, verdict } from './nmstate-host.ts';
import { judgedBy } from './verdicts.ts';

const cases: NodeStateOptions[] = (['nic', 'bond', 'vlan', 'bond-vlan'] as const).flatMap((uplink) =>
  (['dhcp', 'static', 'dual'] as const).map((addressing) => ({ uplink, addressing, mtu: 9000 })),
);

/** Returns the document of a node with a state. */
async function documentOf(state: Record<string, unknown>): Promise<string> {
  const node = { name: 'worker-0', role: 'worker', pool: 'worker', state };
  const { files } = await migrateNodes([node], { openShiftVersion: '4.20.0' });
  return files.find(({ document }) => document)!.text;
}

await judgedBy('nmstate', ({ agrees }) => {
  agrees('states of nodes with configure-ovs are states of nmstate', (nmstate, count) => {
    count(cases.length);
    const anything = 'interfaces: [{name: lo, type: loopback, state: up}]';
    for (const options of cases)
      expect(verdict(nmstate, anything, stringify(nodeState(options))), JSON.stringify(options)).toEqual({});
  });

  agrees('day-1 documents from such states are valid on their nodes', async (nmstate, count) => {
    count(cases.length);
    for (const options of cases) {
      const state = nodeState(options);
      const text = await documentOf(state);
      expect(verdict(nmstate, text, stringify(state)), text).toEqual({});
    }
  });

  agrees(
    'their profiles have the addresses, MTU, MAC address, metric and uplink of the node',
    async (nmstate, count) => {
      count(cases.length);
      for (const options of cases) {
        const state = nodeState(options);
        // nmstate reads the MAC addresses from the host otherwise.
        const text = (await documentOf(state)).replaceAll(
          /- name: (eno\d)\n {4}type: ethernet\n/g,
          (found, name: string) =>
            `${found}    mac-address: "52:54:00:00:0${name === 'eno1' ? 'a' : 'b'}:21"\n`,
        );
        const { profiles, error } = verdict(nmstate, text);
        expect(error, text).toBeUndefined();
        const all = profiles!.map(([, profile]) => sectionsOf(profile));
        const internal = all.find(({ connection }) => connection?.type === 'ovs-interface')!;
        expect(internal.ethernet).toMatchObject({ 'cloned-mac-address': '52:54:00:00:0A:21', mtu: '9000' });
        const isStatic = options.addressing !== 'dhcp';
        expect(addressesOf(internal)).toEqual([
          ...(isStatic ? ['192.0.2.21/24'] : []),
          ...(options.addressing === 'dual' ? ['2001:db8:1::21/64'] : []),
        ]);
        expect(internal.ipv4?.method).toBe(isStatic ? 'manual' : 'auto');
        if (isStatic) expect(Object.values(internal.ipv4!)).toContain('0.0.0.0/0,192.0.2.1,48');
        else expect(internal.ipv4).toMatchObject({ 'route-metric': '48', 'dhcp-client-id': 'mac' });
        const uplink = { nic: 'eno1', bond: 'bond0', vlan: 'eno1.110', 'bond-vlan': 'bond0.110' }[
          options.uplink!
        ];
        expect(
          all.find(
            ({ connection }) =>
              connection?.['slave-type'] === 'ovs-port' && connection.type !== 'ovs-interface',
          )?.connection?.['interface-name'],
        ).toBe(uplink);
      }
    },
  );
});
