import { describe, expect, test } from 'vitest';
import { createStore } from 'zustand';
import { changeHosts, documentOf, withParts, writeDocument } from '../../core/contract/documents/nmstate.ts';
import type { SavedHostSet } from '../../core/contract/topics/hosts.ts';
import { buttonsOf, drawn, sentenceOf, textOf } from '../engine/page.fixture.tsx';
import { Day2View } from './day2/day2-screen.tsx';
import { t as day2 } from './day2/messages.ts';
import { t as host } from './editor/messages.ts';
import { HostEditor } from './editor/screen.tsx';
import { fleet } from './fleet.fixture.ts';
import { HostsEmpty } from './hosts-empty.tsx';
import type { HostsState } from './hosts-store.ts';
import { t } from './messages.ts';
import { t as outputs } from './outputs/messages.ts';
import { OutputOptions } from './outputs/output-options.tsx';
import { OutputsView } from './outputs/outputs-screen.tsx';
import { HostsTable } from './table/hosts-screen.tsx';
import { t as tableText } from './table/messages.ts';
import { SelectionBar } from './table/selection-bar.tsx';
import { HostsProvider } from './use-hosts.tsx';
import { type SetProblem, verdictOf } from './verdict.ts';

const state = (set: SavedHostSet, more: Partial<HostsState> = {}): HostsState => ({
  set,
  past: [],
  future: [],
  status: '',
  announced: 0,
  verdict: verdictOf(set),
  checked: true,
  saved: { at: undefined, pending: false, error: undefined },
  change() {},
  undo() {},
  redo() {},
  save: () => Promise.resolve(),
  ...more,
});
const within = (
  set: SavedHostSet,
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
  const table = (set: SavedHostSet, more: Partial<HostsState> = {}, role?: string) =>
    within(set, <HostsTable />, more, role);

  test('valid hosts can be written as MachineConfigs', () => {
    const html = table(fleet(4));
    expect(sentenceOf(html)).toBe(
      '3 control plane nodes and 1 worker (bond with VLAN 120, static addresses): ready',
    );
    expect(buttonsOf(html)).toMatchObject({
      [tableText('writeButton')]: 'on',
      [t('importButton')]: 'on',
      [tableText('allFilter')]: 'on',
      [tableText('controlPlaneFilter', { hosts: 3 })]: 'on',
      [tableText('workersFilter', { hosts: 1 })]: 'on',
    });
    expect(html).not.toContain(`aria-label="${t('problemsLabel')}"`);
    expect(textOf(html)).toContain(tableText('machineNetworkNote', { value: '10.20.0.0/16' }));
  });

  test('an error prevents MachineConfigs and has a fix', () => {
    const set = edited({ addresses: '10.20.0.11/16' });
    const html = table(set);
    const [{ title, problem }] = verdictOf(set).problems as [SetProblem];
    expect(buttonsOf(html)).toMatchObject({
      [tableText('writeButton')]: 'off',
      [tableText('problemsFilter', { hosts: 2 })]: 'on',
      [problem.suggestion!.label]: 'on',
    });
    expect(textOf(html)).toContain(title);
  });

  test('MachineConfigs wait for the check, and need hosts', () => {
    expect(buttonsOf(table(fleet(4), { verdict: undefined }))).toMatchObject({
      [tableText('writeButton')]: 'off',
    });
    expect(buttonsOf(table(fleet(0)))).toMatchObject({ [tableText('writeButton')]: 'off' });
  });

  test('a failed save is shown, and can be repeated', () => {
    const saved = { at: undefined, pending: true, error: new Error('no engine') };
    const html = table(fleet(1), { saved });
    expect(textOf(html)).toContain(tableText('saveFailedTitle'));
    expect(buttonsOf(html)).toMatchObject({ [tableText('saveButton')]: 'on' });
    expect(textOf(html)).toContain(t('unsavedNote'));
    expect(textOf(table(fleet(1)))).not.toContain(t('unsavedNote'));
  });

  test('cluster settings that cannot be read are reported', () => {
    expect(textOf(table({ ...fleet(1), cluster: 'a: [' }))).toContain(tableText('clusterFailedTitle'));
  });

  test('a read-only session changes nothing', () => {
    const html = table(edited({ addresses: '10.20.0.11/16' }), {}, 'reader');
    expect(buttonsOf(html)).toMatchObject({ [t('importButton')]: 'off' });
    expect(html).toContain('aria-readonly="true"');
  });

  test('several problems: the first three', () => {
    const set = changeHosts(fleet(5), (host, index) => withParts(host, { mac1: `zz:${index}` }));
    const list = /<ul [^>]*aria-label="Problems".*?<\/ul>/s.exec(table(set))![0];
    expect(list.match(/<li/g)).toHaveLength(3);
  });
});

test('the actions for selected cells', () => {
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
  expect(textOf(bar(3, ['MTU']))).toContain(tableText('selectedColumn', { column: 'MTU', hosts: 3 }));
  expect(textOf(bar(3, ['MTU', 'VLAN']))).toContain(tableText('selectedCells', { cells: 6 }));
  expect(buttonsOf(bar(3, ['MTU']))).toHaveProperty([tableText('fillDownButton')]);
  expect(buttonsOf(bar(1, ['MTU', 'VLAN']))).not.toHaveProperty([tableText('fillDownButton')]);
});

describe('one host', () => {
  const editor = (set: SavedHostSet, index: number, more: Partial<HostsState> = {}) =>
    within(set, <HostEditor index={index} host={set.hosts[index]!} />, more);

  test('form, diagram and checks of a host that is ready', () => {
    const html = editor(fleet(4), 3);
    expect(sentenceOf(html)).toBe('worker-1 (bond with VLAN 120, static addresses): ready');
    expect(buttonsOf(html)).toMatchObject({
      [host('previousHostButton')]: 'on',
      [host('nextHostButton')]: 'off',
      [host('explainButton')]: 'on',
      [t('undoLabel')]: 'off',
    });
    expect(textOf(html)).toContain(host('uplinkCheck', { interface: 'bond0.120' }));
    expect(textOf(html)).toContain(host('generatedNote'));
    expect(buttonsOf(editor(fleet(4), 0))).toMatchObject({
      [host('previousHostButton')]: 'off',
      [host('nextHostButton')]: 'on',
    });
  });

  test('its problems, each with its fix', () => {
    const set = edited({ addresses: '10.20.0.11/16' });
    const html = editor(set, 3);
    expect(html).toContain(`aria-label="${host('problemsLabel', { host: 'worker-1' })}"`);
    expect(textOf(html)).toContain(verdictOf(set).hosts[3]!.problems[0]!.message);
    expect(textOf(html)).not.toContain(host('addressCheck'));
  });

  test('a fix of the document is offered with its own label', () => {
    const set = fleet(4);
    const { text } = documentOf(set.layout, set.hosts[3]!).document.yaml;
    const broken = writeDocument(set, 3, text.replace('802.3ad', '802.3adx'));
    const { problems } = verdictOf(broken).hosts[3]!;
    const fix = problems.find((problem) => problem.fix)!.fix!;
    expect(buttonsOf(editor(broken, 3))).toHaveProperty([fix.label]);
  });

  test('edited lines are counted', () => {
    const set = fleet(4);
    const { text } = documentOf(set.layout, set.hosts[3]!).document.yaml;
    const own = writeDocument(set, 3, text.replace('interfaces:', 'interfaces: # mine'));
    const names = Object.keys(buttonsOf(editor(own, 3)));
    expect(names).toContain(host('showEditsButton', { lines: 1 }));
  });

  test('a custom template has no settings', () => {
    const set = { ...fleet(1), layout: { preset: '', answers: {}, template: 'interfaces: []' } };
    expect(textOf(editor(set, 0))).toContain(host('noSettingsText'));
    expect(textOf(editor(fleet(1), 0))).not.toContain(host('noSettingsText'));
  });
});

describe('outputs', () => {
  test('of hosts with problems show them, and nothing is saved before it is created', () => {
    const html = within(edited({ mac1: 'zz' }), <OutputsView />);
    expect(textOf(html)).toContain('1 error on 1 host');
    expect(buttonsOf(html)).toMatchObject({ [outputs('saveButton')]: 'off' });
    expect(sentenceOf(html)).toBe(outputs('preparingTitle'));
  });

  test('control plane nodes cannot be added', () => {
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

  test('NMState documents have no options', () => {
    expect(within(fleet(1), <OutputOptions output={{ kind: 'documents' }} onChange={() => {}} />)).toBe('');
  });
});

describe('day 2', () => {
  test('without a change the first worker is chosen, and the table stays as it is', () => {
    const html = within(fleet(4), <Day2View />);
    expect(sentenceOf(html)).toBe(day2('noChangesTitle', { hosts: 'worker-1' }));
    expect(buttonsOf(html)).toMatchObject({ [day2('updateTableButton')]: 'off' });
    expect(textOf(html)).toContain(day2('noChangesNote'));
    expect(textOf(html)).toContain(day2('roleScope', { role: 'master' }));
    expect(textOf(html)).toContain(day2('versionNote', { version: '4.18' }));
  });

  test('without hosts nothing can change', () => {
    expect(sentenceOf(within(fleet(0), <Day2View />))).toBe(day2('noHostsTitle'));
  });
});

test('without a set the screen shows how to create one', () => {
  const html = drawn(<HostsEmpty />);
  expect(sentenceOf(html)).toBe(t('startTitle'));
  expect(buttonsOf(html)).toEqual({
    [t('importButton')]: 'on',
    [t('createTableButton')]: 'on',
    [t('templateButton')]: 'on',
  });
});
