import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { readYaml } from '../../../core/contract/documents/document.ts';
import type { Answers } from '../../engine/screen.fixture.tsx';
import { READER, READER_REJECTION } from '../../engine/session.fixture.ts';
import { draftWith, fill, openConfig, VSPHERE } from '../open-config.fixture.tsx';
import { analyze } from './analysis.ts';
import type { SectionId } from './form-fields.ts';
import { t } from './messages.ts';
import { SectionView } from './section-view.tsx';
import { sectionsOf } from './sections.ts';
import { useAnalysis } from './use-config.tsx';

const GATES = t('gatesButton', { featureSet: 'CustomNoUpgrade' });
const shown = vi.fn();

/** One section of the open configuration. */
function Section({ id }: { id: SectionId }) {
  const { config, platform } = useAnalysis();
  const [chosen, setChosen] = useState<Record<string, number>>({});
  const choose = (list: string, item: number) => setChosen((before) => ({ ...before, [list]: item }));
  const sections = sectionsOf(config, platform);
  const section = sections.find((each) => each.id === id)!;
  return <SectionView {...{ section, sections, chosen }} onChoose={choose} onShow={shown} />;
}

const openSection = (id: SectionId, text = VSPHERE, fields = {}, answers: Answers = {}) =>
  openConfig(draftWith(text, fields), <Section id={id} />, answers);
const card = (name: string) => within(screen.getByRole('region', { name }));

describe('a text field', () => {
  test('is written when it loses the focus, without surrounding spaces', async () => {
    const { user, now } = openSection('cluster');
    const name = screen.getByRole('textbox', { name: t('clusterNameLabel') });
    await user.clear(name);
    await user.type(name, ' bergen ');
    expect(now().text).toBe(VSPHERE);
    await user.tab();
    expect(now().text).toBe(VSPHERE.replace('name: cluster', 'name: bergen'));
    now().undo();
    await expect
      .poll(() => screen.getByLabelText<HTMLInputElement>(t('clusterNameLabel')).value)
      .toBe('cluster');
  });

  test('is written at Enter, and removed when it is empty', async () => {
    const { user, now } = openSection('cluster');
    const image = screen.getByRole('textbox', { name: t('rhcosImageLabel') });
    await fill(user, image, 'http://mirror.lab/rhcos.ova');
    expect(now().text).toContain('clusterOSImage: http://mirror.lab/rhcos.ova\n');
    await user.clear(image);
    await user.tab();
    expect(now().text).toBe(VSPHERE);
  });

  test('shows the rule that it breaks, in the words of the installer', async () => {
    const { user } = openSection('cluster');
    const domain = screen.getByRole('textbox', { name: t('baseDomainLabel') });
    await fill(user, domain, 'not a domain');
    await expect.poll(() => domain.getAttribute('aria-invalid')).toBe('true');
    const note = document.getElementById(domain.getAttribute('aria-describedby')!.split(' ')[0]!);
    expect(note?.textContent).toContain('Error: baseDomain: Invalid value: "not a domain"');
  });

  test('of a number is written as one', async () => {
    const { user, now } = openSection('nodes');
    const machines = card(t('controlPlaneTitle')).getByRole('textbox', { name: t('replicasLabel') });
    await fill(user, machines, '5');
    expect(now().text).toContain('  replicas: 5\n');
    await fill(user, machines, 'five');
    expect(now().text).toContain('  replicas: five\n');
  });
});

describe('other fields', () => {
  test('are a choice whose first value removes the field', async () => {
    const { user, now } = openSection('cluster');
    const published = screen.getByRole('combobox', { name: t('publishLabel') });
    await user.selectOptions(published, 'Internal');
    expect(now().text).toContain('publish: Internal\n');
    await user.selectOptions(published, 'External');
    expect(now().text).toBe(VSPHERE);
  });

  test('are a flag that is removed when it is off', async () => {
    const { user, now } = openSection('cluster');
    await user.click(screen.getByRole('checkbox', { name: t('fipsLabel') }));
    expect(now().text).toContain('fips: true\n');
    await user.click(screen.getByRole('checkbox', { name: t('fipsLabel') }));
    expect(now().text).not.toContain('fips');
  });

  test('are a block that ends with a line break', async () => {
    const { user, now } = openSection('mirror');
    const bundle = screen.getByRole('textbox', { name: t('trustBundleLabel') });
    await user.click(bundle);
    await user.paste('-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----');
    await user.tab();
    expect(now().text).toMatch(/additionalTrustBundle: \|\n +-----BEGIN CERTIFICATE-----\n/);
  });

  test('are lists of mappings with one key', async () => {
    const { user, now } = openSection('networking');
    await fill(user, screen.getByRole('textbox', { name: t('machineNetworksLabel') }), '198.51.100.0/24');
    expect(now().text).toContain('  - cidr: 192.0.2.0/24\n  - cidr: 198.51.100.0/24\n');
    await user.click(
      screen.getByRole('button', {
        name: t('removeValueLabel', { value: '192.0.2.0/24', field: t('machineNetworksLabel') }),
      }),
    );
    expect(now().text).not.toContain('192.0.2.0/24');
  });

  test('select the validation rules, outside the text', async () => {
    const { user, now } = openSection('cluster');
    const version = screen.getByRole('textbox', { name: t('versionLabel') });
    await user.clear(version);
    await user.type(version, '4.17.3 ');
    await user.selectOptions(screen.getByRole('combobox', { name: t('methodLabel') }), 'agent');
    expect(now().fields).toMatchObject({ openShiftVersion: '4.17.3', method: 'agent' });
    expect(now().text).toBe(VSPHERE);
  });

  test('warn about fields that only apply to machines of the installer', async () => {
    const options = { openShiftVersion: '4.18', ofSecrets: [], acceptedWarnings: [] };
    const { problems } = analyze(readYaml(VSPHERE), { ...options, method: 'user-provisioned' });
    const fix = problems.find(({ path }) => path === 'compute[0].replicas')!.fix!.label;
    const { user, now } = openSection('nodes');
    expect(screen.queryByRole('button', { name: fix })).toBeNull();
    now().change({ method: 'user-provisioned' });
    await user.click(await screen.findByRole('button', { name: fix }));
    expect(now().text).toBe(VSPHERE.replace(/(name: worker\n +replicas:) \d/, '$1 0'));
    await expect.poll(() => screen.queryByRole('button', { name: fix })).toBeNull();
  });

  test('choose user-provisioned machines, with what to expect', async () => {
    const { user, now } = openSection('cluster');
    expect(screen.queryByText(t('userProvisionedHelp'))).toBeNull();
    const method = screen.getByRole('combobox', { name: t('methodLabel') });
    await user.selectOptions(method, t('userProvisionedOption'));
    expect(now().fields.method).toBe('user-provisioned');
    expect(screen.getByText(t('userProvisionedHelp'))).toBeDefined();
  });

  test('are disabled in a read-only session', async () => {
    openSection('cluster', VSPHERE, {}, READER);
    const fieldset = (name: string) => screen.getByRole('textbox', { name }).closest('fieldset');
    await expect.poll(() => fieldset(t('clusterNameLabel'))?.disabled).toBe(true);
    expect(fieldset(t('versionLabel'))?.disabled).toBe(true);
  });
});

describe('a warning', () => {
  const options = {
    openShiftVersion: '4.18',
    method: 'installer',
    ofSecrets: [],
    acceptedWarnings: [],
  } as const;
  const { problems } = analyze(readYaml(VSPHERE), options);
  const { message, line = 0 } = problems.find(({ path }) => path?.startsWith('platform.vsphere.apiVIPs'))!;
  const item = () => within(screen.getByText(message).closest('li')!);

  test('is accepted, and reopened', async () => {
    const { user, now } = openSection('networking');
    await user.click(item().getByRole('button', { name: t('acceptButton') }));
    expect(now().fields.acceptedWarnings).toEqual([expect.stringContaining(message)]);
    expect(now().text).toBe(VSPHERE);
    await user.click(item().getByRole('button', { name: t('reopenButton') }));
    expect(now().fields.acceptedWarnings).toEqual([]);
  });

  test('leads to its line', async () => {
    const { user } = openSection('networking');
    await user.click(item().getByRole('button', { name: t('lineButton', { line }) }));
    expect(shown).toHaveBeenLastCalledWith(expect.objectContaining({ line }));
  });
});

describe('a list of items', () => {
  test('shows its items with their state, and the form of the chosen one', async () => {
    const { user } = openSection('vcenters');
    const table = within(card(t('vcentersSection')).getByRole('table'));
    const texts = table.getAllByRole('row').map((row) => row.textContent);
    expect(texts).toEqual([
      [t('serverLabel'), t('datacentersLabel'), t('passwordLabel'), t('stateColumn')].join(''),
      `vcenter-a.example.comdc-a ${t('secretStored')}${t('itemValid')}`,
      `vcenter-b.example.comdc-b ${t('secretStored')}${t('itemValid')}`,
      `vcenter-c.example.comdc-c ${t('secretStored')}${t('itemValid')}`,
    ]);
    expect(screen.getByRole('textbox', { name: t('serverLabel') })).toHaveProperty(
      'value',
      'vcenter-a.example.com',
    );
    await user.click(table.getByRole('button', { name: 'vcenter-b.example.com' }));
    expect(screen.getByRole('textbox', { name: t('serverLabel') })).toHaveProperty(
      'value',
      'vcenter-b.example.com',
    );
  });

  test('renames a vCenter wherever it is used', async () => {
    const { user, now } = openSection('vcenters');
    const server = screen.getByRole('textbox', { name: t('serverLabel') });
    await fill(user, server, 'vc-oslo.lab');
    expect(now().text).toBe(VSPHERE.replaceAll('vcenter-a.example.com', 'vc-oslo.lab'));
  });

  test('adds an item, opens it and moves the focus to it', async () => {
    const { user, now } = openSection('vcenters');
    const add = () => screen.getByRole<HTMLButtonElement>('button', { name: t('addVCenterButton') });
    const full = { disabled: true, title: t('vcentersFullTip', { most: 3 }) };
    expect(add()).toMatchObject(full);
    // A disabled button shows no title to the keyboard.
    expect(screen.getByText(full.title)).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('removeVCenterButton') }));
    await user.click(add());
    expect(add()).toMatchObject(full);
    expect(now().text).toContain('server: vcenter-3.example.com');
    const server = screen.getByRole('textbox', { name: t('serverLabel') });
    expect(server).toHaveProperty('value', 'vcenter-3.example.com');
    await expect.poll(() => document.activeElement).toBe(server);
  });

  test('removes the chosen item with what depends on it', async () => {
    const { user, now } = openSection('vcenters');
    await user.click(screen.getByRole('button', { name: 'vcenter-b.example.com' }));
    await user.click(screen.getByRole('button', { name: t('removeVCenterButton') }));
    expect(now().text).not.toContain('vcenter-b.example.com');
    expect(now().text).toContain('zones: [fd-1, fd-3]');
    expect(screen.getByRole('textbox', { name: t('serverLabel') })).toHaveProperty(
      'value',
      'vcenter-a.example.com',
    );
  });

  test('is empty without items, and starts with the first', async () => {
    const { user, now } = openSection('mirror');
    const sources = card(t('sourcesTitle'));
    expect(sources.getByText(t('sourcesEmpty'))).toBeDefined();
    await user.click(sources.getByRole('button', { name: t('addSourceButton') }));
    await fill(user, sources.getByRole('textbox', { name: t('mirrorsLabel') }), 'registry.lab:5000/ocp');
    expect(now().text).toContain('imageDigestSources:\n');
    expect(now().text).toContain('registry.lab:5000/ocp');
  });

  test('opens each item of a second list of its section', async () => {
    const hosts = ['bootstrap', 'control-plane', 'compute']
      .map((role, i) => `    - role: ${role}\n      networkDevice: {ipAddrs: [192.0.2.1${i}/24]}\n`)
      .join('');
    const text = VSPHERE.replace('    vcenters:\n', `    hosts:\n${hosts}    vcenters:\n`);
    const { user } = openSection('nodes', text);
    const addresses = card(t('addressesTitle'));
    await user.click(addresses.getByRole('button', { name: 'compute' }));
    expect(addresses.getByRole('combobox', { name: t('roleLabel') })).toHaveProperty('value', 'compute');
    expect(card(t('workersTitle')).getByRole('textbox', { name: t('nameLabel') })).toHaveProperty(
      'value',
      'worker',
    );
    await user.click(addresses.getByRole('button', { name: t('addHostButton') }));
    expect(addresses.getAllByRole('row')).toHaveLength(5);
    expect(addresses.getByRole('combobox', { name: t('roleLabel') })).toHaveProperty(
      'value',
      'control-plane',
    );
    await user.click(addresses.getByRole('button', { name: 'bootstrap' }));
    expect(addresses.getByRole('combobox', { name: t('roleLabel') })).toHaveProperty('value', 'bootstrap');
  });

  test('counts the errors of each item', async () => {
    openSection('failure-domains', VSPHERE.replace('datacenter: dc-b', 'datacenter: dc-x'));
    const row = screen.getByRole('button', { name: 'fd-2' }).closest('tr')!;
    expect(row.textContent).toMatch(/\d errors?$/);
    expect(screen.getByRole('button', { name: 'fd-1' }).closest('tr')?.textContent).toMatch(
      new RegExp(`${t('itemValid')}$`),
    );
  });

  test('of a read-only session cannot be extended or shortened', async () => {
    openSection('vcenters', VSPHERE, {}, READER);
    for (const name of [t('addVCenterButton'), t('removeVCenterButton')]) {
      const button = () => screen.getByRole<HTMLButtonElement>('button', { name });
      await expect.poll(() => button().title).toBe(READER_REJECTION);
      expect(button().disabled).toBe(true);
    }
  });
});

describe('advice', () => {
  test('converts deprecated fields, comments included', async () => {
    const old = VSPHERE.replace(/apiVIPs:\n +- (\S+)\n/, 'apiVIP: $1\n');
    const { user, now } = openSection('networking', old);
    expect(screen.getByText(t('deprecatedTitle', { count: 1 }))).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('convertButton') }));
    expect(now().text).toContain('apiVIPs:');
    expect(now().text).toContain('# Unused addresses in the machine network.');
    expect(screen.queryByText(/deprecated field/)).toBeNull();
  });

  test('writes the feature gates that a release needs', async () => {
    const { user, now } = openSection('cluster', VSPHERE, { openShiftVersion: '4.17' });
    const write = screen.getByRole('button', { name: GATES });
    await user.click(write);
    expect(now().text).toMatch(/featureSet: \w+NoUpgrade\n/);
    expect(now().text).toContain('VSphereMultiVCenters=true');
    expect(screen.queryByRole('button', { name: GATES })).toBeNull();
  });

  test('suggests no gates for a version that has them on', () => {
    openSection('cluster', VSPHERE, { openShiftVersion: '4.19' });
    expect(screen.queryByRole('button', { name: GATES })).toBeNull();
  });
});
