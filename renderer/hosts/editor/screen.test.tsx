import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { documentOf, writeDocument } from '../../../core/contract/documents/nmstate.ts';
import type { KeptHostSet } from '../../../core/contract/topics/hosts.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { fleet } from '../fleet.fixture.ts';
import { edited, fill, Keyboard, openHosts, READER } from '../hosts-screen.fixture.tsx';
import { forgetSet, useHosts } from '../use-hosts.tsx';
import { verdictOf } from '../verdict.ts';
import HostScreen, { HostEditor } from './screen.tsx';

/** The editor of one host of the open set. */
function Editor({ index }: { index: number }) {
  const host = useHosts().set.hosts[index]!;
  return <HostEditor index={index} host={host} />;
}

const WORKER = 3;
const openHost = (set = fleet(4), answers: Answers = {}) =>
  openHosts(set, <Editor index={WORKER} />, answers);
const textOf = ({ layout, hosts }: KeptHostSet, index = WORKER) =>
  documentOf(layout, hosts[index]!).document.yaml.text;

describe('the questions of a layout', () => {
  test('are answered for one host, in one step of undo per field', async () => {
    const { user, now, host } = openHost();
    const vlan = await screen.findByLabelText('VLAN');
    expect(vlan.getAttribute('placeholder')).toBe('120');
    await user.click(vlan);
    await user.paste('131');
    expect(textOf(now().set)).toContain('id: 131');
    expect(textOf(now().set, 0)).toContain('id: 120');
    expect(now().past).toHaveLength(1);
    await user.click(screen.getByText('Undo'));
    expect(host('worker-1')).toEqual(fleet(4).hosts[WORKER]);
    await user.click(screen.getByText('Redo'));
    expect(vlan).toHaveProperty('value', '131');
  });

  test('count the answers that are its own', async () => {
    const { user } = openHost();
    const vlan = await screen.findByLabelText('VLAN');
    const words = () => /(\d+) answers as all hosts, (\d+) own/.exec(document.body.textContent ?? '')!;
    const [, all, own] = words();
    await user.type(vlan, '7');
    expect(words().slice(1)).toEqual([String(Number(all) - 1), String(Number(own) + 1)]);
    await user.clear(vlan);
    expect(words().slice(1)).toEqual([all, own]);
  });

  test('are those of another layout once that is chosen', async () => {
    const { user, host } = openHost();
    const layout = await screen.findByRole('combobox', { name: 'Layout' });
    await user.selectOptions(layout, 'single-dhcp');
    expect(host('worker-1')?.preset).toBe('single-dhcp');
    expect(screen.queryByLabelText('VLAN')).toBeNull();
    await user.selectOptions(layout, screen.getByRole('option', { name: /^As all hosts: / }));
    expect(screen.getByLabelText('VLAN')).toBeDefined();
  });

  test('say what is wrong at their field', async () => {
    openHost();
    const address = await screen.findByLabelText(/^(IPv4 a|A)ddress$/);
    fireEvent.change(address, { target: { value: '10.20.0.11' } });
    await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
    const note = document.getElementById(address.getAttribute('aria-describedby')!);
    expect(note?.textContent).toContain('Address also on master-0');
  });

  test('are disabled in a read-only session', async () => {
    openHost(fleet(4), READER);
    await screen.findByText('This session is read-only.');
    expect(screen.getByLabelText('VLAN').closest('fieldset')?.disabled).toBe(true);
  });
});

describe('the problems of a host', () => {
  test('are fixed in its document', async () => {
    const broken = writeDocument(fleet(4), WORKER, textOf(fleet(4)).replace('802.3ad', '802.3adx'));
    const { user, now } = openHost(broken);
    const list = within(await screen.findByRole('list', { name: 'Problems of worker-1' }));
    const fix = verdictOf(broken).hosts[WORKER]!.problems.find((problem) => problem.fix)!.fix!;
    await user.click(list.getByRole('button', { name: fix.label }));
    await expect.poll(() => now().verdict?.errors).toBe(0);
    expect(textOf(now().set)).toContain('802.3ad\n');
    expect(screen.queryByRole('list', { name: 'Problems of worker-1' })).toBeNull();
  });

  test('lead to their line, which opens the document', async () => {
    const broken = writeDocument(fleet(4), WORKER, textOf(fleet(4)).replace('802.3ad', '802.3adx'));
    const { user } = openHost(broken);
    expect(screen.queryByRole('region', { name: 'YAML' })).toBeNull();
    const list = within(await screen.findByRole('list', { name: 'Problems of worker-1' }));
    await user.click(list.getAllByRole('button', { name: /^Line \d+$/ })[0]!);
    expect(screen.getByRole('region', { name: 'YAML' })).toBeDefined();
    await buttonThatIs('on', 'Hide YAML');
  });

  test('of an address that two hosts have are fixed by a free one', async () => {
    const { user, now } = openHosts(edited({ addresses: '10.20.0.11/16' }), <Editor index={0} />);
    const list = within(await screen.findByRole('list', { name: 'Problems of master-0' }));
    await user.click(list.getByRole('button', { name: /which is free$/ }));
    await expect.poll(() => now().verdict?.errors).toBe(0);
  });

  test('take their check off those that passed', async () => {
    openHost(edited({ addresses: '10.20.0.11/16' }));
    await screen.findByRole('list', { name: 'Problems of worker-1' });
    const passed = within(screen.getByRole('list', { name: 'Checks that passed' }));
    expect(passed.getByText('DNS is there without DHCP')).toBeDefined();
    expect(passed.queryByText(/has the address/)).toBeNull();
  });
});

describe('the parts of the table', () => {
  const openParts = async () => {
    const opened = openHost();
    await opened.user.click(await screen.findByText('Name, BMC and NICs of the table'));
    return opened;
  };

  test('count when their field is left', async () => {
    const { user, now, host } = await openParts();
    const role = screen.getByLabelText('Role');
    await fill(user, role, 'infra');
    expect(host('worker-1')?.role).toBe('worker');
    await user.tab();
    expect(host('worker-1')?.role).toBe('infra');
    expect(now().past).toHaveLength(1);
  });

  test('count at Enter, and not when nothing changed', async () => {
    const { user, now, host } = await openParts();
    const device = screen.getByLabelText('Root device');
    await user.type(device, '{Enter}');
    expect(now().past).toEqual([]);
    await user.type(device, '/dev/sda{Enter}');
    expect(host('worker-1')?.rootDevice).toBe('/dev/sda');
    await user.tab();
    expect(now().past).toHaveLength(1);
  });
});

describe('the document of a host', () => {
  const own = () =>
    writeDocument(fleet(4), WORKER, textOf(fleet(4)).replace('interfaces:', 'interfaces: # mine'));

  test('that was edited shows its difference, and is written as the layout gives it', async () => {
    const { user, host } = openHost(own());
    await user.click(await screen.findByText('Show YAML'));
    await user.click(screen.getByRole('button', { name: '1 line of its own: show the difference' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^worker-1: 1 line of its own/ }));
    const lines = dialog.getAllByRole('listitem').map((line) => line.textContent);
    expect(lines.filter((line) => /removed|added/.test(line ?? ''))).toEqual([
      expect.stringMatching(/removed: interfaces:$/),
      expect.stringMatching(/added: interfaces: # mine$/),
    ]);
    await user.click(dialog.getByRole('button', { name: 'Write it as the layout gives it' }));
    expect(host('worker-1')?.own).toBeUndefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('As the layout gives it.')).toBeDefined();
  });

  test('stays as it is when its difference is closed', async () => {
    const { user, host } = openHost(own());
    await user.click(await screen.findByText('Show YAML'));
    await user.click(screen.getByRole('button', { name: /^1 line of its own/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(host('worker-1')?.own).toContain('# mine');
  });

  test('is explained as the first boot reads it', async () => {
    const { user } = openHost();
    await user.click(await screen.findByText('Explain first boot'));
    const dialog = within(await screen.findByRole('dialog', { name: /First boot of worker-1/ }));
    expect(dialog.getByText('The document is applied')).toBeDefined();
    expect(dialog.getByText(/on bond0\.120/).textContent).toContain('MTU 9000');
    expect(dialog.getByText('10.20.0.14/16')).toBeDefined();
    expect(dialog.getByText('0.0.0.0/0 by 10.20.255.1')).toBeDefined();
    expect(dialog.getAllByRole('listitem').length).toBeGreaterThan(1);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('without br-ex says that the node does not get what it says', async () => {
    const { user } = openHost(writeDocument(fleet(4), WORKER, 'interfaces: []\n'));
    await user.click(await screen.findByText('Explain first boot'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByText('The document is applied')).toBeNull();
    expect(screen.getByText('Nothing is to be drawn yet: the document has no interface.')).toBeDefined();
  });

  test('is copied', async () => {
    const { user, now } = openHost();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(await screen.findByText('Show YAML'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(write.mock.calls).toEqual([[textOf(now().set)]]);
    write.mockRestore();
  });
});

test('a box of the picture opens its lines in the document', async () => {
  const { user } = openHost();
  const picture = within(await screen.findByRole('region', { name: 'Picture of the network' }));
  await user.click(picture.getByRole('button', { name: /^bond0\.120/ }));
  expect(screen.getByRole('region', { name: 'YAML' })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Picture of the network' })).toBeNull();
});

describe('the address of a host', () => {
  afterEach(() => {
    cleanup();
    forgetSet('fleet');
  });

  const openAddress = (address: string, set = fleet(3)) => {
    return openScreen(
      <>
        <Keyboard />
        <Routes>
          <Route path="/hosts" element={<h1>The table</h1>} />
          <Route path="/hosts/:host" element={<HostScreen />} />
        </Routes>
      </>,
      {
        'hosts.list': { sets: [{ id: 'fleet', name: 'fleet', hosts: set.hosts.length }] },
        'hosts.read': set,
        'hosts.save': { savedAt: '2026-01-01T00:00:00.000Z' },
      },
      address,
    );
  };

  test('changes with the buttons and the keys', async () => {
    const { user, address } = openAddress('/hosts/master-0');
    await expectHeading(/^master-0: bond with VLAN 120, static/);
    expect(screen.getByLabelText('The host before')).toHaveProperty('disabled', true);
    await user.click(screen.getByLabelText('The next host'));
    await expectHeading(/^master-1: /);
    expect(address()).toBe('/hosts/master-1');
    await user.keyboard(']');
    await expectHeading(/^master-2: /);
    expect(screen.getByLabelText('The next host')).toHaveProperty('disabled', true);
    await user.keyboard('[[');
    await expectHeading(/^master-1: /);
  });

  test('without a host names what is there', async () => {
    const { user } = openAddress('/hosts/gone');
    await expectHeading('There is no host gone');
    expect(screen.getByText('The table has 3 hosts.')).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'See the table' }));
    await expectHeading('The table');
  });

  test('shows the same host after its name is changed', async () => {
    const { user } = openAddress('/hosts/master-0');
    await expectHeading(/^master-0: /);
    await user.click(screen.getByLabelText('The next host'));
    await expectHeading(/^master-1: /);
    await user.click(screen.getByText('Name, BMC and NICs of the table'));
    const name = screen.getByLabelText('Host');
    await fill(user, name, 'cp-1');
    await user.keyboard('{Enter}');
    await expectHeading(/^cp-1: /);
    await user.click(screen.getByLabelText('The next host'));
    await expectHeading(/^master-2: /);
  });
});
