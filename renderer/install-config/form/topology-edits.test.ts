import { expect, test } from 'vitest';
import { readYaml, setValue, valueAt, type YamlText } from '../../../core/contract/documents/document.ts';
import {
  afterLoading,
  PRESETS,
  readInstallConfig,
  topologyOf,
} from '../../../core/contract/documents/install-config.ts';
import {
  addFailureDomain,
  addVCenter,
  moveMaster,
  movesOf,
  removeVCenter,
  renameFailureDomain,
  renameVCenter,
  suggestedMove,
  zonesFor,
} from './topology-edits.ts';

const PRESET = readYaml(PRESETS.find(({ id }) => id === 'vsphere-multi-vcenter')!.text);
const ZONES = ['controlPlane', 'platform', 'vsphere', 'zones'];

function looked(doc: YamlText) {
  const { config } = afterLoading(readInstallConfig(doc.text).config);
  return { config, topology: topologyOf(config)! };
}

const mastersAt = (doc: YamlText) =>
  looked(doc)
    .topology.machines.filter(({ role }) => role === 'control-plane')
    .map(({ failureDomain }) => failureDomain);

test('zones are taken in turn: some places cannot be written', () => {
  expect(zonesFor(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(zonesFor(['a', 'b', 'a'])).toEqual(['a', 'b']);
  expect(zonesFor(['a', 'a', 'a'])).toEqual(['a']);
  expect(zonesFor(['a', 'a', 'b'])).toBeUndefined();
  expect(zonesFor(['a', 'b', 'b'])).toBeUndefined();
});

test('a master goes where nobody is, or trades places', () => {
  const { config, topology } = looked(PRESET);
  expect(movesOf(config, topology, 'master-2')).toEqual([
    { master: 'master-2', to: 'fd-1', places: ['fd-1', 'fd-2', 'fd-1'] },
    { master: 'master-2', to: 'fd-2', swappedWith: 'master-1', places: ['fd-1', 'fd-3', 'fd-2'] },
  ]);
  for (const move of movesOf(config, topology, 'master-2'))
    expect(mastersAt(moveMaster(PRESET, config, move))).toEqual(move.places);
});

test('two masters in one vCenter: the third one makes room, and that is what is proposed', () => {
  const both = setValue(addFailureDomain(PRESET, 1), ZONES, ['fd-1', 'fd-2', 'fd-4']);
  const { config, topology } = looked(both);
  expect(topology.quorum).toMatchObject([{ of: 'vcenter', name: 'vcenter-b.example.com', masters: 2 }]);
  const suggestion = suggestedMove(config, topology)!;
  expect(suggestion).toMatchObject({
    move: { master: 'master-2', to: 'fd-3' },
    vcenter: 'vcenter-c.example.com',
    becomesControlPlane: true,
    safe: true,
  });
  const mended = moveMaster(both, config, suggestion.move);
  expect(valueAt(mended, ZONES)).toEqual(['fd-1', 'fd-2', 'fd-3']);
  expect(looked(mended).topology.quorum).toEqual([]);
  expect(suggestedMove(looked(mended).config, looked(mended).topology)).toBeUndefined();
});

test('static hosts of the control plane have places of their own', () => {
  const hosts = ['bootstrap', 'control-plane', 'control-plane', 'control-plane'].map((role, i) => ({
    role,
    failureDomain: `fd-${Math.max(i, 1)}`,
    networkDevice: { ipAddrs: [`192.0.2.${i + 10}/24`] },
  }));
  const doc = setValue(PRESET, ['platform', 'vsphere', 'hosts'], hosts);
  const { config, topology } = looked(doc);
  const move = movesOf(config, topology, 'master-2').find(({ to }) => to === 'fd-1')!;
  expect(move.swappedWith).toBeUndefined();
  expect(mastersAt(moveMaster(doc, config, move))).toEqual(['fd-1', 'fd-2', 'fd-1']);
});

test('a vCenter goes with its failure domains and their zones; a new one brings one', () => {
  const fewer = removeVCenter(PRESET, 1);
  expect(looked(fewer).topology.vcenters.map(({ server }) => server)).toEqual([
    'vcenter-a.example.com',
    'vcenter-c.example.com',
  ]);
  expect(valueAt(fewer, ZONES)).toEqual(['fd-1', 'fd-3']);
  const more = addVCenter(fewer);
  expect(looked(more).topology.failureDomains.map(({ name, vcenter }) => [name, vcenter])).toEqual([
    ['fd-1', 0],
    ['fd-3', 1],
    ['fd-4', 2],
  ]);
  const begun = addVCenter(readYaml('platform:\n  vsphere:\n    vcenters:\n    - server: a\n'));
  expect(looked(begun).topology.vcenters).toHaveLength(2);
});

test('names that are changed are changed wherever they are used', () => {
  const renamed = renameFailureDomain(PRESET, 1, 'bergen-a');
  expect(valueAt(renamed, ZONES)).toEqual(['fd-1', 'bergen-a', 'fd-3']);
  const moved = renameVCenter(renamed, 1, 'vc-bergen.example.com');
  expect(looked(moved).topology.failureDomains[1]).toMatchObject({ name: 'bergen-a', vcenter: 1 });
});
