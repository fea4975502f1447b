import { expect, test } from 'vitest';
import { testRules } from '../checks/rules.fixture.ts';
import { featureGateFor } from './feature-gates.ts';
import { complete, type Edits, problemsOf, rule } from './install-config.fixture.ts';
import { t } from './messages.ts';
import { readDocument } from './read-install-config.ts';

const V = 'platform.vsphere';
const gated = (gate: string) =>
  `Forbidden: this field is protected by the ${gate} feature gate which must be enabled through either the TechPreviewNoUpgrade or CustomNoUpgrade feature set`;
const custom = (...gates: string[]): Edits => [
  ['featureSet', 'CustomNoUpgrade'],
  ['featureGates', gates],
];
const preview: Edits = [['featureSet', 'TechPreviewNoUpgrade']];
const at = (openShiftVersion: string) => ({ openShiftVersion });
const HOST = { role: 'bootstrap', networkDevice: { ipAddrs: ['192.0.2.20/24'] } };
const GROUP: Edits = [
  [`${V}.failureDomains[0].regionType`, 'ComputeCluster'],
  [`${V}.failureDomains[0].zoneType`, 'HostGroup'],
  [`${V}.failureDomains[0].topology.hostGroup`, 'rack'],
];

testRules([
  rule(
    'vsphere',
    [['featureSet', 'Preview']],
    'featureSet: Unsupported value: "Preview": supported values: "", "CustomNoUpgrade", "DevPreviewNoUpgrade", "TechPreviewNoUpgrade"',
    { follows: preview },
  ),
  rule(
    'vsphere',
    [['featureGates', ['A=true']]],
    'featureGates: Forbidden: featureGates can only be used with the CustomNoUpgrade feature set',
    { follows: custom('A=true') },
  ),
  rule(
    'vsphere',
    custom('A'),
    'featureGates[0]: Invalid value: "A": must match the format <feature-name>=<bool>',
    {
      follows: custom('A=F'),
    },
  ),
  rule(
    'vsphere',
    custom('A=yes'),
    'featureGates[0]: Invalid value: "A=yes": must match the format <feature-name>=<bool>, could not parse boolean value',
    { follows: custom('A=True') },
  ),
  rule('vsphere', preview, t('featureSetWarning', { featureSet: 'TechPreviewNoUpgrade' }), {
    level: 'warning',
  }),
  rule('vsphere-multi-vcenter', [], `${V}.vcenters: ${gated('VSphereMultiVCenters')}`, {
    options: at('4.17'),
    notIn: '4.18',
    follows: custom('VSphereMultiVCenters=true'),
  }),
  rule(
    'vsphere-multi-vcenter',
    custom('VSphereMultiVCenters=false'),
    `${V}.vcenters: ${gated('VSphereMultiVCenters')}`,
    {
      options: at('4.17'),
      follows: preview,
    },
  ),
  rule('vsphere-multi-vcenter', [], `${V}.vcenters: ${gated('ClusterAPIInstall')}`, {
    options: at('4.15.3'),
    notIn: '4.16',
    follows: custom('ClusterAPIInstall=true', 'VSphereMultiVCenters=true'),
  }),
  rule('vsphere', [[`${V}.hosts`, [HOST]]], `${V}.hosts: ${gated('VSphereStaticIPs')}`, {
    options: at('4.15'),
    notIn: '4.16',
  }),
  rule(
    'vsphere',
    [[`${V}.failureDomains[0].topology.networks`, ['one', 'two']]],
    `${V}.failureDomains.topology.networks: ${gated('VSphereMultiNetworks')}`,
    { options: at('4.19'), notIn: '4.20' },
  ),
  rule(
    'vsphere',
    [[`${V}.nodeNetworking.external.network`, 'VM Network']],
    `${V}.nodeNetworking: ${gated('VSphereMultiNetworks')}`,
    { options: at('4.19'), notIn: '4.20' },
  ),
  rule('vsphere', GROUP, gated('VSphereHostVMGroupZonal'), {
    options: at('4.20'),
    notIn: '4.21',
    follows: [...GROUP, ...preview],
  }),
  rule(
    'vsphere',
    [['controlPlane.platform.vsphere.dataDisks', [{ name: 'd', sizeGiB: 1 }]]],
    `controlPlane.platform.vsphere.dataDisks: ${gated('VSphereMultiDisk')}`,
    { options: at('4.19'), notIn: '4.20' },
  ),
  rule(
    'vsphere',
    [['compute[0].platform.vsphere.dataDisks', [{ name: 'd', sizeGiB: 1 }]]],
    `compute.platform.vsphere.dataDisks: ${gated('VSphereMultiDisk')}`,
    { options: at('4.19'), notIn: '4.20' },
  ),
]);

test('checks gated fields only with a valid feature set', () => {
  const problems = problemsOf(complete('vsphere-multi-vcenter', custom('A')), at('4.17'));
  expect(problems.map(({ message }) => message).join()).not.toContain('protected by');
});

test('requires the gates of the example in the enhancement for old releases', () => {
  const { config } = readDocument(complete('vsphere-multi-vcenter'), undefined);
  expect(featureGateFor(config, '4.15')).toMatchObject({
    featureSet: 'CustomNoUpgrade',
    featureGates: ['ClusterAPIInstall=true', 'VSphereMultiVCenters=true'],
    alternative: 'TechPreviewNoUpgrade',
    warning: t('featureSetPermanent'),
  });
  expect(featureGateFor(config, '4.17.9')?.featureGates).toEqual(['VSphereMultiVCenters=true']);
  expect(featureGateFor(config, '4.18')).toBeUndefined();
  expect(featureGateFor(config)).toBeUndefined();
  expect(featureGateFor(readDocument(complete('vsphere'), undefined).config, '4.15')).toBeUndefined();
});
