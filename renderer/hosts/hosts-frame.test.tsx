import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ContractError } from '../../core/contract/contract-error.ts';
import type { SavedHostSet } from '../../core/contract/topics/hosts.ts';
import { useLive } from '../engine/live.ts';
import { useDo } from '../engine/requests.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { fleet } from './fleet.fixture.ts';
import { HostsFrame, HostsViews } from './hosts-frame.tsx';
import { t } from './messages.ts';
import { HostsMenu } from './table/hosts-menu.tsx';
import { t as table } from './table/messages.ts';
import { forgetSet, useHosts } from './use-hosts.tsx';

const SETS: Record<string, SavedHostSet> = {
  fleet: fleet(2),
  lab: { ...fleet(1), id: 'lab', name: 'lab' },
};
const LINES = Object.values(SETS).map(({ id, name, hosts }) => ({ id, name, hosts: hosts.length }));
const FAILURE = new ContractError({
  code: 'file-missing',
  level: 'error',
  message: 'The set of hosts is unreadable',
  remedy: 'Restore the file.',
  problems: [],
});

/** A screen of the open set: its name, its hosts, the menu, a change. */
function Open() {
  const { set, change, saved } = useHosts();
  const { mutate } = useDo('hosts.remove');
  const remove = () => mutate({ id: set.id }, { onSuccess: () => forgetSet(set.id) });
  return (
    <>
      <h1>{set.name}</h1>
      <HostsViews />
      <p>{set.hosts.map(({ name }) => name).join(' ')}</p>
      <p>{saved.error ? 'failed' : saved.pending ? 'pending' : 'done'}</p>
      <button type="button" onClick={() => change('x', (now) => ({ ...now, openShiftVersion: '4.19' }))}>
        Change
      </button>
      <HostsMenu onLayout={() => {}} onRename={() => {}} onRemove={remove} />
    </>
  );
}

const created: string[] = [];
const open = (answers: Answers = {}) =>
  openScreen(
    <HostsFrame>
      <Open />
    </HostsFrame>,
    {
      'hosts.list': { sets: LINES },
      'hosts.read': ({ id }) => SETS[id] ?? FAILURE,
      'hosts.save': ({ id }) => {
        created.push(id);
        return { savedAt: '2026-01-01T00:00:00.000Z' };
      },
      'hosts.remove': {},
      ...answers,
    },
    '/hosts',
  );

const choose = async (user: ReturnType<typeof open>['user'], item: string) => {
  await user.click(await screen.findByRole('button', { name: table('menuButton') }));
  await user.click(await screen.findByRole('menuitem', { name: (name) => name.startsWith(item) }));
};
/** The item that opens another table; its description follows in the name. */
const openItem = (name: string) => table('openTableItem', { table: name });

/** Forgets the open tables, which outlive a page, also those of other tests in this process. */
const forgetAll = () => {
  for (const id of [...Object.keys(SETS), ...created.splice(0)]) forgetSet(id);
};
beforeEach(forgetAll);
afterEach(() => {
  cleanup();
  forgetAll();
});

describe('the set of a screen', () => {
  test('is the last saved one', async () => {
    const { requested } = open();
    await expectHeading('fleet');
    expect(requested('hosts.read')).toEqual([{ id: 'fleet' }]);
    expect(screen.getByText('master-0 master-1')).toBeDefined();
    expect(screen.getByRole('link', { name: t('tableLabel') }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: t('day2Label') }).getAttribute('href')).toBe('/hosts/day2');
  });

  test('is busy until the engine answers', () => {
    open({ 'hosts.list': () => new Promise<never>(() => {}) });
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
    expect(screen.queryByRole('heading')).toBeNull();
  });

  test('is read again after a failure', async () => {
    let broken = true;
    const { user } = open({ 'hosts.read': () => (broken ? FAILURE : SETS.fleet!) });
    await expectHeading(t('openFailedTitle'));
    expect(screen.getByText('Restore the file.')).toBeDefined();
    broken = false;
    await user.click(screen.getByRole('button', { name: t('readAgainButton') }));
    await expectHeading('fleet');
  });

  test('changes with the menu', async () => {
    const { user, requested } = open();
    await choose(user, openItem('lab'));
    await expectHeading('lab');
    expect(requested('hosts.read')).toEqual([{ id: 'fleet' }, { id: 'lab' }]);
    // Both are open now: going back reads nothing.
    await choose(user, openItem('fleet'));
    await expectHeading('fleet');
    expect(requested('hosts.read')).toHaveLength(2);
  });

  test('that cannot be read is replaced by the last one', async () => {
    const { user } = open({ 'hosts.read': ({ id }) => (id === 'lab' ? FAILURE : SETS[id]!) });
    await choose(user, openItem('lab'));
    await expectHeading(t('openFailedTitle'));
    await user.click(screen.getByRole('button', { name: t('readAgainButton') }));
    await expectHeading('fleet');
  });

  test('is new after it is created, with one control plane node', async () => {
    const { user, requested } = open();
    await choose(user, t('createTableButton'));
    await expectHeading('hosts');
    expect(requested('hosts.save')).toMatchObject([
      { name: 'hosts', hosts: [{ name: 'master-0', role: 'master' }], layout: { preset: 'bond-vlan' } },
    ]);
    expect(requested('hosts.save')[0]?.id).not.toBe('fleet');
  });
});

describe('without a set', () => {
  const empty = (answers: Answers = {}) => open({ 'hosts.list': { sets: [] }, ...answers });

  test('an empty table starts with one host', async () => {
    const { user, requested } = empty();
    await user.click(await screen.findByRole('button', { name: t('createTableButton') }));
    await expectHeading('hosts');
    expect(requested('hosts.save')).toMatchObject([{ hosts: [{ name: 'master-0' }], source: '' }]);
    expect(requested('hosts.read')).toEqual([]);
  });

  test('pasted rows create a table with the layout that matches them', async () => {
    const { user, requested } = empty();
    await user.click(await screen.findByRole('button', { name: t('importButton') }));
    const text = await screen.findByRole('textbox', { name: t('pasteLabel') });
    await user.click(text);
    await user.paste('name,mac1,address\nw-1,52:54:00:00:01:10,192.0.2.11/24');
    await user.click(await buttonThatIs('on', t('importHostsButton', { hosts: 1 })));
    await expectHeading('hosts');
    expect(requested('hosts.save')).toMatchObject([
      { source: 'pasted', layout: { preset: 'single-static' }, hosts: [{ name: 'w-1' }] },
    ]);
  });

  test('a read-only session creates none', async () => {
    empty({ 'host.describe': { session: { role: 'reader' } } });
    await buttonThatIs('off', t('importButton'));
    await buttonThatIs('off', t('createTableButton'));
  });
});

describe('removing a set', () => {
  test('opens the one that was saved last', async () => {
    let sets = LINES;
    const { user, requested } = open({
      'hosts.list': () => ({ sets }),
      'hosts.remove': ({ id }) => {
        sets = sets.filter((line) => line.id !== id);
        return {};
      },
    });
    await choose(user, table('removeTableItem', { table: 'fleet' }));
    await expectHeading('lab');
    expect(requested('hosts.remove')).toEqual([{ id: 'fleet' }]);
  });

  test('leaves nothing to save, even with an unsaved change', async () => {
    let sets = LINES;
    const { user, requested } = open({
      'hosts.list': () => ({ sets }),
      'hosts.save': () => FAILURE,
      'hosts.remove': () => {
        sets = [];
        return {};
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await screen.findByText('failed');
    const before = requested('hosts.save').length;
    await choose(user, table('removeTableItem', { table: 'fleet' }));
    await expectHeading(t('startTitle'));
    expect(requested('hosts.save')).toHaveLength(before);
  });
});

describe('a change', () => {
  test('is saved when the screen is left', async () => {
    const { user, requested } = open();
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    window.dispatchEvent(new Event('pagehide'));
    await screen.findByText('done');
    expect(requested('hosts.save')).toMatchObject([{ id: 'fleet', openShiftVersion: '4.19' }]);
  });

  test('that failed to save is saved once the engine is back', async () => {
    let broken = true;
    const { user, requested } = open({
      'hosts.save': () => (broken ? FAILURE : { savedAt: '2026-01-01T00:00:00.000Z' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await screen.findByText('failed');
    broken = false;
    for (const connected of [false, true]) act(() => useLive.setState({ connected }));
    await screen.findByText('done');
    expect(requested('hosts.save')).toHaveLength(2);
  });
});
