import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { PRESETS } from '../../core/contract/documents/install-config.ts';
import type { App } from '../../e2e/fixtures/app.ts';
import { ANY, matching } from '../../e2e/fixtures/messages.ts';
import { t as drafts } from '../../renderer/editor/messages.ts';
import { t as day2 } from '../../renderer/install-config/day2/messages.ts';
import { t as form } from '../../renderer/install-config/form/messages.ts';
import { t } from '../../renderer/install-config/messages.ts';
import type { Camera } from './choose.ts';

const MULTI = PRESETS.find(({ id }) => id === 'vsphere-multi-vcenter')!.text;
const CITIES = { a: 'oslo', b: 'bergen', c: 'hamar' } as const;

/** Two control plane machines in one vCenter, and a datacenter that is not listed. */
const CONFIGURATION = Object.entries(CITIES)
  .reduce(
    (text, [letter, city]) =>
      text
        .replaceAll(`vcenter-${letter}.example.com`, `vc-${city}.example.lan`)
        .replaceAll(`dc-${letter}`, `${city}-dc1`)
        .replaceAll(`cluster-${letter}`, 'c1'),
    MULTI,
  )
  .replace('name: cluster', 'name: fleet-c')
  .replace('baseDomain: example.com', 'baseDomain: example.lan')
  .replaceAll('fd-1', 'oslo-a')
  .replaceAll('fd-2', 'bergen-a')
  .replace('[oslo-a, bergen-a, fd-3]', '[oslo-a, bergen-a, bergen-b]')
  .replace(
    '    - name: fd-3',
    `    - name: bergen-b
      region: region-1
      zone: zone-4
      server: vc-bergen.example.lan
      topology:
        datacenter: bergen-dc2
        computeCluster: /bergen-dc2/host/c1
        datastore: /bergen-dc2/datastore/ds1
        networks:
        - VM Network
        template: /bergen-dc2/vm/rhcos
    - name: hamar-a`,
  )
  .replace(
    'replicas: 3\nnetworking',
    'replicas: 4\n  platform:\n    vsphere:\n      zones: [bergen-a, hamar-a]\nnetworking',
  );

const INI = `[Global]
user = "svc-ocp@vsphere.local"
password = "placeholder"
insecure-flag = "1"
datacenters = "oslo-dc1"

[VirtualCenter "vc-oslo.example.lan"]

[Workspace]
server = "vc-oslo.example.lan"
datacenter = "oslo-dc1"
default-datastore = "ds1"
folder = "/oslo-dc1/vm/fleet-8tpnt"
resourcepool-path = "/oslo-dc1/host/c1/Resources"
`;

/** The objects that `oc` fetches from a cluster on one vCenter, installed by the current installer. */
const OBJECTS = `apiVersion: config.openshift.io/v1
kind: Infrastructure
metadata:
  name: cluster
spec:
  cloudConfig:
    key: config
    name: cloud-provider-config
  platformSpec:
    type: VSphere
    vsphere:
      failureDomains:
      - name: generated-failure-domain
        region: generated-region
        zone: generated-zone
        server: vc-oslo.example.lan
        topology:
          datacenter: oslo-dc1
          computeCluster: /oslo-dc1/host/c1
          datastore: /oslo-dc1/datastore/ds1
          networks:
          - VM Network
      vcenters:
      - server: vc-oslo.example.lan
        datacenters:
        - oslo-dc1
status:
  infrastructureName: fleet-8tpnt
  platformStatus:
    type: VSphere
---
apiVersion: config.openshift.io/v1
kind: FeatureGate
metadata:
  name: cluster
spec: {}
status:
  featureGates:
  - version: 4.22.3
    enabled:
    - name: VSphereMultiVCenters
    - name: VSphereMultiVCenterDay2
---
apiVersion: config.openshift.io/v1
kind: ClusterVersion
metadata:
  name: version
status:
  history:
  - state: Completed
    version: 4.22.3
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: cloud-provider-config
  namespace: openshift-config
data:
  config: |
${INI.replaceAll(/^(?=.)/gm, '    ')}`;

/** Install config: the form with the placement diagram, the manifests, a cloud configuration and a day 2 plan. */
export async function shootInstallConfig(page: Page, app: App, { open, shoot }: Camera): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const file = join(app.directory, 'home', 'fleet-c', 'install-config.yaml');
  await mkdir(dirname(file), { recursive: true });
  const filled = CONFIGURATION.replaceAll("password: ''", 'password: placeholder').replace(
    "pullSecret: ''",
    `pullSecret: '{"auths":{"mirror.example.lan:8443":{"auth":"cGxhY2Vob2xkZXI="}}}'`,
  );
  await writeFile(file, filled);
  const draft = await app.ask('installConfig.start', { kind: 'file', file, openShiftVersion: '4.18.9' });
  await open(page, `/install-config/vcenters?draft=${draft.id}`);
  await page.getByRole('button', { name: 'vc-bergen', exact: true }).click();
  await page.getByText(matching(drafts('draftSavedAt', { time: ANY }))).waitFor({ state: 'attached' });
  await shoot(page, 'install-config');
  await open(page, `/install-config/mirror?draft=${draft.id}`);
  await page.getByRole('region', { name: form('toolsTitle') }).scrollIntoViewIfNeeded();
  await shoot(page, 'install-config-mirror');
  await page.getByRole('link', { name: form('manifestsLink') }).click();
  await press('01_vsphere-cluster-0.yaml');
  await page.getByText('kind: VSphereCluster').waitFor();
  await shoot(page, 'install-config-manifests');
  await page.getByRole('link', { name: form('cloudConfigLink') }).click();
  await page.getByRole('textbox', { name: t('pasteLabel') }).fill(INI);
  await press(t('convertButton'));
  await page.getByText('secretName', { exact: true }).waitFor();
  await shoot(page, 'install-config-cloud');
  const objects = join(dirname(file), 'cluster-objects.yaml');
  await writeFile(objects, OBJECTS);
  await page.getByRole('link', { name: form('day2Link') }).click();
  await page.getByRole('combobox', { name: day2('objectsLabel') }).fill(objects);
  await press(day2('readButton'));
  const fields = {
    [day2('serverLabel')]: 'vc-bergen.example.lan',
    [day2('domainLabel')]: 'bergen-a',
    [day2('regionLabel')]: 'bergen',
    [day2('zoneLabel')]: 'bergen-a',
    [day2('computeClusterLabel')]: '/bergen-dc1/host/c1',
    [day2('datastoreLabel')]: '/bergen-dc1/datastore/ds1',
  };
  for (const [name, value] of Object.entries(fields))
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  for (const [name, value] of [
    [day2('datacentersLabel'), 'bergen-dc1'],
    [day2('networksLabel'), 'VM Network'],
  ] as const) {
    await page.getByRole('textbox', { name, exact: true }).fill(value);
    await page.keyboard.press('Enter');
  }
  await press(day2('planButton'));
  await page.getByRole('list', { name: day2('stepsLabel') }).waitFor();
  await shoot(page, 'install-config-day2');
}
