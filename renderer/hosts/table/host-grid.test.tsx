import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fleet } from '../fleet.fixture.ts';
import { edited, openHosts, READER, rows, selected, titles } from '../hosts-screen.fixture.tsx';
import { t as common } from '../messages.ts';
import { verdictOf } from '../verdict.ts';
import { HostsTable } from './hosts-screen.tsx';
import { t } from './messages.ts';

/** Opens the table of a set with the focus in its first cell. */
async function openGrid(set = fleet(4), answers = {}) {
  const opened = openHosts(set, <HostsTable />, answers);
  const grid = await screen.findByRole('grid', { name: common('topic') });
  grid.focus();
  return { ...opened, grid };
}

/** Copies the selected cells. @returns the calls that wrote to the clipboard */
function copied(grid: HTMLElement): string[][] {
  const put: string[][] = [];
  fireEvent.copy(grid, { clipboardData: { setData: (...given: string[]) => put.push(given) } });
  return put;
}

/** Columns of a narrow window, in their order. */
const [ROLE, MAC1, ADDRESS] = [1, 2, 4];
const toColumn = (column: number) => '{ArrowRight}'.repeat(column);

describe('the selection', () => {
  test('starts at the first cell and follows the arrow keys', async () => {
    const { user } = await openGrid();
    expect(titles()).toEqual(['Host', 'Role', 'NIC 1 MAC', 'NIC 2 MAC', 'Address', 'MTU']);
    expect(selected()).toEqual(['master-0']);
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(selected()).toEqual(['master']);
    await user.keyboard('{End}{Home}{Control>}{ArrowDown}{/Control}');
    expect(selected()).toEqual(['worker-1']);
  });

  test('names the active cell for a screen reader', async () => {
    const { user, grid } = await openGrid();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    const active = document.getElementById(grid.getAttribute('aria-activedescendant')!);
    expect(active?.textContent).toBe('master-2');
  });

  test('grows with Shift, and Escape reduces it to one cell', async () => {
    const { user } = await openGrid();
    await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    expect(selected()).toEqual(['master-0', 'master', 'master-1', 'master']);
    expect(screen.getByRole('form', { name: t('selectionLabel') }).textContent).toContain(
      t('selectedCells', { cells: 4 }),
    );
    await user.keyboard('{Escape}');
    expect(selected()).toEqual(['master']);
    expect(screen.queryByRole('form', { name: t('selectionLabel') })).toBeNull();
  });

  test('grows to all cells with Ctrl+A', async () => {
    const { user } = await openGrid();
    await user.keyboard('{Control>}a{/Control}');
    expect(selected()).toHaveLength(4 * titles().length);
  });

  test('follows the mouse, and a drag or Shift extends it', async () => {
    const { user } = await openGrid();
    await user.click(screen.getByText('master-1'));
    expect(selected()).toEqual(['master-1']);
    await user.pointer([
      { keys: '[MouseLeft>]', target: screen.getByText('master-2') },
      { target: screen.getByText('worker-1') },
      { keys: '[/MouseLeft]' },
    ]);
    expect(selected()).toEqual(['master-2', 'worker-1']);
    await user.keyboard('{Shift>}');
    await user.click(screen.getByText('master-0'));
    await user.keyboard('{/Shift}');
    expect(selected()).toEqual(['master-0', 'master-1', 'master-2']);
  });
});

describe('a cell', () => {
  test('is edited after Enter, and a second Enter moves down', async () => {
    const { user, host, grid } = await openGrid();
    await user.keyboard('{Enter}');
    const input = screen.getByRole('textbox', { name: t('cellLabel', { column: 'Host', host: 'master-0' }) });
    expect(input).toHaveProperty('value', 'master-0');
    expect(document.activeElement).toBe(input);
    await user.keyboard('x{Enter}');
    expect(host('master-0x')).toBeDefined();
    expect(selected()).toEqual(['master-1']);
    expect(document.activeElement).toBe(grid);
    expect(screen.getByText(t('cellChanged', { column: 'Host' }))).toBeDefined();
  });

  test('gets a new text when a key is typed', async () => {
    const { user, now } = await openGrid();
    await user.keyboard(`${toColumn(ROLE)}i`);
    expect(
      screen.getByRole('textbox', { name: t('cellLabel', { column: 'Role', host: 'master-0' }) }),
    ).toHaveProperty('value', 'i');
    await user.keyboard('nfra{Tab}');
    expect(now().set.hosts[0]?.role).toBe('infra');
    expect(selected()).toEqual(['52:54:00:01:00:00']);
  });

  test("doesn't change after Escape", async () => {
    const { user, now } = await openGrid();
    await user.keyboard('zzz{Escape}');
    expect(screen.queryByRole('textbox', { name: /of master-0$/ })).toBeNull();
    expect(now().past).toEqual([]);
    expect(rows()[0]?.[0]).toBe('master-0');
  });

  test('creates no undo step without a change', async () => {
    const { user, now } = await openGrid();
    await user.keyboard('{F2}{Enter}');
    expect(now().past).toEqual([]);
  });

  test('moves up with Shift+Enter and left with Shift+Tab', async () => {
    const { user } = await openGrid();
    await user.keyboard('{ArrowDown}{ArrowRight}{F2}{Shift>}{Enter}{/Shift}');
    expect(selected()).toEqual(['master']);
    expect(document.querySelector('[aria-selected="true"]')?.id).toMatch(/-0-1$/);
    await user.keyboard('{F2}{Shift>}{Tab}{/Shift}');
    expect(selected()).toEqual(['master-0']);
  });

  test('opens on double click, and is written on blur', async () => {
    const { user, host } = await openGrid();
    await user.dblClick(screen.getByText('worker-1'));
    await user.keyboard('5');
    await user.click(screen.getByRole('textbox', { name: t('searchLabel') }));
    expect(host('worker-15')).toBeDefined();
  });

  test('is cleared with Delete, like the rest of the selection', async () => {
    const { user, now } = await openGrid();
    await user.keyboard(`${toColumn(ADDRESS)}{Shift>}{ArrowDown}{/Shift}{Delete}`);
    expect(now().set.hosts.map(({ addresses }) => addresses.length)).toEqual([0, 0, 1, 1]);
    expect(now().past).toHaveLength(1);
    expect(screen.getByText(t('cellsChanged', { cells: 2 }))).toBeDefined();
  });

  test('is filled down with Ctrl+D', async () => {
    const { user, now } = await openGrid();
    await user.keyboard(`${toColumn(ROLE)}{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}`);
    await user.keyboard('{Control>}d{/Control}');
    expect(now().set.hosts.map(({ role }) => role)).toEqual(['master', 'master', 'master', 'master']);
  });

  test('is invalid if it has a problem, with the problem as title', async () => {
    const set = edited({ mac1: 'zz:zz' });
    const { message, remedy } = verdictOf(set).hosts[3]!.cells.get('mac1')!;
    await openGrid(set);
    const cell = await screen.findByTitle(
      t('cellProblemTip', { problem: message.replaceAll('`', '').replace(/\.$/, ''), remedy }),
    );
    expect(cell.getAttribute('role')).toBe('gridcell');
    expect(cell.getAttribute('aria-invalid')).toBe('true');
    const state = rows()[3]?.at(-2) ?? '';
    expect(state).toMatch(/zz:zz/);
    // A long state is clamped.
    expect(document.querySelector(`.al-hosts-state[title=${JSON.stringify(state)}]`)?.textContent).toBe(
      state,
    );
    expect(rows()[0]?.at(-2)).toBe(common('readyState'));
  });
});

describe('the clipboard', () => {
  test('gets the selected cells with tabs between them', async () => {
    const { user, grid } = await openGrid();
    await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    expect(copied(grid)).toEqual([['text/plain', 'master-0\tmaster\nmaster-1\tmaster']]);
  });

  test('fills cells from the corner of the selection', async () => {
    const { user, now } = await openGrid();
    await user.keyboard('{ArrowDown}');
    await user.paste('cp-1\tmaster\ncp-2\tinfra');
    expect(now().set.hosts.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'master-0 master',
      'cp-1 master',
      'cp-2 infra',
      'worker-1 worker',
    ]);
    expect(screen.getByText(t('pasted', { cells: 4 }))).toBeDefined();
  });

  test('adds rows when its block is longer than the table', async () => {
    const { user, now } = await openGrid(fleet(2));
    await user.keyboard('{ArrowDown}');
    await user.paste('a\nb\nc');
    expect(now().set.hosts.map(({ name }) => name)).toEqual(['master-0', 'a', 'b', 'c']);
  });

  test('merges rows with a header by the names of hosts', async () => {
    const { user, now, host } = await openGrid(fleet(2));
    await user.paste('Host\tRole\nmaster-1\tinfra\nworker-9\tworker');
    expect(now().set.hosts.map(({ name }) => name)).toEqual(['master-0', 'master-1', 'worker-9']);
    expect(host('master-1')?.role).toBe('infra');
    expect(host('master-1')?.nics).toEqual(fleet(2).hosts[1]?.nics);
    expect(screen.getByText(t('imported', { added: 1, changed: 1 }))).toBeDefined();
  });

  test('does not change the table while a cell is edited', async () => {
    const { user, now } = await openGrid(fleet(2));
    await user.keyboard('{F2}');
    await user.paste('Host\tRole\nother\tworker');
    await user.keyboard('{Escape}');
    expect(now().set).toEqual(fleet(2));
  });
});

describe('a read-only session', () => {
  test('moves and copies, but writes nothing', async () => {
    const { user, now, grid } = await openGrid(fleet(2), READER);
    await expect.poll(() => grid.getAttribute('aria-readonly')).toBe('true');
    await user.keyboard('{ArrowDown}{Delete}x{F2}{Enter}{Control>}d{/Control}');
    await user.paste('y');
    await user.dblClick(screen.getByText('master-1'));
    expect(screen.queryByRole('textbox', { name: /^Host of/ })).toBeNull();
    expect(now().set).toEqual(fleet(2));
    expect(selected()).toEqual(['master-1']);
    expect(copied(grid)).toEqual([['text/plain', 'master-1']]);
  });
});

test('long addresses show their host, and the complete text as title', async () => {
  const { user } = await openGrid();
  expect(rows()[0]?.[MAC1]).toBe('52:54:00:01:00:00');
  await user.click(screen.getByRole('button', { name: t('columnsButton') }));
  await user.click(await screen.findByRole('checkbox', { name: 'BMC' }));
  expect(screen.getByTitle('redfish-virtualmedia://198.18.0.11/redfish/v1/Systems/1').textContent).toBe(
    '198.18.0.11',
  );
});
