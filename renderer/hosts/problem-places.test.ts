import { describe, expect, test } from 'vitest';
import { changeHosts, documentOf, withParts, writeDocument } from '../../core/contract/documents/nmstate.ts';
import { partsOf } from './columns.ts';
import { fleet } from './fleet.fixture.ts';
import { partsAt } from './problem-places.ts';
import { verdictOf } from './verdict.ts';

const edited = (count: number, changes: Readonly<Record<string, Record<string, string>>>) =>
  changeHosts(fleet(count), (host) => (changes[host.name] ? withParts(host, changes[host.name]!) : host));
/** Rules that a host breaks, each with the cells that it is seen in. */
const cells = (set: ReturnType<typeof fleet>, name: string) => {
  const index = set.hosts.findIndex((host) => host.name === name);
  return Object.fromEntries(
    verdictOf(set).hosts[index]!.problems.map((problem) => [
      problem.rule,
      partsAt(problem, set.hosts[index]!, partsOf(set)),
    ]),
  );
};
const words = (set: ReturnType<typeof fleet>, name: string) =>
  verdictOf(set).hosts[set.hosts.findIndex((host) => host.name === name)]!.words;

describe('the cell of a problem is the one whose value it is about', () => {
  test('of a table: the MAC address that is none, and one of several NICs', () => {
    expect(cells(edited(4, { 'worker-1': { mac2: 'zz:zz' } }), 'worker-1')).toMatchObject({ mac: ['mac2'] });
    expect(cells(edited(4, { 'worker-1': { mac1: '01:00:5e:00:00:01' } }), 'worker-1')).toMatchObject({
      mac: ['mac1'],
    });
    expect(cells(edited(4, { 'worker-1': { boot_mac: 'zz' } }), 'worker-1')).toMatchObject({
      mac: [],
    });
  });

  test('of a document: its address, gateway and DNS server', () => {
    expect(cells(edited(4, { 'worker-1': { addresses: '10.20.254.5/16' } }), 'worker-1')).toMatchObject({
      BR13: ['addresses'],
    });
    expect(cells(edited(4, { 'worker-1': { dns: 'nowhere.example' } }), 'worker-1')).toMatchObject({
      'dns-server': ['dns'],
    });
    expect(cells(edited(4, { 'worker-1': { gateway: '10.99.0.1' } }), 'worker-1').BR08).toEqual(
      expect.arrayContaining(['addresses', 'gateway']),
    );
  });

  test('of hosts with each other: the MAC address that both have', () => {
    const set = edited(5, { 'worker-2': { mac2: '52:54:00:01:00:03' } });
    expect(cells(set, 'worker-2')).toMatchObject({ 'mac-shared': ['mac2'] });
    expect(cells(set, 'worker-1')).toMatchObject({ 'mac-shared': ['mac1'] });
  });

  test('short values are found by their place in the document alone', () => {
    const set = edited(4, { 'worker-1': { vlan: '5000', rack: '5000' } });
    expect(Object.values(cells(set, 'worker-1')).flat()).toEqual(['vlan']);
  });
});

describe('a message on the row of its only host has no name', () => {
  test('of a gateway unlike the others', () => {
    expect(words(edited(4, { 'worker-1': { gateway: '10.20.255.3' } }), 'worker-1')).toBe(
      'Has the gateway 10.20.255.3, the others of that network 10.20.255.1',
    );
  });

  test('of an address that is there twice', () => {
    const set = fleet(4);
    const { text } = documentOf(set.layout, set.hosts[3]!).document.yaml;
    const own = text.replace(/ *- ip: 10\.20\.0\.14\n *prefix-length: 16\n/, (entry) => entry + entry);
    expect(own).not.toBe(text);
    expect(words(writeDocument(set, 3, own), 'worker-1')).toBe('Has 10.20.0.14 twice');
  });

  test('of a name that two rows have', () => {
    expect(words(edited(4, { 'worker-1': { name: 'master-1' } }), 'master-1')).toBe('Is in the list 2 times');
  });

  test('of several hosts it has all of them', () => {
    const bmc = 'redfish-virtualmedia://198.18.0.11/redfish/v1/Systems/1';
    expect(words(edited(4, { 'worker-1': { bmc } }), 'master-0')).toMatch(/^Master-0, worker-1 have one BMC/);
  });
});
