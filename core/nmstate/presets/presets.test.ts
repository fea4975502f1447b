import { describe, expect, test } from 'vitest';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { problemsOf } from '../validation/checked.fixture.ts';
import { renderTemplate } from '../validation/template.ts';
import { t } from './messages.ts';
import { openQuestions } from './preset.ts';
import { PRESET_CASES as CASES, PRESET_HOST as host } from './presets.fixture.ts';
import { PRESETS, presetById } from './presets.ts';

const cluster: ClusterNetwork = {
  machineNetworks: [],
  apiVips: ['10.20.30.5'],
  ingressVips: ['10.20.30.6'],
  serviceNetworks: [],
  clusterNetworks: [],
  clusterMtu: 8900,
};

describe('presets', () => {
  test.each(CASES)('%s results in a valid document', (_, preset, kind) => {
    const { text, problems } = preset.build({ addressing: kind }, host);
    expect(problems).toEqual([]);
    expect(text).not.toContain('{{');
    expect(
      problemsOf(text, { host, role: 'worker', cluster }, 'worker-3.yml').filter(
        ({ rule }) => !['BR20', 'dns-auto'].includes(rule),
      ),
      text,
    ).toEqual([]);
    // The template with the columns of the table becomes the same document.
    const template = preset.template(
      { addressing: kind },
      Object.keys(host.variables).concat('nic1', 'nic2'),
    );
    expect(renderTemplate(template, host)).toEqual({ text, problems: [] });
  });

  test('prefer answers to the table, and the table to defaults', () => {
    const preset = presetById(t('bondVlanTitle'))!;
    const { text } = preset.build({ vlan: '77', bond: 'bond9', mode: 'active-backup' }, host);
    expect(text).toContain('name: bond9.77\n');
    expect(text).toContain('mode: active-backup');
    expect(text).toContain('primary: enp129s0f0np0');
    expect(text).toContain('mtu: 9000');
    expect(preset.build({}, { ...host, nics: [] }).text).toContain('- eno1\n');
  });

  const withMacs = { ...host, nics: host.nics.map(({ mac }) => ({ mac })) };

  test.each(CASES.filter(([, { byMac }]) => byMac))(
    '%s finds NICs by their MAC addresses if their names are unknown',
    (_, preset, kind) => {
      const { text, problems } = preset.build({ addressing: kind }, withMacs);
      expect(problems).toEqual([]);
      expect(text).toContain('name: nic1-by-mac\n  type: ethernet\n  state: up\n  identifier: mac-address\n');
      expect(text).toContain(`mac-address: "${host.nics[0]!.mac!}"`);
      expect(text).not.toMatch(/eno\d|primary:/);
      expect(
        problemsOf(text, { host: withMacs, role: 'worker', cluster }, 'worker-3.yml').filter(
          ({ rule }) => !['BR20', 'dns-auto'].includes(rule),
        ),
        text,
      ).toEqual([]);
    },
  );

  test('use a name that was entered, and mark a guessed one', () => {
    const preset = presetById('bond-lacp')!;
    const named = preset.build({ nic1: 'ens1f0' }, withMacs).text;
    expect(named).toContain('name: ens1f0\n');
    expect(named).toContain('name: nic2-by-mac\n');
    const guessed = preset.build({}, { ...host, nics: [] }).text;
    expect(guessed).toContain(`name: eno1 # ${t('guessedName')}\n`);
    expect(preset.build({}, host).text).not.toContain(t('guessedName'));
    expect(preset.template({}, [])).not.toContain(t('guessedName'));
  });

  test('report missing values with their place, and keep their variables', () => {
    const { text, problems } = presetById('single_static')!.build(
      {},
      { ...host, addresses: [], variables: {} },
    );
    expect(problems.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('worker-3.lab.example has no value for `address`'),
        expect.stringContaining('`gateway`'),
      ]),
    );
    expect(text.split('\n')[problems[0]!.line! - 1]).toContain('{{');
  });

  test('ask questions that depend on the answers', () => {
    const preset = presetById('bond-lacp')!;
    const ids = (addressing: string) => openQuestions(preset, { addressing }).map(({ id }) => id);
    expect(ids('')).toContain('gateway');
    expect(ids('dhcp')).not.toContain('gateway');
    expect(ids('dual')).toContain('gateway6');
    expect(ids('static')).not.toContain('gateway6');
  });

  test('have unique IDs, and a label for every question', () => {
    expect(new Set(PRESETS.map(({ id }) => id)).size).toBe(PRESETS.length);
    expect(PRESETS.flatMap(({ questions }) => questions).filter(({ label }) => !label)).toEqual([]);
  });
});
