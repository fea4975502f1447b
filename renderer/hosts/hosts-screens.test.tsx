import { describe, expect, test } from 'vitest';
import { createStore } from 'zustand';
import { changeHosts, documentOf, withParts, writeDocument } from '../../core/contract/documents/nmstate.ts';
import type { KeptHostSet } from '../../core/contract/topics/hosts.ts';
import { buttonsOf, drawn, sentenceOf, textOf } from '../engine/page.fixture.tsx';
import { Day2View } from './day2/day2-screen.tsx';
import { HostEditor } from './editor/screen.tsx';
import { fleet } from './fleet.fixture.ts';
import { HostsEmpty } from './hosts-empty.tsx';
import type { HostsState } from './hosts-store.ts';
import { OutputOptions } from './outputs/output-options.tsx';
import { OutputsView } from './outputs/outputs-screen.tsx';
import { HostsTable } from './table/hosts-screen.tsx';
import { SelectionBar } from './table/selection-bar.tsx';
import { HostsProvider } from './use-hosts.tsx';
import { verdictOf } from './verdict.ts';

const state = (set: KeptHostSet, more: Partial<HostsState> = {}): HostsState => ({
  set,
  past: [],
  future: [],
  said: '',
  verdict: verdictOf(set),
  checked: true,
  saved: { at: undefined, pending: false, error: undefined },
  change() {},
  undo() {},
  redo() {},
  keep: () => Promise.resolve(),
  ...more,
});
const within = (
  set: KeptHostSet,
  element: React.ReactNode,
  more: Partial<HostsState> = {},
  role = 'operator',
) =>
  drawn(
    <HostsProvider store={createStore<HostsState>(() => state(set, more))}>{element}</HostsProvider>,
    role === 'operator' ? [] : [['host.describe', {}, { session: { role } }]],
  );
const edited = (parts: Record<string, string>, name = 'worker-1') =>
  changeHosts(fleet(4), (host) => (host.name === name ? withParts(host, parts) : host));

describe('the table', () => {
  const table = (set: KeptHostSet, more: Partial<HostsState> = {}, role?: string) =>
    within(set, <HostsTable />, more, role);

  test('hosts without a fault become MachineConfigs', () => {
    const html = table(fleet(4));
    expect(sentenceOf(html)).toBe('4 hosts, 3 masters and 1 worker: bond with VLAN 120, static; all ready');
    expect(buttonsOf(html)).toMatchObject({
      'Write MachineConfigs': 'on',
      'Paste or import': 'on',
      All: 'on',
      'Masters 3': 'on',
      'Workers 1': 'on',
    });
    expect(html).not.toContain('aria-label="Problems"');
    expect(textOf(html)).toContain('Machine network 10.20.0.0/16');
  });

  test('a fault stops them, and is mended where it can be', () => {
    const html = table(edited({ addresses: '10.20.0.11/16' }));
    expect(buttonsOf(html)).toMatchObject({ 'Write MachineConfigs': 'off', 'With problems 2': 'on' });
    expect(textOf(html)).toContain('10.20.0.11 is given to two hosts');
    expect(
      Object.keys(buttonsOf(html)).some((name) => /^Set .* to 10\.20\.0\.\d+, which is free$/.test(name)),
    ).toBe(true);
  });

  test('nothing is written before it was checked, and nothing of an empty table', () => {
    expect(buttonsOf(table(fleet(4), { verdict: undefined }))).toMatchObject({
      'Write MachineConfigs': 'off',
    });
    expect(buttonsOf(table(fleet(0)))).toMatchObject({ 'Write MachineConfigs': 'off' });
  });

  test('what could not be kept is said, and can be kept now', () => {
    const saved = { at: undefined, pending: true, error: new Error('no engine') };
    const html = table(fleet(1), { saved });
    expect(textOf(html)).toContain('The hosts are not kept');
    expect(buttonsOf(html)).toMatchObject({ 'Keep them now': 'on' });
    expect(textOf(html)).toContain('not kept yet');
    expect(textOf(table(fleet(1)))).not.toContain('not kept');
  });

  test('a cluster that cannot be read is left out, and said so', () => {
    expect(textOf(table({ ...fleet(1), cluster: 'a: [' }))).toContain(
      'The cluster is not taken into account',
    );
  });

  test('a session that may only read changes nothing', () => {
    const html = table(edited({ addresses: '10.20.0.11/16' }), {}, 'reader');
    expect(buttonsOf(html)).toMatchObject({ 'Paste or import': 'off' });
    expect(html).toContain('aria-readonly="true"');
  });

  test('several problems: the first three', () => {
    const set = changeHosts(fleet(5), (host, index) => withParts(host, { mac1: `zz:${index}` }));
    const list = /<ul class="al-hosts-problems".*?<\/ul>/s.exec(table(set))![0];
    expect(list.match(/<li/g)).toHaveLength(3);
  });
});

test('what can be done with selected cells', () => {
  const bar = (rows: number, columns: string[]) =>
    drawn(
      <SelectionBar
        rows={rows}
        cells={rows * columns.length}
        columns={columns}
        onWrite={() => {}}
        onFillDown={() => {}}
        onSeries={() => {}}
        onRemove={() => {}}
      />,
    );
  expect(textOf(bar(3, ['MTU']))).toContain('MTU of 3 hosts');
  expect(textOf(bar(3, ['MTU', 'VLAN']))).toContain('6 cells');
  expect(buttonsOf(bar(3, ['MTU']))).toHaveProperty('Fill down');
  expect(buttonsOf(bar(1, ['MTU', 'VLAN']))).not.toHaveProperty('Fill down');
});

describe('one host', () => {
  const editor = (set: KeptHostSet, index: number, more: Partial<HostsState> = {}) =>
    within(set, <HostEditor index={index} host={set.hosts[index]!} />, more);

  test('form, picture and checks of a host that is ready', () => {
    const html = editor(fleet(4), 3);
    expect(sentenceOf(html)).toBe('worker-1: bond with VLAN 120, static; ready');
    expect(buttonsOf(html)).toMatchObject({
      'The host before': 'on',
      'The next host': 'off',
      'Explain first boot': 'on',
      Undo: 'off',
    });
    expect(textOf(html)).toContain('br-ex has exactly one uplink: bond0.120');
    expect(textOf(html)).toContain('As the layout gives it.');
    expect(buttonsOf(editor(fleet(4), 0))).toMatchObject({ 'The host before': 'off', 'The next host': 'on' });
  });

  test('its problems, each with its fix', () => {
    const html = editor(edited({ addresses: '10.20.0.11/16' }), 3);
    expect(html).toContain('aria-label="Problems of worker-1"');
    expect(textOf(html)).toContain('10.20.0.11 is given to two hosts');
    expect(textOf(html)).not.toContain('No other host, VIP or gateway has the address');
  });

  test('a fix of the document is offered with its own words', () => {
    const set = fleet(4);
    const { text } = documentOf(set.layout, set.hosts[3]!).document.yaml;
    const broken = writeDocument(set, 3, text.replace('802.3ad', '802.3adx'));
    const { problems } = verdictOf(broken).hosts[3]!;
    const fix = problems.find((problem) => problem.fix)!.fix!;
    expect(buttonsOf(editor(broken, 3))).toHaveProperty(fix.label);
  });

  test('lines of its own are counted', () => {
    const set = fleet(4);
    const { text } = documentOf(set.layout, set.hosts[3]!).document.yaml;
    const own = writeDocument(set, 3, text.replace('interfaces:', 'interfaces: # mine'));
    const names = Object.keys(buttonsOf(editor(own, 3)));
    expect(names.filter((name) => /^\d+ lines? of its own: show the difference$/.test(name))).toHaveLength(1);
  });

  test('a layout of its own asks nothing', () => {
    const set = { ...fleet(1), layout: { preset: '', answers: {}, template: 'interfaces: []' } };
    expect(textOf(editor(set, 0))).toContain('This layout asks nothing');
    expect(textOf(editor(fleet(1), 0))).not.toContain('This layout asks nothing');
  });
});

describe('outputs', () => {
  test('of hosts with problems say so, and nothing is saved before it is made', () => {
    const html = within(edited({ mac1: 'zz' }), <OutputsView />);
    expect(textOf(html)).toContain('1 problem of the hosts: see the table');
    expect(buttonsOf(html)).toMatchObject({ 'Save to a folder': 'off' });
    expect(sentenceOf(html)).toBe('The files are being made');
  });

  test('new hosts are chosen among those that are no masters', () => {
    const html = within(
      fleet(5),
      <OutputOptions output={{ kind: 'scale-out', hosts: ['worker-2'] }} onChange={() => {}} />,
    );
    expect(textOf(html)).toContain('worker-1');
    expect(textOf(html)).not.toContain('master-0');
    expect(html).toMatch(
      /id="al-hosts-new-worker-2"[^>]*checked=""|checked=""[^>]*id="al-hosts-new-worker-2"/,
    );
  });

  test('documents as they are have no options', () => {
    expect(within(fleet(1), <OutputOptions output={{ kind: 'documents' }} onChange={() => {}} />)).toBe('');
  });
});

describe('day 2', () => {
  test('nothing is asked yet: the first worker is chosen, and nothing can be taken', () => {
    const html = within(fleet(4), <Day2View />);
    expect(sentenceOf(html)).toBe('What is to change on worker-1?');
    expect(buttonsOf(html)).toMatchObject({ 'Take it into the table': 'off' });
    expect(textOf(html)).toContain('nothing changes yet');
    expect(textOf(html)).toContain('All hosts of master');
    expect(textOf(html)).toContain('OpenShift 4.18');
  });

  test('without a host there is no change', () => {
    expect(sentenceOf(within(fleet(0), <Day2View />))).toBe('No host for a change');
  });
});

test('without a set it says how one begins', () => {
  const html = drawn(<HostsEmpty />);
  expect(sentenceOf(html)).toBe('Which machines are to become nodes?');
  expect(buttonsOf(html)).toEqual({ 'Paste or import': 'on', 'Begin with an empty table': 'on' });
});
