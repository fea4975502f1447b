import { describe, expect, it } from 'vitest';
import { pathText, readYaml } from '../../../core/contract/documents/document.ts';
import {
  type InstallConfig,
  PRESETS,
  readInstallConfig,
} from '../../../core/contract/documents/install-config.ts';
import { columnsOf } from './field-values.ts';
import type { Section } from './form-fields.ts';
import { tabAddress } from './form-place.ts';
import { t } from './messages.ts';
import { platformName, sectionFor, sectionsOf } from './sections.ts';

const PLATFORMS = ['vsphere', 'baremetal', 'none', 'external', ''];
const NOTHING: InstallConfig = {};
const of = (platform: string, config = NOTHING) => sectionsOf(config, platform);
const section = (sections: readonly Section[], id: Section['id']) => sections.find((each) => each.id === id)!;
const labels = (list: { fields: readonly { label: string }[] }) => list.fields.map(({ label }) => label);

/** Two vCenters with a failure domain each. */
const two = {
  platform: {
    vsphere: {
      vcenters: [
        { server: 'vc-a.lab', datacenters: ['dc-a'] },
        { server: 'vc-b.lab', datacenters: ['dc-b', 'dc-a'] },
      ],
      failureDomains: [{ name: 'fd-1' }, { name: 'fd-2' }, {}],
    },
  },
} as unknown as InstallConfig;

describe('the sections of a platform', () => {
  it.each([
    ['vsphere', ['cluster', 'vcenters', 'failure-domains', 'nodes', 'networking', 'mirror', 'secrets']],
    ['baremetal', ['cluster', 'hosts', 'nodes', 'networking', 'mirror', 'secrets']],
    ['none', ['cluster', 'nodes', 'networking', 'mirror', 'secrets']],
  ])('%s', (platform, ids) => expect(of(platform).map(({ id }) => id)).toEqual(ids));

  it('have names', () => {
    expect(PLATFORMS.map(platformName)).toEqual([
      t('platformVsphere'),
      t('platformBareMetal'),
      t('platformNone'),
      t('platformExternal'),
      t('platformMissing'),
    ]);
    expect(platformName('aws')).toBe('aws');
  });

  it.each(PLATFORMS)('show a problem of each field where the field is: "%s"', (platform) => {
    const sections = of(platform);
    const misplaced = sections.flatMap(({ id, fields, lists }) => [
      ...fields.filter(({ path }) => sectionFor(pathText(path), sections) !== id).map(({ path }) => path),
      ...lists
        .filter(({ path }) => sectionFor(`${pathText(path)}[0]`, sections) !== id)
        .map(({ path }) => path),
    ]);
    // The section Cluster shows the problems of no other section.
    const stray = misplaced.filter((path) => sectionFor(pathText(path), sections) !== 'cluster');
    expect(stray).toEqual([]);
  });

  it.each(PLATFORMS)('have each field once: "%s"', (platform) => {
    for (const { id, fields, lists } of of(platform)) {
      const paths = fields.map(({ path }) => pathText(path));
      expect(new Set(paths).size, id).toBe(paths.length);
      for (const list of lists) {
        const own = list.fields.map(({ path }) => pathText(path));
        expect(new Set(own).size, list.title).toBe(own.length);
      }
    }
  });

  it.each(PLATFORMS)('have columns that are fields of their lists: "%s"', (platform) => {
    for (const { lists } of of(platform))
      for (const list of lists) expect(columnsOf(list).map(({ label }) => label)).toEqual(list.columns);
  });

  it.each(PLATFORMS)('start new items with fields of the list: "%s"', (platform) => {
    for (const { lists } of of(platform, platform === 'vsphere' ? two : NOTHING))
      for (const list of lists) {
        const known = new Set(list.fields.map(({ path }) => path[0]));
        const fresh = Object.keys(list.fresh(0) as object);
        expect(
          fresh.filter((key) => !known.has(key)),
          list.title,
        ).toEqual([]);
      }
  });
});

describe('fields', () => {
  it('belong to their platform only', () => {
    const fields = (platform: string) => labels(section(of(platform), 'cluster'));
    expect(fields('external')).toContain(t('platformNameLabel'));
    expect(fields('vsphere')).not.toContain(t('platformNameLabel'));
    expect(fields('none')).toContain(t('installationDiskLabel'));
    expect(fields('vsphere')).not.toContain(t('installationDiskLabel'));
    expect(labels(section(of('baremetal'), 'networking'))).toContain(t('apiVipsLabel'));
    expect(labels(section(of('none'), 'networking'))).not.toContain(t('apiVipsLabel'));
    expect(labels(section(of('vsphere'), 'nodes'))).toContain(t('zonesLabel'));
    expect(labels(section(of('baremetal'), 'nodes'))).not.toContain(t('zonesLabel'));
  });

  it('of several cluster networks are numbered', () => {
    const network = (number: number) => {
      const clusterNetwork = Array.from({ length: number }, () => ({}));
      const config = { networking: { clusterNetwork } } as unknown as InstallConfig;
      return labels(section(of('none', config), 'networking')).filter(
        (label) => label.startsWith(t('clusterNetworkLabel')) && label !== t('mtuLabel'),
      );
    };
    expect(network(0)).toEqual([t('clusterNetworkLabel')]);
    expect(network(1)).toEqual([t('clusterNetworkLabel')]);
    expect(network(2)).toEqual([1, 2].map((each) => t('numberedClusterNetworkLabel', { number: each })));
  });

  it('suggest the vCenters, datacenters and failure domains of the file', () => {
    const sections = of('vsphere', two);
    const [domains] = section(sections, 'failure-domains').lists;
    const suggested = (label: string) => domains!.fields.find((field) => field.label === label)?.suggestions;
    expect(suggested(t('vcenterLabel'))).toEqual(['vc-a.lab', 'vc-b.lab']);
    expect(suggested(t('datacenterLabel'))).toEqual(['dc-a', 'dc-b']);
    const zones = section(sections, 'nodes').fields.find(({ label }) => label === t('zonesLabel'));
    expect(zones?.suggestions).toEqual(['fd-1', 'fd-2']);
  });
});

describe('new items', () => {
  it('of failure domains use the vCenters in turn', () => {
    const [domains] = section(of('vsphere', two), 'failure-domains').lists;
    expect(domains!.fresh(0)).toMatchObject({
      name: 'fd-1',
      server: 'vc-a.lab',
      topology: { datacenter: 'dc-a' },
    });
    expect(domains!.fresh(1)).toMatchObject({
      name: 'fd-2',
      server: 'vc-b.lab',
      topology: { datacenter: 'dc-b' },
    });
    // All further ones use the last vCenter.
    expect(domains!.fresh(5)).toMatchObject({ name: 'fd-6', server: 'vc-b.lab' });
  });

  it('of failure domains are empty without vCenters', () => {
    const [domains] = section(of('vsphere'), 'failure-domains').lists;
    expect(domains!.fresh(0)).toMatchObject({ server: '', topology: { datacenter: '' } });
  });

  it('of worker pools have an unused name', () => {
    const [workers] = section(of('none'), 'nodes').lists;
    expect([0, 1, 2].map((position) => workers!.fresh(position))).toEqual([
      { name: 'worker', replicas: 3 },
      { name: 'worker-1', replicas: 3 },
      { name: 'worker-2', replicas: 3 },
    ]);
  });
});

describe('problems', () => {
  it('go to the section with the longest prefix of their path', () => {
    const sections = of('vsphere');
    expect(sectionFor('platform.vsphere.vCenter', sections)).toBe('vcenters');
    expect(sectionFor('platform.vsphere.network', sections)).toBe('failure-domains');
    expect(sectionFor('platform.vsphere.nodeNetworking.external', sections)).toBe('networking');
    expect(sectionFor('proxy.noProxy', sections)).toBe('mirror');
    expect(sectionFor('sshKey', sections)).toBe('secrets');
    expect(sectionFor('anything.else', sections)).toBe('cluster');
  });

  it('of a platform without a section of its own go to the cluster', () => {
    expect(sectionFor('platform.vsphere.vcenters[0]', of('none'))).toBe('cluster');
  });
});

it('every preset has sections, and every section an address', () => {
  for (const { id, text } of PRESETS) {
    const { config } = readInstallConfig(readYaml(text).text);
    const [platform = ''] = Object.keys(config.platform ?? {});
    const ids = of(platform, config).map((each) => each.id);
    expect(ids, id).toContain('networking');
    expect(ids.map((each) => tabAddress(each, 'd1'))).toContain('/install-config/secrets?draft=d1');
  }
  expect(tabAddress('day-2', undefined)).toBe('/install-config/day-2');
});
