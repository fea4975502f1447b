import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { documentOf, writeDocument } from '../../../core/contract/documents/nmstate.ts';
import type { SavedHostSet } from '../../../core/contract/topics/hosts.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { fleet } from '../fleet.fixture.ts';
import { edited, fill, Keyboard, openHosts, READER } from '../hosts-screen.fixture.tsx';
import { t as common } from '../messages.ts';
import { forgetSet, useHosts } from '../use-hosts.tsx';
import { verdictOf } from '../verdict.ts';
import { t } from './messages.ts';
import HostScreen, { HostEditor } from './screen.tsx';

/** The editor of one host of the open set. */
function Editor({ index }: { index: number }) {
  const host = useHosts().set.hosts[index]!;
  return <HostEditor index={index} host={host} />;
}

const WORKER = 3;
const PROBLEMS = t('problemsLabel', { host: 'worker-1' });
const openHost = (set = fleet(4), answers: Answers = {}) =>
  openHosts(set, <Editor index={WORKER} />, answers);
const textOf = ({ layout, hosts }: SavedHostSet, index = WORKER) =>
  documentOf(layout, hosts[index]!).document.yaml.text;

describe('the settings of a layout', () => {
  test('are changed for one host, with one undo step per field', async () => {
    const { user, now, host } = openHost();
    const vlan = await screen.findByLabelText('VLAN');
    expect(vlan.getAttribute('placeholder')).toBe('120');
    await user.click(vlan);
    await user.paste('131');
    expect(textOf(now().set)).toContain('id: 131');
    expect(textOf(now().set, 0)).toContain('id: 120');
    expect(now().past).toHaveLength(1);
    await user.click(screen.getByText(common('undoLabel')));
    expect(host('worker-1')).toEqual(fleet(4).hosts[WORKER]);
    await user.click(screen.getByText(common('redoLabel')));
    expect(vlan).toHaveProperty('value', '131');
  });

  test('count the values of the host', async () => {
    const { user } = openHost();
    const vlan = await screen.findByLabelText('VLAN');
    const words = () =>
      /(\d+) settings? inherited, (\d+) set for this host/.exec(document.body.textContent ?? '')!;
    const [, all, own] = words();
    await user.type(vlan, '7');
    expect(words().slice(1)).toEqual([String(Number(all) - 1), String(Number(own) + 1)]);
    await user.clear(vlan);
    expect(words().slice(1)).toEqual([all, own]);
  });

  test('change with the selected layout', async () => {
    const { user, host } = openHost();
    const layout = await screen.findByRole('combobox', { name: t('layoutLabel') });
    await user.selectOptions(layout, 'single-dhcp');
    expect(host('worker-1')?.preset).toBe('single-dhcp');
    expect(screen.queryByLabelText('VLAN')).toBeNull();
    await user.selectOptions(
      layout,
      screen.getByRole('option', { name: (name) => name.startsWith(t('inheritedLayout', { layout: '' })) }),
    );
    expect(screen.getByLabelText('VLAN')).toBeDefined();
  });

  test('show a problem at their field', async () => {
    openHost();
    const address = await screen.findByLabelText(/^(IPv4 a|A)ddress$/);
    fireEvent.change(address, { target: { value: '10.20.0.11' } });
    await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
    const note = document.getElementById(address.getAttribute('aria-describedby')!);
    expect(note?.textContent).toContain(common('addressSharedState', { host: 'master-0' }));
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
    const list = within(await screen.findByRole('list', { name: PROBLEMS }));
    const fix = verdictOf(broken).hosts[WORKER]!.problems.find((problem) => problem.fix)!.fix!;
    await user.click(list.getByRole('button', { name: fix.label }));
    await expect.poll(() => now().verdict?.errors).toBe(0);
    expect(textOf(now().set)).toContain('802.3ad\n');
    expect(screen.queryByRole('list', { name: PROBLEMS })).toBeNull();
  });

  test('lead to their line, which opens the document', async () => {
    const broken = writeDocument(fleet(4), WORKER, textOf(fleet(4)).replace('802.3ad', '802.3adx'));
    const { user } = openHost(broken);
    expect(screen.queryByRole('region', { name: 'YAML' })).toBeNull();
    const list = within(await screen.findByRole('list', { name: PROBLEMS }));
    await user.click(list.getAllByRole('button', { name: /^Line \d+$/ })[0]!);
    expect(screen.getByRole('region', { name: 'YAML' })).toBeDefined();
    await buttonThatIs('on', t('hideYamlButton'));
  });

  test('of a shared address are fixed by a free one', async () => {
    const set = edited({ addresses: '10.20.0.11/16' });
    const { user, now } = openHosts(set, <Editor index={0} />);
    const list = within(await screen.findByRole('list', { name: t('problemsLabel', { host: 'master-0' }) }));
    await user.click(
      list.getByRole('button', { name: verdictOf(set).problems[0]!.problem.suggestion!.label }),
    );
    await expect.poll(() => now().verdict?.errors).toBe(0);
  });

  test('remove their checks from the passed ones', async () => {
    openHost(edited({ addresses: '10.20.0.11/16' }));
    await screen.findByRole('list', { name: PROBLEMS });
    const passed = within(screen.getByRole('list', { name: t('passedLabel') }));
    expect(passed.getByText(t('dnsCheck'))).toBeDefined();
    expect(passed.queryByText(t('addressCheck'))).toBeNull();
  });
});

describe('the settings of the table', () => {
  const openParts = async () => {
    const opened = openHost();
    await opened.user.click(await screen.findByText(t('tableSettingsLabel')));
    return opened;
  };

  test('are written on blur', async () => {
    const { user, now, host } = await openParts();
    const role = screen.getByLabelText('Role');
    await fill(user, role, 'infra');
    expect(host('worker-1')?.role).toBe('worker');
    await user.tab();
    expect(host('worker-1')?.role).toBe('infra');
    expect(now().past).toHaveLength(1);
  });

  test('are written on Enter if they changed', async () => {
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
  const EDITS = t('showEditsButton', { lines: 1 });
  const own = () =>
    writeDocument(fleet(4), WORKER, textOf(fleet(4)).replace('interfaces:', 'interfaces: # mine'));

  test('shows its differences, and can be reset to the layout', async () => {
    const { user, host } = openHost(own());
    await user.click(await screen.findByText(t('showYamlButton')));
    await user.click(screen.getByRole('button', { name: EDITS }));
    const dialog = within(
      await screen.findByRole('dialog', {
        name: (name) => name.startsWith(t('differenceTitle', { host: 'worker-1', lines: 1 })),
      }),
    );
    const lines = dialog.getAllByRole('listitem').map((line) => line.textContent);
    expect(lines.filter((line) => /Removed|Added/.test(line ?? ''))).toEqual([
      expect.stringMatching(/Removed: interfaces:$/),
      expect.stringMatching(/Added: interfaces: # mine$/),
    ]);
    await user.click(dialog.getByRole('button', { name: t('resetButton') }));
    expect(host('worker-1')?.own).toBeUndefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText(t('generatedNote'))).toBeDefined();
  });

  test("doesn't change when its differences are closed", async () => {
    const { user, host } = openHost(own());
    await user.click(await screen.findByText(t('showYamlButton')));
    await user.click(screen.getByRole('button', { name: EDITS }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getAllByRole('button', { name: common('closeButton') }).at(-1)!);
    expect(host('worker-1')?.own).toContain('# mine');
  });

  test('is explained for the first boot of the node', async () => {
    const { user } = openHost();
    await user.click(await screen.findByText(t('explainButton')));
    const dialog = within(
      await screen.findByRole('dialog', {
        name: (name) => name.startsWith(t('explainTitle', { host: 'worker-1' })),
      }),
    );
    expect(dialog.getByText(t('appliedOutcome'))).toBeDefined();
    expect(dialog.getByText(/^On bond0\.120/).textContent).toContain('MTU 9000');
    expect(dialog.getByText('10.20.0.14/16')).toBeDefined();
    expect(dialog.getByText(t('routeText', { destination: '0.0.0.0/0', hop: '10.20.255.1' }))).toBeDefined();
    expect(dialog.getAllByRole('listitem').length).toBeGreaterThan(1);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test("isn't applied without br-ex", async () => {
    const { user } = openHost(writeDocument(fleet(4), WORKER, 'interfaces: []\n'));
    await user.click(await screen.findByText(t('explainButton')));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByText(t('appliedOutcome'))).toBeNull();
    expect(screen.getByText(t('noDiagramText'))).toBeDefined();
  });

  test('is copied', async () => {
    const { user, now } = openHost();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(await screen.findByText(t('showYamlButton')));
    await user.click(screen.getByRole('button', { name: t('copyButton') }));
    expect(write.mock.calls).toEqual([[textOf(now().set)]]);
    write.mockRestore();
  });
});

test('a box of the diagram opens its lines in the document', async () => {
  const { user } = openHost();
  const picture = within(await screen.findByRole('region', { name: t('networkLabel') }));
  await user.click(picture.getByRole('button', { name: /^bond0\.120/ }));
  expect(screen.getByRole('region', { name: 'YAML' })).toBeDefined();
  expect(screen.queryByRole('region', { name: t('networkLabel') })).toBeNull();
});

describe('the address of a host', () => {
  // A test file of the same process may have chosen another set.
  beforeEach(() => forgetSet('fleet'));
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
    await expectHeading(/^master-0 \(bond with VLAN 120, static addresses\)/);
    expect(screen.getByLabelText(t('previousHostButton'))).toHaveProperty('disabled', true);
    await user.click(screen.getByLabelText(t('nextHostButton')));
    await expectHeading(/^master-1 /);
    expect(address()).toBe('/hosts/master-1');
    await user.keyboard(']');
    await expectHeading(/^master-2 /);
    expect(screen.getByLabelText(t('nextHostButton'))).toHaveProperty('disabled', true);
    await user.keyboard('[[');
    await expectHeading(/^master-1 /);
  });

  test('leads to the table for an unknown host', async () => {
    const { user } = openAddress('/hosts/other');
    await expectHeading(t('missingHostTitle', { host: 'other' }));
    expect(screen.getByText(t('missingHostText', { hosts: 3 }))).toBeDefined();
    await user.click(screen.getByRole('link', { name: t('showTableButton') }));
    await expectHeading('The table');
  });

  test('shows the same host after it is renamed', async () => {
    const { user } = openAddress('/hosts/master-0');
    await expectHeading(/^master-0 /);
    await user.click(screen.getByLabelText(t('nextHostButton')));
    await expectHeading(/^master-1 /);
    await user.click(screen.getByText(t('tableSettingsLabel')));
    const name = screen.getByLabelText('Host');
    await fill(user, name, 'cp-1');
    await user.keyboard('{Enter}');
    await expectHeading(/^cp-1 /);
    await user.click(screen.getByLabelText(t('nextHostButton')));
    await expectHeading(/^master-2 /);
  });
});
