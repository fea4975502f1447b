import { describe, expect, test } from 'vitest';
import { readHostTable } from '../hosts/host-table.ts';
import { presetById } from '../presets/presets.ts';
import { validateHosts } from '../validation/validate-hosts.ts';
import { answerOf, documentOf, documentsOf, documentText, layoutText } from './documents.ts';
import { answerQuestion, asLayout, changeHosts, changeLayout, writeDocument } from './edits.ts';
import type { HostSet } from './host-set.ts';
import { partOf, withParts } from './parts.ts';

const TABLE = `name,role,nic1,mac1,nic2,mac2,address,bmc
master-0,master,eno1,52:54:00:00:00:01,eno2,52:54:00:00:01:01,192.0.2.11/24,redfish-virtualmedia://198.51.100.11/redfish/v1/Systems/1
worker-1,worker,eno1,52:54:00:00:00:02,eno2,52:54:00:00:01:02,192.0.2.21/24,redfish-virtualmedia://198.51.100.21/redfish/v1/Systems/1
`;

function set(): HostSet {
  return {
    layout: {
      preset: 'bond-vlan',
      answers: { vlan: '120', gateway: '192.0.2.1', dns: '192.0.2.2, 192.0.2.3', mtu: '9000' },
    },
    cluster: '',
    openShiftVersion: '',
    hosts: readHostTable(TABLE).hosts.map(({ line: _line, ...host }) => host),
  };
}
const question = (id: string) => presetById('bond-vlan')!.questions.find((one) => one.id === id)!;
const text = (of: HostSet, index: number) => documentText(of.layout, of.hosts[index]!);

describe('documents of a set', () => {
  test('are valid with answers of all hosts and of the row', () => {
    const verdict = validateHosts(documentsOf(set()));
    expect(verdict.ok).toBe(true);
    expect(text(set(), 1)).toContain('name: bond0.120');
    expect(text(set(), 1)).toContain('ip: 192.0.2.21');
  });

  test('are cached by host, and by the text of the layout', () => {
    const { layout, hosts } = set();
    const first = documentOf(layout, hosts[0]!);
    expect(documentOf(layout, hosts[0]!)).toBe(first);
    expect(documentOf({ ...layout }, hosts[0]!).document).toBe(first.document);
  });

  test('use the answer of the row, or that of all hosts if it is empty', () => {
    const own = answerQuestion(set(), 1, question('mtu'), '1500');
    expect(answerOf(own.layout, own.hosts[1]!, question('mtu'))).toEqual({ value: '1500', from: 'table' });
    expect(text(own, 1)).toContain('mtu: 1500');
    expect(text(own, 0)).toContain('mtu: 9000');
    const back = answerQuestion(own, 1, question('mtu'), '');
    expect(answerOf(back.layout, back.hosts[1]!, question('mtu'))).toEqual({ value: '9000', from: 'layout' });
    expect(text(back, 1)).toBe(text(set(), 1));
  });

  test('use answers of a single host to questions without a column', () => {
    const mode = answerQuestion(set(), 0, question('mode'), 'active-backup');
    expect(mode.hosts[0]!.answers).toEqual({ mode: 'active-backup' });
    expect(text(mode, 0)).toContain('mode: active-backup');
    expect(asLayout(mode, 0).hosts[0]!.answers).toEqual({});
  });
});

describe('YAML and form', () => {
  test('reads edits of the YAML into the row, without an own document', () => {
    const typed = writeDocument(set(), 1, text(set(), 1).replace('192.0.2.21', '192.0.2.27'));
    expect(typed.hosts[1]!.addresses).toEqual(['192.0.2.27/24']);
    expect(typed.hosts[1]!.own).toBeUndefined();
    const gateway = writeDocument(
      set(),
      1,
      text(set(), 1).replace('next-hop-address: 192.0.2.1', 'next-hop-address: 192.0.2.254'),
    );
    expect(gateway.hosts[1]!.variables).toEqual({ gateway: '192.0.2.254' });
    expect(gateway.hosts[1]!.own).toBeUndefined();
  });

  test('keeps values outside of the form when the table or the layout changes', () => {
    const before = text(set(), 1);
    const own = writeDocument(set(), 1, before.replace('miimon: 100', 'miimon: 250 # slow switch'));
    expect(own.hosts[1]!.own).toContain('miimon: 250 # slow switch');
    const moved = changeHosts(own, (host) =>
      host.name === 'worker-1' ? withParts(host, { address: '192.0.2.99' }) : host,
    );
    expect(text(moved, 1)).toContain('ip: 192.0.2.99');
    expect(text(moved, 1)).toContain('miimon: 250 # slow switch');
    const mtu = changeLayout(moved, { ...moved.layout, answers: { ...moved.layout.answers, mtu: '1500' } });
    expect(text(mtu, 1)).toContain('mtu: 1500');
    expect(text(mtu, 1)).not.toContain('mtu: 9000');
    expect(text(mtu, 1)).toContain('miimon: 250 # slow switch');
    expect(asLayout(mtu, 1).hosts[1]!.own).toBeUndefined();
  });

  test('uses the line of the host if the layout changes the same one', () => {
    const own = writeDocument(set(), 0, text(set(), 0).replace('id: 120', 'id: 120 # as told'));
    const vlan = changeLayout(own, { ...own.layout, answers: { ...own.layout.answers, vlan: '121' } });
    expect(text(vlan, 0)).toContain('id: 120 # as told');
    expect(layoutText(vlan.layout, vlan.hosts[0]!)).toContain('id: 121');
  });

  test('stores invalid YAML as written', () => {
    const broken = writeDocument(set(), 0, 'interfaces: [');
    expect(text(broken, 0)).toBe('interfaces: [');
    expect(broken.hosts[0]!.addresses).toEqual(['192.0.2.11/24']);
  });

  test('keeps unchanged hosts identical', () => {
    const before = set();
    const after = changeHosts(before, (host, index) =>
      index === 0 ? withParts(host, { mtu: '1500' }) : host,
    );
    expect(after.hosts[1]).toBe(before.hosts[1]);
  });
});

describe('parts of a host', () => {
  test.each([
    ['name', 'worker-9', 'worker-9'],
    ['role', 'Control Plane', 'master'],
    ['mac1', '52-54-00-AA-BB-CC', '52:54:00:aa:bb:cc'],
    ['nic3', 'ens3f0', 'ens3f0'],
    ['addresses', '192.0.2.9/24, 2001:db8::9/64', '192.0.2.9/24 2001:db8::9/64'],
    ['address', '192.0.2.9', '192.0.2.9'],
    ['prefix', '25', '25'],
    ['address6', '2001:db8::9/64', '2001:db8::9'],
    ['bmc', '198.51.100.9', '198.51.100.9'],
    ['bmc_user', 'root', 'root'],
    ['boot_mac', '52:54:00:aa:bb:cc', '52:54:00:aa:bb:cc'],
    ['preset', 'vlan', 'vlan'],
    ['root_device', '/dev/sda', '/dev/sda'],
    ['storage_vlan', '300', '300'],
  ])('%s is written, read and removed', (name, typed, read) => {
    const host = set().hosts[0]!;
    const changed = withParts(host, { [name]: typed });
    expect(partOf(changed, name)).toBe(read);
    if (name === 'name' || name === 'role' || name === 'prefix') return;
    expect(partOf(withParts(changed, { [name]: '' }), name)).toBe('');
  });

  test.each([
    ['nic1', '{name: eno1}'],
    ['mac1', '{macAddress: 52:54:00:00:00:01}'],
  ])('a NIC of a YAML table without a name and a MAC is removed: %s', (part, nic) => {
    const [host] = readHostTable(`hosts: [{name: w1, nics: [${nic}]}]`).hosts;
    expect(host!.nics).toHaveLength(1);
    expect(withParts(host!, { [part]: '' }).nics).toEqual([]);
  });

  test('a host without BMC settings has no BMC', () => {
    const host = set().hosts[0]!;
    expect(withParts(host, { bmc: '' }).bmc).toBeUndefined();
    expect(withParts(host, { prefix: '25' }).addresses).toEqual(['192.0.2.11/25']);
  });
});
