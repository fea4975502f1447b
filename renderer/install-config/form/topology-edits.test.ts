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
  moveMachine,
  movesOf,
  removeVCenter,
  renameFailureDomain,
  renameVCenter,
  suggestedMove,
  zonesFor,
} from './topology-edits.ts';

const PRESET = readYaml(PRESETS.find(({ id }) => id === 'vsphere-multi-vcenter')!.text);
const ZONES = ['controlPlane', 'platform', 'vsphere', 'zones'];

function analyzed(doc: YamlText) {
  const { config } = afterLoading(readInstallConfig(doc.text).config);
  return { config, topology: topologyOf(config)! };
}

const placesOf = (doc: YamlText) =>
  analyzed(doc)
    .topology.machines.filter(({ role }) => role === 'control-plane')
    .map(({ failureDomain }) => failureDomain);

test('zones are assigned in turn: some placements have no list of zones', () => {
  expect(zonesFor(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(zonesFor(['a', 'b', 'a'])).toEqual(['a', 'b']);
  expect(zonesFor(['a', 'a', 'a'])).toEqual(['a']);
  expect(zonesFor(['a', 'a', 'b'])).toBeUndefined();
  expect(zonesFor(['a', 'b', 'b'])).toBeUndefined();
});

test('a control plane machine moves to an empty failure domain, or swaps places', () => {
  const { config, topology } = analyzed(PRESET);
  expect(movesOf(config, topology, 'master-2')).toEqual([
    { machine: 'master-2', to: 'fd-1', places: ['fd-1', 'fd-2', 'fd-1'] },
    { machine: 'master-2', to: 'fd-2', swappedWith: 'master-1', places: ['fd-1', 'fd-3', 'fd-2'] },
  ]);
  for (const move of movesOf(config, topology, 'master-2'))
    expect(placesOf(moveMachine(PRESET, config, move))).toEqual(move.places);
});

test('two control plane machines in one vCenter: a move to another vCenter is suggested', () => {
  const both = setValue(addFailureDomain(PRESET, 1), ZONES, ['fd-1', 'fd-2', 'fd-4']);
  const { config, topology } = analyzed(both);
  expect(topology.quorum).toMatchObject([{ of: 'vcenter', name: 'vcenter-b.example.com', masters: 2 }]);
  const suggestion = suggestedMove(config, topology)!;
  expect(suggestion).toMatchObject({
    move: { machine: 'master-2', to: 'fd-3' },
    vcenter: 'vcenter-c.example.com',
    becomesControlPlane: true,
    safe: true,
  });
  const fixed = moveMachine(both, config, suggestion.move);
  expect(valueAt(fixed, ZONES)).toEqual(['fd-1', 'fd-2', 'fd-3']);
  expect(analyzed(fixed).topology.quorum).toEqual([]);
  expect(suggestedMove(analyzed(fixed).config, analyzed(fixed).topology)).toBeUndefined();
});

test('static hosts of the control plane are placed one by one', () => {
  const hosts = ['bootstrap', 'control-plane', 'control-plane', 'control-plane'].map((role, i) => ({
    role,
    failureDomain: `fd-${Math.max(i, 1)}`,
    networkDevice: { ipAddrs: [`192.0.2.${i + 10}/24`] },
  }));
  const doc = setValue(PRESET, ['platform', 'vsphere', 'hosts'], hosts);
  const { config, topology } = analyzed(doc);
  const move = movesOf(config, topology, 'master-2').find(({ to }) => to === 'fd-1')!;
  expect(move.swappedWith).toBeUndefined();
  expect(placesOf(moveMachine(doc, config, move))).toEqual(['fd-1', 'fd-2', 'fd-1']);
});

test('removing a vCenter removes its failure domains and zones; a new one has a failure domain', () => {
  const fewer = removeVCenter(PRESET, 1);
  expect(analyzed(fewer).topology.vcenters.map(({ server }) => server)).toEqual([
    'vcenter-a.example.com',
    'vcenter-c.example.com',
  ]);
  expect(valueAt(fewer, ZONES)).toEqual(['fd-1', 'fd-3']);
  const more = addVCenter(fewer);
  expect(analyzed(more).topology.failureDomains.map(({ name, vcenter }) => [name, vcenter])).toEqual([
    ['fd-1', 0],
    ['fd-3', 1],
    ['fd-4', 2],
  ]);
  const second = addVCenter(readYaml('platform:\n  vsphere:\n    vcenters:\n    - server: a\n'));
  expect(analyzed(second).topology.vcenters).toHaveLength(2);
});

test('names are changed everywhere they are used', () => {
  const renamed = renameFailureDomain(PRESET, 1, 'bergen-a');
  expect(valueAt(renamed, ZONES)).toEqual(['fd-1', 'bergen-a', 'fd-3']);
  const moved = renameVCenter(renamed, 1, 'vc-bergen.example.com');
  expect(analyzed(moved).topology.failureDomains[1]).toMatchObject({ name: 'bergen-a', vcenter: 1 });
});
