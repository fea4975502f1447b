import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { changeHosts, withParts } from '../../../core/contract/documents/nmstate.ts';
import { buttonThatIs } from '../../engine/screen.fixture.tsx';
import { fleet } from '../fleet.fixture.ts';
import { edited, openHosts, READER, rows, selected, titles } from '../hosts-screen.fixture.tsx';
import { HostsTable } from './hosts-screen.tsx';

const openTable = (set = fleet(4), answers = {}) => openHosts(set, <HostsTable />, answers);
const names = () => rows().map(([name]) => name);

describe('the rows', () => {
  test('are those of a role, and all again when it is pressed twice', async () => {
    const { user } = openTable(fleet(5));
    await user.click(await screen.findByRole('button', { name: 'Workers 2' }));
    expect(names()).toEqual(['worker-1', 'worker-2']);
    expect(screen.getByRole('button', { name: 'Workers 2' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Workers 2' }));
    expect(names()).toHaveLength(5);
    expect(screen.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('are those with problems', async () => {
    const { user } = openTable(edited({ mac1: 'zz:zz' }));
    await user.click(await screen.findByRole('button', { name: /With problems 1/ }));
    expect(names()).toEqual(['worker-1']);
  });

  test('are those with a word, which / begins to type', async () => {
    const { user } = openTable(fleet(5));
    await screen.findByRole('grid');
    await user.keyboard('/');
    const search = screen.getByRole('textbox', { name: 'Search the table' });
    expect(document.activeElement).toBe(search);
    await user.keyboard('00:03');
    expect(names()).toEqual(['worker-1']);
    await user.clear(search);
    expect(names()).toHaveLength(5);
  });

  test('without a match are none, and keys do nothing then', async () => {
    const { user, now } = openTable();
    await user.type(await screen.findByRole('textbox', { name: 'Search the table' }), 'nowhere');
    expect(names()).toEqual([]);
    screen.getByRole('grid').focus();
    await user.keyboard('x{Delete}');
    expect(now().past).toEqual([]);
  });

  test('are written where they are shown, not where they are in the set', async () => {
    const { user, now } = openTable(fleet(5));
    await user.click(await screen.findByRole('button', { name: 'Workers 2' }));
    screen.getByRole('grid').focus();
    await user.keyboard('{ArrowDown}{F2}x{Enter}');
    expect(now().set.hosts.at(4)?.name).toBe('worker-2x');
    expect(now().set.hosts.at(1)?.name).toBe('master-1');
  });
});

describe('the columns', () => {
  test('are chosen in a menu, and usual again', async () => {
    const { user } = openTable();
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Boot MAC' }));
    await user.click(screen.getByRole('checkbox', { name: 'Role' }));
    expect(titles()).toContain('Boot MAC');
    expect(titles()).not.toContain('Role');
    expect(screen.queryByRole('checkbox', { name: 'Host' })).toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'As usual' }));
    expect(titles()).toEqual(['Host', 'Role', 'NIC 1 MAC', 'NIC 2 MAC', 'Address', 'MTU']);
  });

  test('show in grey what all hosts have', async () => {
    openTable();
    await screen.findByRole('grid');
    const mtu = titles().indexOf('MTU');
    expect(rows().map((row) => row[mtu])).toEqual(['9000', '9000', '9000', '9000']);
    expect(screen.getAllByTitle('9000').every((cell) => cell.className.includes('al-sub'))).toBe(true);
  });
});

describe('the selected cells', () => {
  const selectThree = async (set = fleet(4)) => {
    const opened = openTable(set);
    (await screen.findByRole('grid')).focus();
    await opened.user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    return { ...opened, bar: within(screen.getByRole('form', { name: 'Selected cells' })) };
  };

  test('get one text', async () => {
    const { user, now, bar } = await selectThree();
    await user.type(bar.getByRole('textbox', { name: 'New text for Role of 3 hosts' }), 'infra');
    expect(now().past).toEqual([]);
    await user.click(bar.getByRole('button', { name: 'Write into all' }));
    expect(now().set.hosts.map(({ role }) => role)).toEqual(['infra', 'infra', 'infra', 'worker']);
    expect(bar.getByRole('textbox')).toHaveProperty('value', '');
  });

  test('are filled down, as they are or as a series', async () => {
    const { user, now, bar } = await selectThree();
    await user.click(bar.getByRole('button', { name: 'Fill down' }));
    expect(now().set).toEqual(fleet(4));
    screen.getByRole('grid').focus();
    await user.keyboard('{Home}{Control>}{Home}{/Control}{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await user.click(screen.getByRole('button', { name: 'Fill as a series' }));
    expect(now().set.hosts.map(({ name }) => name)).toEqual(['master-0', 'master-1', 'master-2', 'worker-1']);
    await user.click(screen.getByRole('button', { name: 'Fill down' }));
    expect(now().set.hosts.map(({ name }) => name)).toEqual(['master-0', 'master-0', 'master-0', 'worker-1']);
  });

  test('are removed with their hosts, and undo restores them', async () => {
    const { user, now, bar } = await selectThree();
    await user.click(bar.getByRole('button', { name: 'Remove 3 hosts' }));
    expect(names()).toEqual(['worker-1']);
    expect(screen.getByText('3 hosts removed')).toBeDefined();
    expect(selected()).toEqual(['worker-1']);
    screen.getByRole('grid').focus();
    await user.keyboard('{Control>}z{/Control}');
    expect(now().set.hosts).toHaveLength(4);
  });

  test('of a filtered table are removed alone', async () => {
    const { user, now } = openTable(fleet(5));
    await user.click(await screen.findByRole('button', { name: 'Workers 2' }));
    screen.getByRole('grid').focus();
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await user.click(screen.getByRole('button', { name: 'Remove 1 host' }));
    expect(now().set.hosts.map(({ name }) => name)).toEqual(['master-0', 'master-1', 'master-2', 'worker-2']);
  });

  test('of a read-only session cannot be changed', async () => {
    const { user } = openTable(fleet(2), READER);
    const grid = await screen.findByRole('grid');
    grid.focus();
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await buttonThatIs('on', 'Columns');
    const fields = () => screen.getByRole('form', { name: 'Selected cells' }).closest('fieldset');
    await expect.poll(() => fields()?.disabled).toBe(true);
    expect(fields()?.title).toBe('This session is read-only.');
  });
});

describe('the first problems', () => {
  test('are fixed by their button, in one step of undo', async () => {
    const { user, now } = openTable(edited({ addresses: '10.20.0.11/16' }));
    const fix = await screen.findByRole('button', { name: /^Set .* to 10\.20\.0\.\d+, which is free$/ });
    await user.click(fix);
    await expect.poll(() => now().verdict?.errors).toBe(0);
    expect(new Set(now().set.hosts.map(({ addresses }) => addresses[0])).size).toBe(4);
    expect(screen.queryByRole('list', { name: 'Problems' })).toBeNull();
    now().undo();
    await screen.findByRole('list', { name: 'Problems' });
  });

  test('lead to their cell, past filters and a word', async () => {
    const { user } = openTable(edited({ mac2: 'zz:zz' }));
    await user.click(await screen.findByRole('button', { name: 'Masters 3' }));
    await user.type(screen.getByRole('textbox', { name: 'Search the table' }), 'master-1');
    await user.click(screen.getByRole('button', { name: 'Go to worker-1' }));
    expect(names()).toHaveLength(4);
    expect(selected()).toEqual(['zz:zz']);
    expect(document.activeElement).toBe(screen.getByRole('grid'));
  });

  test('of an answer that nobody gave open the layout', async () => {
    const set = fleet(4);
    const { answers } = set.layout;
    openTable({ ...set, layout: { ...set.layout, answers: { ...answers, vlan: '' } } });
    const list = within(await screen.findByRole('list', { name: 'Problems' }));
    expect(list.getByText('VLAN is not given')).toBeDefined();
    list.getByRole('button', { name: 'Set VLAN for all hosts' }).click();
    expect(await screen.findByRole('dialog', { name: /Layout of all hosts/ })).toBeDefined();
  });

  test('are shown three at a time, errors before warnings', async () => {
    const set = changeHosts(fleet(5), (host, index) =>
      withParts(host, index < 2 ? { mac1: `zz:${index}` } : { mtu: index === 4 ? '1500' : '' }),
    );
    const { now } = openTable(set);
    const list = await screen.findByRole('list', { name: 'Problems' });
    const problems = now().verdict!.problems;
    expect(problems.length).toBeGreaterThan(2);
    const levels = problems.map(({ level }) => level);
    expect(levels).toEqual(levels.toSorted());
    expect(within(list).getAllByRole('listitem').length).toBe(Math.min(3, problems.length));
  });

  test('cannot be fixed in a read-only session', async () => {
    openTable(edited({ addresses: '10.20.0.11/16' }), READER);
    const fix = await buttonThatIs('off', /^Set .* which is free$/);
    expect(fix.title).toBe('This session is read-only.');
  });
});

describe('keys and addresses', () => {
  test('Ctrl+Z and Ctrl+Y undo and redo', async () => {
    const { user, now } = openTable();
    (await screen.findByRole('grid')).focus();
    await user.keyboard('x{Enter}{Control>}z{/Control}');
    expect(now().set.hosts[0]?.name).toBe('master-0');
    expect(screen.getByText('Taken back')).toBeDefined();
    await user.keyboard('{Control>}y{/Control}');
    expect(now().set.hosts[0]?.name).toBe('x');
  });

  test('each row with a name leads to its host', async () => {
    const { user, address } = openTable(edited({ name: 'rack 1/a' }));
    await user.click(await screen.findByRole('link', { name: 'Edit rack 1/a' }));
    expect(address()).toBe('/hosts/rack%201%2Fa');
  });

  test('a table without errors leads to its outputs', async () => {
    const { user, address } = openTable();
    await user.click(await buttonThatIs('on', 'Write MachineConfigs'));
    expect(address()).toBe('/hosts/outputs');
  });

  test('the foot names what is known of the cluster', async () => {
    openTable();
    expect(
      await screen.findByText('Machine network 10.20.0.0/16 · API VIP 10.20.254.5 · Ingress VIP 10.20.254.6'),
    ).toBeDefined();
  });
});
