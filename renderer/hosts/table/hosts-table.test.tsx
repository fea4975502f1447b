import { screen, within } from '@testing-library/react';
import { Link, Route, Routes, useNavigate } from 'react-router';
import { describe, expect, onTestFinished, test } from 'vitest';
import { changeHosts, withParts } from '../../../core/contract/documents/nmstate.ts';
import type { SavedHostSet } from '../../../core/contract/topics/hosts.ts';
import { t as editor } from '../../editor/messages.ts';
import { buttonThatIs } from '../../engine/screen.fixture.tsx';
import { fleet } from '../fleet.fixture.ts';
import { useGoToTable } from '../goal.ts';
import { edited, openHosts, READER, rows, selected, titles } from '../hosts-screen.fixture.tsx';
import { t as common } from '../messages.ts';
import { verdictOf } from '../verdict.ts';
import { HostsTable } from './hosts-screen.tsx';
import { t } from './messages.ts';

const openTable = (set = fleet(4), answers = {}) => openHosts(set, <HostsTable />, answers);
const names = () => rows().map(([name]) => name);
const [WORKERS, CONTROL_PLANE] = [t('workersFilter', { hosts: 2 }), t('controlPlaneFilter', { hosts: 3 })];
/** The label of the fix of the first problem. */
const fixLabel = (set: SavedHostSet) => verdictOf(set).problems[0]!.problem.suggestion!.label;

describe('the rows', () => {
  test('are filtered by role, and all shown after a second click', async () => {
    const { user } = openTable(fleet(5));
    await user.click(await screen.findByRole('button', { name: WORKERS }));
    expect(names()).toEqual(['worker-1', 'worker-2']);
    expect(screen.getByRole('button', { name: WORKERS }).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: WORKERS }));
    expect(names()).toHaveLength(5);
    expect(screen.getByRole('button', { name: t('allFilter') }).getAttribute('aria-pressed')).toBe('true');
  });

  test('are filtered by problems', async () => {
    const { user } = openTable(edited({ mac1: 'zz:zz' }));
    await user.click(await screen.findByRole('button', { name: t('problemsFilter', { hosts: 1 }) }));
    expect(names()).toEqual(['worker-1']);
  });

  test('are filtered by a word, and / opens the search', async () => {
    const { user } = openTable(fleet(5));
    await screen.findByRole('grid');
    await user.keyboard('/');
    const search = screen.getByRole('textbox', { name: t('searchLabel') });
    expect(document.activeElement).toBe(search);
    await user.keyboard('00:03');
    expect(names()).toEqual(['worker-1']);
    await user.clear(search);
    expect(names()).toHaveLength(5);
  });

  test('are empty without a match, and keys do nothing then', async () => {
    const { user, now } = openTable();
    await user.type(await screen.findByRole('textbox', { name: t('searchLabel') }), 'nowhere');
    expect(names()).toEqual([]);
    screen.getByRole('grid').focus();
    await user.keyboard('x{Delete}');
    expect(now().past).toEqual([]);
  });

  test('are changed by their position in the filtered table', async () => {
    const { user, now } = openTable(fleet(5));
    await user.click(await screen.findByRole('button', { name: WORKERS }));
    screen.getByRole('grid').focus();
    await user.keyboard('{ArrowDown}{F2}x{Enter}');
    expect(now().set.hosts.at(4)?.name).toBe('worker-2x');
    expect(now().set.hosts.at(1)?.name).toBe('master-1');
  });
});

describe('the columns', () => {
  test('are chosen in a menu, and reset', async () => {
    const { user } = openTable();
    await user.click(await screen.findByRole('button', { name: t('columnsButton') }));
    await user.click(await screen.findByRole('checkbox', { name: 'Boot MAC' }));
    await user.click(screen.getByRole('checkbox', { name: 'Role' }));
    expect(titles()).toContain('Boot MAC');
    expect(titles()).not.toContain('Role');
    expect(screen.queryByRole('checkbox', { name: 'Host' })).toBeNull();
    await user.click(screen.getByRole('menuitem', { name: t('defaultColumnsItem') }));
    expect(titles()).toEqual(['Host', 'Role', 'NIC 1 MAC', 'NIC 2 MAC', 'Address', 'MTU']);
  });

  test('show values of the layout in gray', async () => {
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
    return { ...opened, bar: within(screen.getByRole('form', { name: t('selectionLabel') })) };
  };

  test('get one text', async () => {
    const { user, now, bar } = await selectThree();
    await user.type(
      bar.getByRole('textbox', {
        name: t('newTextLabel', { cells: t('selectedColumn', { column: 'Role', hosts: 3 }) }),
      }),
      'infra',
    );
    expect(now().past).toEqual([]);
    await user.click(bar.getByRole('button', { name: t('writeCellsButton') }));
    expect(now().set.hosts.map(({ role }) => role)).toEqual(['infra', 'infra', 'infra', 'worker']);
    expect(bar.getByRole('textbox')).toHaveProperty('value', '');
  });

  test('are filled down with the same value or a series', async () => {
    const { user, now, bar } = await selectThree();
    await user.click(bar.getByRole('button', { name: t('fillDownButton') }));
    expect(now().set).toEqual(fleet(4));
    screen.getByRole('grid').focus();
    await user.keyboard('{Home}{Control>}{Home}{/Control}{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await user.click(screen.getByRole('button', { name: t('fillSeriesButton') }));
    expect(now().set.hosts.map(({ name }) => name)).toEqual(['master-0', 'master-1', 'master-2', 'worker-1']);
    await user.click(screen.getByRole('button', { name: t('fillDownButton') }));
    expect(now().set.hosts.map(({ name }) => name)).toEqual(['master-0', 'master-0', 'master-0', 'worker-1']);
  });

  test('are removed with their hosts, and undo restores them', async () => {
    const { user, now, bar } = await selectThree();
    await user.click(bar.getByRole('button', { name: t('removeHostsButton', { hosts: 3 }) }));
    expect(names()).toEqual(['worker-1']);
    expect(screen.getByText(t('hostsRemoved', { hosts: 3 }))).toBeDefined();
    expect(selected()).toEqual(['worker-1']);
    screen.getByRole('grid').focus();
    await user.keyboard('{Control>}z{/Control}');
    expect(now().set.hosts).toHaveLength(4);
  });

  test('are the only ones removed from a filtered table', async () => {
    const { user, now } = openTable(fleet(5));
    await user.click(await screen.findByRole('button', { name: WORKERS }));
    screen.getByRole('grid').focus();
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await user.click(screen.getByRole('button', { name: t('removeHostsButton', { hosts: 1 }) }));
    expect(now().set.hosts.map(({ name }) => name)).toEqual(['master-0', 'master-1', 'master-2', 'worker-2']);
  });

  test('of a read-only session cannot be changed', async () => {
    const { user } = openTable(fleet(2), READER);
    const grid = await screen.findByRole('grid');
    grid.focus();
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await buttonThatIs('on', t('columnsButton'));
    const fields = () => screen.getByRole('form', { name: t('selectionLabel') }).closest('fieldset');
    await expect.poll(() => fields()?.disabled).toBe(true);
    expect(fields()?.title).toBe('This session is read-only.');
  });
});

describe('the first problems', () => {
  test('are fixed by their button, in one undo step', async () => {
    const set = edited({ addresses: '10.20.0.11/16' });
    const { user, now } = openTable(set);
    const fix = await screen.findByRole('button', { name: fixLabel(set) });
    await user.click(fix);
    await expect.poll(() => now().verdict?.errors).toBe(0);
    expect(new Set(now().set.hosts.map(({ addresses }) => addresses[0])).size).toBe(4);
    expect(screen.queryByRole('list', { name: common('problemsLabel') })).toBeNull();
    now().undo();
    await screen.findByRole('list', { name: common('problemsLabel') });
  });

  test('lead to their cell, despite filters', async () => {
    const { user } = openTable(edited({ mac2: 'zz:zz' }));
    await user.click(await screen.findByRole('button', { name: CONTROL_PLANE }));
    await user.type(screen.getByRole('textbox', { name: t('searchLabel') }), 'master-1');
    await user.click(screen.getByRole('button', { name: common('goToHostButton', { host: 'worker-1' }) }));
    expect(names()).toHaveLength(4);
    expect(selected()).toEqual(['zz:zz']);
    expect(document.activeElement).toBe(screen.getByRole('grid'));
  });

  test('of a missing setting open the layout', async () => {
    const set = fleet(4);
    const { answers } = set.layout;
    openTable({ ...set, layout: { ...set.layout, answers: { ...answers, vlan: '' } } });
    const list = within(await screen.findByRole('list', { name: common('problemsLabel') }));
    expect(list.getByText(`${common('missingState', { setting: 'VLAN' })}.`)).toBeDefined();
    list.getByRole('button', { name: common('setForAllButton', { setting: 'VLAN' }) }).click();
    expect(
      await screen.findByRole('dialog', { name: (name) => name.startsWith(t('layoutTitle')) }),
    ).toBeDefined();
  });

  test.each([
    [700, 1],
    [1080, 3],
  ])('in a window of height %i: %i, errors before warnings', async (height, most) => {
    const { happyDOM } = window as unknown as { happyDOM: { setViewport: (to: object) => void } };
    const { innerHeight } = window;
    happyDOM.setViewport({ height });
    onTestFinished(() => happyDOM.setViewport({ height: innerHeight }));
    const set = changeHosts(fleet(5), (host, index) =>
      withParts(host, index < 3 ? { mac1: `zz:${index}` } : { mtu: index === 4 ? '1500' : '' }),
    );
    const { now } = openTable(set);
    const list = await screen.findByRole('list', { name: common('problemsLabel') });
    const problems = now().verdict!.problems;
    expect(problems.length).toBeGreaterThan(3);
    const levels = problems.map(({ level }) => level);
    expect(levels).toEqual(levels.toSorted());
    expect(within(list).getAllByRole('listitem').length).toBe(most);
  });

  test('are all shown by a button, with a count that agrees with the filter', async () => {
    const set = changeHosts(fleet(8), (host, index) =>
      index < 5 ? withParts(host, { mac1: `zz:${index}` }) : host,
    );
    const { user, now } = openTable(set);
    await screen.findByRole('list', { name: common('problemsLabel') });
    const { errors } = now().verdict!;
    expect(errors).toBe(5);
    expect(
      screen.getByRole('heading', {
        name: common('problemsOnHosts', { problems: common('errorCount', { errors }), hosts: 5 }),
      }),
    ).toBeDefined();
    expect(screen.getByRole('button', { name: t('problemsFilter', { hosts: 5 }) })).toBeDefined();
    await user.click(screen.getByRole('button', { name: editor('allProblemsButton', { problems: 5 }) }));
    expect(
      within(screen.getByRole('list', { name: common('problemsLabel') })).getAllByRole('listitem'),
    ).toHaveLength(5);
  });

  test('are shown in the state of the row without backticks', async () => {
    openTable(edited({ mac2: '0c:42:a1:zz:01:02' }));
    await screen.findByRole('list', { name: common('problemsLabel') });
    const state = rows().at(-1)!.at(-2)!;
    expect(state).toContain('0c:42:a1:zz:01:02');
    expect(document.body.textContent).not.toContain('`');
    expect(
      Array.from(document.querySelectorAll('[title]'), (one) => one.getAttribute('title')).join(),
    ).not.toContain('`');
  });

  test('cannot be fixed in a read-only session', async () => {
    const set = edited({ addresses: '10.20.0.11/16' });
    openTable(set, READER);
    const fix = await buttonThatIs('off', fixLabel(set));
    expect(fix.title).toBe('This session is read-only.');
  });
});

describe('a typed address', () => {
  test('keeps the prefix length of its host, in one cell and in several', async () => {
    const { user, now } = openTable();
    (await screen.findByRole('grid')).focus();
    const column = titles().indexOf(common('addressColumn'));
    await user.keyboard(`${'{ArrowRight}'.repeat(column)}{Delete}{ArrowDown}10.20.7.7{Enter}`);
    expect(now().set.hosts[1]?.addresses).toEqual(['10.20.7.7/16']);
    await user.keyboard('{ArrowUp}{ArrowUp}10.20.7.8{Enter}');
    expect(now().set.hosts[0]?.addresses).toEqual(['10.20.7.8/16']);
  });
});

describe('keys and addresses', () => {
  test('Ctrl+Z and Ctrl+Y undo and redo', async () => {
    const { user, now } = openTable();
    (await screen.findByRole('grid')).focus();
    await user.keyboard('x{Enter}{Control>}z{/Control}');
    expect(now().set.hosts[0]?.name).toBe('master-0');
    expect(screen.getByText(common('undone'))).toBeDefined();
    await user.keyboard('{Control>}y{/Control}');
    expect(now().set.hosts[0]?.name).toBe('x');
  });

  test('each row with a name leads to its host', async () => {
    const { user, address } = openTable(edited({ name: 'rack 1/a' }));
    await user.click(await screen.findByRole('link', { name: t('editHostButton', { host: 'rack 1/a' }) }));
    expect(address()).toBe('/hosts/rack%201%2Fa');
  });

  test('a table without errors leads to its outputs', async () => {
    const { user, address } = openTable();
    await user.click(await buttonThatIs('on', t('writeButton')));
    expect(address()).toBe('/hosts/outputs');
  });

  test('the foot shows the cluster settings', async () => {
    openTable();
    expect(
      await screen.findByText('Machine network 10.20.0.0/16 · API VIP 10.20.254.5 · Ingress VIP 10.20.254.6'),
    ).toBeDefined();
  });
});

test('the layout that another screen opened is not opened again by Back', async () => {
  const Elsewhere = () => {
    const go = useGoToTable();
    const navigate = useNavigate();
    return (
      <>
        <button type="button" onClick={() => go({ layout: true })}>
          To the layout
        </button>
        <button type="button" onClick={() => void navigate(-1)}>
          Back
        </button>
      </>
    );
  };
  const { user, address } = openHosts(
    fleet(4),
    <>
      <Link to="/elsewhere">Away</Link>
      <Routes>
        <Route path="/hosts" element={<HostsTable />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </>,
    {},
    '/outputs',
  );
  await user.click(screen.getByRole('button', { name: 'To the layout' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: common('cancelButton') }));
  await user.click(screen.getByRole('link', { name: 'Away' }));
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  await screen.findByRole('grid');
  expect(address()).toBe('/hosts');
  expect(screen.queryByRole('dialog')).toBeNull();
});
