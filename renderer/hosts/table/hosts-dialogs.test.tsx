import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import { buttonThatIs } from '../../engine/screen.fixture.tsx';
import { fleet } from '../fleet.fixture.ts';
import { fill, openHosts, READER } from '../hosts-screen.fixture.tsx';
import { t as common } from '../messages.ts';
import { HostsTable } from './hosts-screen.tsx';
import { t } from './messages.ts';

const FAILURE = new ContractError({
  code: 'file-missing',
  level: 'error',
  message: 'The folder is read-only',
  remedy: 'Check the disk.',
  problems: [],
});

const openTable = (set = fleet(3), answers = {}) =>
  openHosts(set, <HostsTable />, { 'hosts.list': { sets: [] }, ...answers });

type User = ReturnType<typeof openTable>['user'];
const choose = async (user: User, item: string) => {
  await user.click(await screen.findByRole('button', { name: t('menuButton') }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

describe('the menu', () => {
  test('adds a row, undoes and redoes it', async () => {
    const { user, now } = openTable();
    await choose(user, t('addRowItem'));
    expect(now().set.hosts.at(-1)).toMatchObject({ name: '', role: 'worker' });
    await choose(user, common('undoLabel'));
    expect(now().set.hosts).toHaveLength(3);
    await choose(user, common('redoLabel'));
    expect(now().set.hosts).toHaveLength(4);
  });

  test('has nothing to undo at first', async () => {
    const { user } = openTable();
    await user.click(await screen.findByRole('button', { name: t('menuButton') }));
    for (const name of [common('undoLabel'), common('redoLabel')])
      expect(await screen.findByRole('menuitem', { name })).toHaveProperty('disabled', true);
  });

  test.each([
    ['copyCsvItem', /^name,role,.*\nmaster-0,master,/],
    ['copyYamlItem', /- name: master-0\n +role: master/],
  ] as const)('copies the table: %s', async (item, text) => {
    const { user } = openTable();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await choose(user, t(item));
    expect(write.mock.calls).toEqual([[expect.stringMatching(text)]]);
    write.mockRestore();
  });

  test('removes the table, or shows the failure', async () => {
    const { user, requested, now } = openTable(fleet(1), { 'hosts.remove': FAILURE });
    await choose(user, t('removeTableItem', { table: 'fleet' }));
    expect(requested('hosts.remove')).toEqual([{ id: 'fleet' }]);
    await screen.findByText(t('removeFailedTitle'));
    expect(screen.getByText('Check the disk.')).toBeDefined();
    expect(now().set.name).toBe('fleet');
  });

  test('only copies in a read-only session', async () => {
    const { user, requested } = openTable(fleet(1), READER);
    await buttonThatIs('off', common('importButton'));
    await user.click(screen.getByRole('button', { name: t('menuButton') }));
    const items = await screen.findAllByRole<HTMLButtonElement>('menuitem');
    const on = items.filter((item) => !item.disabled && item.getAttribute('aria-disabled') !== 'true');
    expect(on.map((item) => item.textContent)).toEqual([t('copyCsvItem'), t('copyYamlItem')]);
    await user.click(
      screen.getByRole('menuitem', {
        name: (name) => name.startsWith(t('removeTableItem', { table: 'fleet' })),
      }),
    );
    expect(requested('hosts.remove')).toEqual([]);
  });
});

describe('renaming', () => {
  const rename = async () => {
    const opened = openTable();
    await choose(opened.user, t('renameTableItem', { table: 'fleet' }));
    const name = await screen.findByRole('textbox', { name: t('nameLabel') });
    await opened.user.clear(name);
    return { ...opened, name };
  };

  test('needs a name, and is confirmed with Enter', async () => {
    const { user, now, name } = await rename();
    await user.type(name, '  {Enter}');
    await buttonThatIs('off', t('renameButton'));
    expect(now().set.name).toBe('fleet');
    await user.type(name, 'rack 7 {Enter}');
    expect(now().set.name).toBe('rack 7');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is canceled with the button and with Escape', async () => {
    const { user, now, name } = await rename();
    await user.type(name, 'other');
    await user.click(screen.getByRole('button', { name: common('cancelButton') }));
    await choose(user, t('renameTableItem', { table: 'fleet' }));
    await user.type(await screen.findByRole('textbox', { name: t('nameLabel') }), 'x{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(now().past).toEqual([]);
  });
});

describe('the layout of all hosts', () => {
  const openLayout = async (set = fleet(3)) => {
    const opened = openTable(set);
    await choose(opened.user, t('editLayoutItem'));
    const dialog = within(
      await screen.findByRole('dialog', { name: (name) => name.startsWith(t('layoutTitle')) }),
    );
    const use = () => opened.user.click(dialog.getByRole('button', { name: t('useButton') }));
    return { ...opened, dialog, use };
  };

  test('changes settings only when they are applied', async () => {
    const { user, now, dialog, use } = await openLayout();
    const vlan = dialog.getByRole('textbox', { name: 'VLAN' });
    expect(vlan).toHaveProperty('value', '120');
    await fill(user, vlan, '131');
    expect(now().past).toEqual([]);
    await use();
    expect(now().set.layout.answers.vlan).toBe('131');
    expect(now().set.hosts).toEqual(fleet(3).hosts);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test("doesn't change on Cancel", async () => {
    const { user, now, dialog } = await openLayout();
    await user.type(dialog.getByRole('textbox', { name: 'VLAN' }), '9');
    await user.click(dialog.getByRole('button', { name: common('cancelButton') }));
    expect(now().past).toEqual([]);
  });

  test('shows the settings of the selected layout', async () => {
    const { user, now, dialog, use } = await openLayout();
    await user.selectOptions(dialog.getByRole('combobox', { name: t('layoutLabel') }), 'single-dhcp');
    expect(dialog.queryByRole('textbox', { name: 'VLAN' })).toBeNull();
    await use();
    expect(now().set.layout.preset).toBe('single-dhcp');
  });

  test('becomes a template that starts with the document of the layout', async () => {
    const { user, now, dialog, use } = await openLayout();
    await user.selectOptions(dialog.getByRole('combobox', { name: t('layoutLabel') }), t('templateOption'));
    const template = dialog.getByRole<HTMLTextAreaElement>('textbox', {
      name: t('templateLabel', { variable: '{{ nic1 }}' }),
    });
    expect(template.value).toMatch(/interfaces:/);
    expect(template.value).toContain('{{');
    await user.type(template, '# mine');
    await use();
    expect(now().set.layout).toMatchObject({ preset: '', template: expect.stringMatching(/# mine$/) });
  });

  test('includes the cluster in its short form', async () => {
    const { user, now, dialog, use } = await openLayout();
    const vip = dialog.getByRole('textbox', { name: t('apiVipLabel') });
    expect(vip).toHaveProperty('value', '10.20.254.5');
    await fill(user, vip, '10.20.254.7, 2001:db8::7');
    await fill(user, dialog.getByRole('textbox', { name: t('clusterMtuLabel') }), '8900');
    const version = dialog.getByRole('textbox', { name: t('versionLabel') });
    await fill(user, version, ' 4.19 ');
    await use();
    expect(now().set.openShiftVersion).toBe('4.19');
    expect(now().set.cluster).toContain('machineNetwork: 10.20.0.0/16\n');
    expect(now().set.cluster).toContain('clusterNetworkMTU: 8900\n');
    expect(now().set.cluster).toMatch(/10\.20\.254\.7[\s\S]*2001:db8::7/);
    expect(now().set.cluster).not.toContain('10.20.254.5');
  });

  test('does not edit the cluster of an install-config until it is removed', async () => {
    const cluster = 'baseDomain: example.com\nnetworking:\n  machineNetwork:\n  - cidr: 10.20.0.0/16\n';
    const { user, now, dialog, use } = await openLayout({ ...fleet(1), cluster });
    expect(dialog.queryByRole('textbox', { name: t('apiVipLabel') })).toBeNull();
    await user.click(dialog.getByRole('button', { name: t('removeClusterButton') }));
    await fill(user, dialog.getByRole('textbox', { name: t('machineNetworkLabel') }), '10.30.0.0/16');
    await use();
    expect(now().set.cluster).toBe('machineNetwork: 10.30.0.0/16\n');
  });

  test('removes an emptied setting of the cluster', async () => {
    const { user, now, dialog, use } = await openLayout();
    await user.clear(dialog.getByRole('textbox', { name: t('ingressVipLabel') }));
    await use();
    expect(now().set.cluster).toBe('machineNetwork: 10.20.0.0/16\napiVIP: 10.20.254.5\n');
  });
});

describe('the import of a BMC inventory', () => {
  const BMH = `kind: BareMetalHost
metadata: {name: rack-7}
spec: {bootMACAddress: "52:54:00:01:00:00", bmc: {address: "redfish://root:hunter2@198.51.100.9/redfish/v1/Systems/1"}}
status: {hardware: {nics: [{name: ens3, mac: "52:54:00:03:00:00"}, {name: eno1, mac: "52:54:00:01:00:00"}]}}
---
kind: BareMetalHost
metadata: {name: worker-9}
spec: {bmc: {address: 198.51.100.10}}
status: {hardware: {nics: [{name: eno1, mac: "52:54:00:09:00:00"}]}}
`;

  test('shows what it adds and changes, then merges machines by MAC address', async () => {
    const { user, now, host } = openTable(fleet(1));
    await user.click(await buttonThatIs('on', common('importButton')));
    await user.click(screen.getByRole('textbox', { name: common('pasteLabel') }));
    await user.paste(BMH);
    expect(
      await screen.findByText(common('hostsFoundSome', { hosts: 2, added: 1, changed: 1 })),
    ).toBeDefined();
    const preview = within(screen.getByRole('region', { name: common('mergesTitle') }));
    expect(preview.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
      'master-0',
      'worker-9',
    ]);
    expect(
      preview.getByRole('row', { name: /^master-0 Changed.*NIC 3 MAC 52:54:00:03:00:00/ }),
    ).toBeDefined();
    expect(screen.getByRole('region', { name: common('mergesTitle') }).textContent).not.toContain('hunter2');
    await user.click(screen.getByRole('button', { name: common('importHostsButton', { hosts: 2 }) }));
    expect(now().set.hosts.map(({ name }) => name)).toEqual(['master-0', 'worker-9']);
    expect(host('master-0')).toMatchObject({
      role: 'master',
      addresses: fleet(1).hosts[0]!.addresses,
      nics: [...fleet(1).hosts[0]!.nics, { name: 'ens3', mac: '52:54:00:03:00:00' }],
    });
    expect(JSON.stringify(now().set)).not.toContain('hunter2');
    now().undo();
    await expect.poll(() => now().set.hosts).toHaveLength(1);
  });

  test('a template of the table can be downloaded', async () => {
    const { user } = openTable(fleet(1));
    const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    await user.click(await buttonThatIs('on', common('importButton')));
    await user.click(screen.getByRole('button', { name: common('templateButton') }));
    const [blob] = create.mock.calls[0] as [Blob];
    expect(await blob.text()).toMatch(/^name,role,nic1,mac1,nic2,mac2,address,/);
    create.mockRestore();
  });
});
