import { describe, expect, test } from 'vitest';
import { changeHosts, mergeHosts, withParts } from '../../core/contract/documents/nmstate.ts';
import { capitalized } from '../../core/contract/documents/words.ts';
import { cellText, columnsOf, gridTracks, leastWidth, partsOf, partTitle } from './columns.ts';
import { fixOf } from './fixes.ts';
import { fleet, fleetTable } from './fleet.fixture.ts';
import { hostsSentence, layoutText, rolesText } from './host-words.ts';
import { createHostsStore } from './hosts-store.ts';
import { incomingText, readPasted } from './import-text.ts';
import { t } from './messages.ts';
import { listedProblems } from './set-problems.ts';
import { clusterField, clusterWords, isInstallConfig, withClusterField } from './table/cluster-text.ts';
import { t as table } from './table/messages.ts';
import { likelyLayout, removeHosts, writeCells } from './table-edits.ts';
import { verdictOf } from './verdict.ts';

const part = (name: string, value: string, of: string) => (set: ReturnType<typeof fleet>) =>
  changeHosts(set, (host) => (host.name === name ? withParts(host, { [of]: value }) : host));

describe('the title', () => {
  test('contains hosts, roles, layout and problems', () => {
    const set = fleet(12);
    expect(hostsSentence(set, verdictOf(set))).toBe(
      '3 control plane nodes and 9 workers (bond with VLAN 120, static addresses): ready',
    );
    expect(hostsSentence(fleet(1), undefined)).toBe(
      '1 control plane node (bond with VLAN 120, static addresses)',
    );
    expect(hostsSentence({ ...set, hosts: [] }, undefined)).toBe(t('emptyTitle'));
    const two = part('worker-2', 'infra', 'role')(set);
    expect(rolesText(two)).toBe('3 control plane nodes, 8 workers and 1 infra host');
  });

  test('contains the names of layouts', () => {
    const set = fleet(3);
    expect(layoutText({ ...set, layout: { preset: 'bond-lacp', answers: {} } })).toBe('bond with LACP');
    expect(layoutText(part('master-1', 'vlan', 'preset')(set))).toBe(t('severalLayouts'));
    expect(layoutText({ ...set, layout: { preset: '', answers: {}, template: 'interfaces: []' } })).toBe(
      t('templateLayout'),
    );
    expect(layoutText(part('master-1', '9', 'vlan')(set))).toBe(
      t('bondVlansLayout', { addresses: t('staticAddresses') }),
    );
  });
});

describe('the verdict', () => {
  test('reports a shared address once, marks it on both hosts, and fixes it with its suggestion', () => {
    const set = part('worker-3', '10.20.0.20/16', 'addresses')(fleet(12));
    const verdict = verdictOf(set);
    expect(verdict).toMatchObject({ errors: 1, warnings: 0, ready: 10 });
    expect(verdict.problems[0]).toMatchObject({
      hosts: [5, 9],
      part: 'addresses',
    });
    expect(verdict.hosts[5]).toMatchObject({
      level: 'error',
      words: t('addressSharedState', { host: 'worker-7' }),
    });
    expect(verdict.hosts[9]!.cells.get('addresses')?.level).toBe('error');
    expect(verdict.hosts[0]).toMatchObject({ level: undefined, words: t('readyState') });
    const [problem] = verdict.problems;
    const fix = fixOf(problem!, set)!;
    expect(fix.label).toBe(problem!.problem.suggestion!.label);
    expect(verdictOf(fix.edit(set)).errors).toBe(0);
  });

  test('reports one MAC address for both NICs, and invalid ones', () => {
    const set = fleet(5);
    const same = verdictOf(part('worker-1', set.hosts[3]!.nics[0]!.mac!, 'mac2')(set));
    expect(same.hosts[3]!.words).toBe(t('nicsOneMacState'));
    expect(same.hosts[3]!.cells.get('mac2')?.level).toBe('error');
    const none = verdictOf(part('worker-1', 'zz:zz', 'mac1')(set));
    const [problem] = none.hosts[3]!.problems;
    expect(none.hosts[3]).toMatchObject({ level: 'error', words: capitalized(problem!.message) });
    expect(none.hosts[3]!.cells.get('mac1')?.remedy).toBe(problem!.remedy);
  });

  test('a host with an invalid boot MAC address, or with that of no NIC, is not ready', () => {
    const set = fleet(5);
    const invalid = verdictOf(part('worker-1', 'zz', 'boot_mac')(set));
    expect(invalid.hosts[3]!.level).toBe('error');
    expect(invalid.hosts[3]!.cells.get('boot_mac')?.level).toBe('error');
    expect(invalid.ready).toBe(4);
    const own = verdictOf(part('worker-1', set.hosts[3]!.nics[1]!.mac!, 'boot_mac')(set));
    expect(own.hosts[3]!.words).toBe(t('readyState'));
    const other = verdictOf(part('worker-1', '52:54:00:99:99:99', 'boot_mac')(set));
    const [problem] = other.hosts[3]!.problems;
    expect(problem).toMatchObject({ rule: 'boot-mac-unlisted', level: 'warning' });
    expect(other.hosts[3]!.words).toBe(capitalized(problem!.message));
    expect(other.hosts[3]!.cells.get('boot_mac')?.level).toBe('warning');
  });

  test('warns about another MTU at its cell', () => {
    const verdict = verdictOf(part('worker-9', '1500', 'mtu')(fleet(12)));
    expect(verdict.hosts[11]).toMatchObject({ level: 'warning', words: t('mtuDiffersState') });
    expect(verdict.hosts[11]!.cells.get('mtu')?.level).toBe('warning');
  });

  test('reports a missing value once for all hosts, without its consequences', () => {
    const set = fleet(4);
    const verdict = verdictOf({
      ...set,
      layout: { ...set.layout, answers: { vlan: '120', gateway: '10.20.255.1' } },
    });
    expect(verdict.problems.map(({ title, hosts, part: cell }) => [title, hosts.length, cell])).toEqual([
      [t('missingState', { setting: t('dnsColumn') }), 4, 'dns'],
    ]);
    const address = verdictOf(part('worker-1', '', 'addresses')(set));
    expect(address.hosts[3]!.words).toBe(t('missingAddressState'));
    expect(address.hosts[3]!.cells.get('addresses')?.level).toBe('error');
  });

  test.each([
    ['', t('missingAddressState'), { address: '192.0.2.21', length: 24 }],
    ['2001:db8::1/64', t('missingFamilyState', { family: 'IPv4' }), { address: '192.0.2.21', length: 24 }],
  ])('the remedy for the addresses "%s" is an address in the cell', (addresses, words, example) => {
    const { hosts } = verdictOf(part('worker-1', addresses, 'addresses')(fleet(4)));
    expect(hosts[3]!.problems).toHaveLength(1);
    expect(hosts[3]).toMatchObject({ words });
    expect(hosts[3]!.cells.get('addresses')?.remedy).toBe(t('missingAddressRemedy', example));
  });

  test('an address without a prefix length is not called missing, and has no other problem', () => {
    const { hosts, problems } = verdictOf(part('worker-1', '10.20.0.14', 'addresses')(fleet(4)));
    expect(problems).toMatchObject([
      {
        title: t('hostProblemTitle', {
          host: 'worker-1',
          problem: t('missingPrefixState', { address: '10.20.0.14' }),
        }),
        remedy: t('missingPrefixRemedy', { address: '10.20.0.14', length: 24 }),
        part: 'addresses',
      },
    ]);
    expect(hosts[3]!.words).toBe(t('missingPrefixState', { address: '10.20.0.14' }));
  });

  test('the remedy for another missing value is its column', () => {
    const set = fleet(4);
    const { problems } = verdictOf({
      ...set,
      layout: { ...set.layout, answers: { vlan: '120', gateway: '10.20.255.1' } },
    });
    expect(problems[0]!.remedy).toBe(t('missingRemedy', { setting: t('dnsColumn') }));
    const template = 'interfaces:\n  - name: eno1\n    mtu: {{ rack_mtu }}\n';
    const own = verdictOf({ ...set, layout: { preset: '', answers: {}, template } });
    expect(own.problems.map(({ remedy }) => remedy)).toContain(
      t('missingColumnRemedy', { name: 'rack_mtu' }),
    );
  });

  test('a row without a name, and a cluster that cannot be read', () => {
    const set = fleet(4);
    const verdict = verdictOf({ ...part('worker-1', '', 'name')(set), cluster: 'a: [' });
    expect(verdict.hosts[3]!.words).toBe(t('noNameError'));
    expect(verdict.problems.map(({ title }) => title)).toContain(
      t('rowProblemTitle', { row: 4, problem: t('noNameError') }),
    );
    expect(verdict.clusterFault).toMatchObject({ code: 'document-unreadable' });
  });
});

test('addresses that a layout with DHCP ignores are marked, with the remedy to change the layout', () => {
  const addresses = ['10.20.0.14/16', '10.20.0.14/16', ''];
  const set = changeHosts(
    { ...fleet(3), layout: { preset: 'bond-lacp', answers: { addressing: 'dhcp' } } },
    (host, index) => withParts(host, { addresses: addresses[index]! }),
  );
  const verdict = verdictOf(set);
  expect(verdict).toMatchObject({ errors: 0, warnings: 2, ready: 3 });
  expect(verdict.hosts.map(({ words, cells }) => [words, [...cells.keys()]])).toEqual([
    [t('addressUnusedState'), ['addresses']],
    [t('addressUnusedState'), ['addresses']],
    [t('readyState'), []],
  ]);
  const places = { onGo() {}, onLayout() {}, onHost() {}, rejection: undefined };
  const [unused, shared] = listedProblems(set, verdict, () => {}, places);
  expect(unused!.actions).toEqual([{ label: t('editLayoutButton'), run: places.onLayout }]);
  expect(shared!.place).toBe('master-0, master-1');
});

describe('columns', () => {
  test.each([true, false])('have a minimum width (wide: %s)', (wide) => {
    const tracks = gridTracks(columnsOf(fleet(4), new Set(partsOf(fleet(4)))), wide);
    expect(tracks).not.toContain('minmax(0');
    expect(leastWidth('minmax(110px, 1.25fr) 72px minmax(150px, 1.9fr) 46px')).toBe(386);
  });

  test('are shown if hosts differ or have a value, with values of the layout in gray', () => {
    const set = fleet(4);
    const titles = (of: typeof set) => columnsOf(of).map(({ title }) => title);
    expect(titles(set)).toEqual(['Host', 'Role', 'NIC 1 MAC', 'NIC 2 MAC', 'Address', 'BMC', 'VLAN', 'MTU']);
    expect(cellText(set, set.hosts[0]!, 'vlan')).toEqual({ text: '120', shared: true });
    expect(
      cellText(part('master-0', '7', 'vlan')(set), part('master-0', '7', 'vlan')(set).hosts[0]!, 'vlan'),
    ).toEqual({
      text: '7',
      shared: false,
    });
    expect(titles(part('master-0', 'rack 4', 'place')(set))).toContain('Place');
    expect(columnsOf(set, new Set(['bmc'])).map(({ part: name }) => name)).toEqual(['name', 'bmc']);
    expect(partsOf(set)).toContain('gateway');
    expect(partTitle('storage_vlan')).toBe('Storage VLAN');
  });
});

test.each([
  [1440, true, 1158],
  [1024, false, 888],
])('the usual columns fit into a window of %i px next to the names of the second NICs', (_, wide, width) => {
  const set = changeHosts(fleet(5), (host, index) =>
    index === 4 ? withParts(host, { nic2: 'ens5' }) : host,
  );
  const columns = columnsOf(set).filter(({ secondary }) => wide || !secondary);
  expect(columns.map(({ part }) => part)).toContain('nic2');
  expect(leastWidth(gridTracks(columns, wide))).toBeLessThanOrEqual(width);
});

describe('table edits', () => {
  test('write cells, and add rows after the last one', () => {
    const set = writeCells(fleet(2), [
      { host: 0, part: 'addresses', text: '10.20.9.9/16' },
      { host: 2, part: 'name', text: 'master-2' },
      { host: 2, part: 'role', text: 'control plane' },
    ]);
    expect(set.hosts.map(({ name, role }) => [name, role])).toEqual([
      ['master-0', 'master'],
      ['master-1', 'master'],
      ['master-2', 'master'],
    ]);
    expect(set.hosts[0]!.addresses).toEqual(['10.20.9.9/16']);
    expect(removeHosts(set, new Set([1])).hosts.map(({ name }) => name)).toEqual(['master-0', 'master-2']);
  });

  test('change existing hosts and add others with an import', async () => {
    const { hosts, columns, passwords } = await readPasted(
      'hostname;ip;vlan;bmc_password\nMASTER-0;10.20.7.7/16;9;secret\nworker-77;10.20.7.8/16;9;\n',
    );
    expect({ columns, passwords }).toEqual({
      columns: ['nameColumn', 'addressColumn', 'vlanColumn', 'bmcPasswordColumn']
        .map((key) => t(key as 'nameColumn'))
        .join(', '),
      passwords: 1,
    });
    const set = mergeHosts(fleet(3).hosts, hosts, 'table');
    expect(set.merges.map(({ kind }) => kind)).toEqual(['changed', 'added']);
    expect(set.hosts[0]).toMatchObject({
      name: 'master-0',
      addresses: ['10.20.7.7/16'],
      variables: { vlan: '9' },
    });
    expect(set.hosts[0]!.nics).toHaveLength(2);
    const incoming = { mode: 'table' as const, hosts, problems: [], passwords: 0, columns: '' };
    expect(incomingText(incoming, set.merges)).toBe(t('hostsFoundSome', { hosts: 2, added: 1, changed: 1 }));
    expect((await readPasted(fleetTable(3))).columns).toContain(t('macColumn', { number: 2 }));
  });

  test('find the layout that matches a table', () => {
    const { hosts } = fleet(2);
    const [host] = hosts;
    expect(likelyLayout(hosts)).toEqual({ preset: 'bond-lacp', answers: {} });
    expect(likelyLayout(hosts.map((one) => ({ ...one, variables: { vlan: '3' } })))).toMatchObject({
      preset: 'bond-vlan',
    });
    expect(likelyLayout([{ ...host!, nics: [], addresses: [] }]).preset).toBe('single-dhcp');
    expect(likelyLayout([{ ...host!, nics: [], addresses: ['192.0.2.1/24', '2001:db8::1/64'] }]).preset).toBe(
      'dual-stack',
    );
    expect(likelyLayout([{ ...host!, addresses: [] }])).toEqual({
      preset: 'bond-lacp',
      answers: { addressing: 'dhcp' },
    });
  });
});

describe('the cluster', () => {
  test('is edited in its short form', () => {
    const text = withClusterField('# lab\nmachineNetwork: 10.0.0.0/16\n', 'apiVIP', '10.0.0.5, 2001:db8::5');
    expect(text).toBe('# lab\nmachineNetwork: 10.0.0.0/16\napiVIP:\n  - 10.0.0.5\n  - 2001:db8::5\n');
    expect(clusterField(text, 'apiVIP')).toBe('10.0.0.5, 2001:db8::5');
    expect(withClusterField('', 'clusterNetworkMTU', '8900')).toBe('clusterNetworkMTU: 8900\n');
    expect(clusterField(withClusterField(text, 'apiVIP', ''), 'apiVIP')).toBe('');
    expect(clusterWords('machineNetwork: 10.0.0.0/16')).toBe('Machine network 10.0.0.0/16');
    expect(clusterWords('')).toBe(table('noClusterNote'));
    expect([isInstallConfig('baseDomain: a.b'), isInstallConfig(text)]).toEqual([true, false]);
  });
});

describe('the state of a set', () => {
  test('is saved, checked, undone and redone, with one step per field', async () => {
    const saved: string[] = [];
    const store = createHostsStore(fleet(4), async ({ name }) => {
      saved.push(name);
      return new Date().toISOString();
    });
    const { change } = store.getState();
    for (const name of ['f', 'fl', 'fleet-b']) change('renamed', (set) => ({ ...set, name }), 'name');
    expect(store.getState()).toMatchObject({ past: { length: 1 }, saved: { pending: true }, checked: false });
    await expect.poll(() => store.getState().verdict?.ready).toBe(4);
    await expect.poll(() => saved).toEqual(['fleet-b']);
    store.getState().undo();
    expect(store.getState().set.name).toBe('fleet');
    store.getState().redo();
    expect(store.getState().set.name).toBe('fleet-b');
    store.getState().redo();
    expect(store.getState().future).toEqual([]);
  });

  test('contains a failed save, which can be repeated', async () => {
    let works = false;
    const store = createHostsStore(fleet(1), async () => {
      if (!works) throw new Error('no engine');
      return '2026-01-01T00:00:00.000Z';
    });
    store.getState().change('x', (set) => ({ ...set, name: 'x' }));
    await store.getState().save();
    expect(store.getState().saved).toMatchObject({ pending: true, error: { message: 'no engine' } });
    works = true;
    await store.getState().save();
    expect(store.getState().saved).toEqual({
      at: '2026-01-01T00:00:00.000Z',
      pending: false,
      error: undefined,
    });
  });
});
