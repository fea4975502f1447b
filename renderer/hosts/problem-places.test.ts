import { describe, expect, test } from 'vitest';
import { changeHosts, documentOf, withParts, writeDocument } from '../../core/contract/documents/nmstate.ts';
import { RULE } from '../../core/contract/documents/rules.ts';
import { capitalized } from '../../core/contract/documents/words.ts';
import { partsOf } from './columns.ts';
import { fleet } from './fleet.fixture.ts';
import { partsAt } from './problem-places.ts';
import { verdictOf } from './verdict.ts';

const edited = (count: number, changes: Readonly<Record<string, Record<string, string>>>) =>
  changeHosts(fleet(count), (host) => (changes[host.name] ? withParts(host, changes[host.name]!) : host));
/** Returns the rules that a host breaks, each with its cells. */
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

describe('the cell of a problem contains its value', () => {
  test('of a table: the invalid MAC address, also with several NICs', () => {
    expect(cells(edited(4, { 'worker-1': { mac2: 'zz:zz' } }), 'worker-1')).toMatchObject({ mac: ['mac2'] });
    expect(cells(edited(4, { 'worker-1': { mac1: '01:00:5e:00:00:01' } }), 'worker-1')).toMatchObject({
      mac: ['mac1'],
    });
    expect(cells(edited(4, { 'worker-1': { boot_mac: 'zz' } }), 'worker-1')).toMatchObject({
      mac: ['boot_mac'],
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

  test('of several hosts: the shared MAC address', () => {
    const set = edited(5, { 'worker-2': { mac2: '52:54:00:01:00:03' } });
    expect(cells(set, 'worker-2')).toMatchObject({ 'mac-shared': ['mac2'] });
    expect(cells(set, 'worker-1')).toMatchObject({ 'mac-shared': ['mac1'] });
  });

  test('short values are only found by their place in the document', () => {
    const set = edited(4, { 'worker-1': { vlan: '5000', rack: '5000' } });
    expect(Object.values(cells(set, 'worker-1')).flat()).toEqual(['vlan']);
  });
});

describe('the state of a single host is the message without its name', () => {
  /** Returns the part of a rule's message without the host's name, as a state. */
  const stateOfRule = (set: ReturnType<typeof fleet>, name: string) => {
    const rule = verdictOf(set)
      .problems.map(({ problem }) => problem[RULE])
      .find((each) => each?.id === 'host-differs' || each?.id === 'address-shared');
    const text = rule && 'ofHost' in rule ? rule.ofHost : undefined;
    expect(text).toBeDefined();
    expect(text).not.toContain(name);
    return capitalized(text!);
  };

  test('of a gateway that differs', () => {
    const set = edited(4, { 'worker-1': { gateway: '10.20.255.3' } });
    expect(words(set, 'worker-1')).toBe(stateOfRule(set, 'worker-1'));
  });

  test('of an address that occurs twice on a host', () => {
    const set = fleet(4);
    const { text } = documentOf(set.layout, set.hosts[3]!).document.yaml;
    const own = text.replace(/ *- ip: 10\.20\.0\.14\n *prefix-length: 16\n/, (entry) => entry + entry);
    expect(own).not.toBe(text);
    const twice = writeDocument(set, 3, own);
    expect(words(twice, 'worker-1')).toBe(stateOfRule(twice, 'worker-1'));
  });

  test('of a shared name', () => {
    const set = edited(4, { 'worker-1': { name: 'master-1' } });
    expect(words(set, 'master-1')).toBe(stateOfRule(set, 'master-1'));
  });

  test('of several hosts contains all of them', () => {
    const bmc = 'redfish-virtualmedia://198.18.0.11/redfish/v1/Systems/1';
    const text = words(edited(4, { 'worker-1': { bmc } }), 'master-0').toLowerCase();
    expect(text).toContain('master-0');
    expect(text).toContain('worker-1');
  });
});
