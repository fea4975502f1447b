import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readCloudConfig } from '../../cloud-config/read-cloud-config.ts';
import { readClusterObjects } from './cluster-objects.ts';
import {
  type ClusterOptions,
  clusterText,
  controlPlaneMachineSet,
  DAY2_PASSWORD,
  DAY2_USER,
  FD_A,
  FD_B,
  GENERATED_DOMAIN,
  INI,
  INI_WITH_ACCOUNT,
  machine,
  machineSet,
  provider,
  VC_A,
  VC_B,
} from './day2.fixture.ts';
import { t } from './messages.ts';
import type { Day2Change, Day2Options, Day2Plan, Day2StepId } from './plan.ts';
import { planDay2 } from './plan-day2.ts';
import { planFiles } from './plan-files.ts';
import { ADD } from './rejections.fixture.ts';

/** Plans a change and checks that the plan contains no secrets. */
function planned(cluster: ClusterOptions, change: Day2Change, options?: Day2Options): Day2Plan {
  const objects = readClusterObjects([{ file: 'objects.yaml', text: clusterText(cluster) }]);
  const plan = planDay2(objects, change, options);
  const reported = JSON.stringify([plan, planFiles(plan)]);
  for (const secret of [DAY2_PASSWORD, btoa(DAY2_PASSWORD), DAY2_USER])
    expect(reported).not.toContain(secret);
  expect(plan.ok).toBe(plan.rejections.length === 0);
  return plan;
}

const ids = ({ steps }: Day2Plan) => steps.map(({ id }) => id);
const step = (plan: Day2Plan, id: Day2StepId) => plan.steps.find((each) => each.id === id)!;
const changedTo = (plan: Day2Plan, id: Day2StepId) => parse(step(plan, id).files[0]!.after!);
const configAfter = (plan: Day2Plan) => changedTo(plan, 'cloud-config').data.config as string;
const vsphereOf = (object: { spec: { platformSpec: { vsphere: object } } }) =>
  object.spec.platformSpec.vsphere as { vcenters: object[]; failureDomains: { name: string }[] };

describe('adding a vCenter', () => {
  test('extends failure domains of the administrator and keeps all other fields', () => {
    const plan = planned(
      { secretKeys: ['vc-a.example.lan.username'], controlPlane: controlPlaneMachineSet(['fd-a']) },
      ADD,
    );
    expect(plan.start.infrastructure).toBe('defined');
    expect(ids(plan)).toEqual([
      ...['back-up', 'prepare-vcenter', 'credentials', 'cloud-config'],
      ...['infrastructure', 'machine-sets', 'control-plane'],
    ]);
    const infrastructure = changedTo(plan, 'infrastructure');
    expect(infrastructure.status).toBeUndefined();
    expect(infrastructure.metadata).toEqual({ name: 'cluster' });
    const vsphere = vsphereOf(infrastructure);
    expect(vsphere).toMatchObject({ apiServerInternalIPs: ['10.0.0.5'], ingressIPs: ['10.0.0.6'] });
    expect(vsphere.vcenters).toEqual([VC_A, VC_B]);
    // The control plane reads the template from here, with the name from the installer.
    const topology = { ...FD_B.topology, template: '/DC2/vm/old-8tpnt-rhcos-fd-b' };
    expect(vsphere.failureDomains).toEqual([FD_A, { ...FD_B, topology }]);
  });

  test('adds the vCenter and the tag categories to the YAML and keeps its comments and order', () => {
    const text = configAfter(planned({}, ADD));
    expect(text).toContain('# written by hand\n');
    expect(text).toContain('  vc-a.example.lan: # the old one\n');
    expect(readCloudConfig(text).effective).toMatchObject({
      labels: { zone: 'openshift-zone', region: 'openshift-region' },
      vcenters: [
        { server: 'vc-a.example.lan', datacenters: ['DC1'] },
        { server: 'vc-b.example.lan', datacenters: ['DC2'] },
      ],
    });
  });

  test('contains a copy for the rollback and the difference of the file', () => {
    const { rollback, files, commands } = step(planned({}, ADD), 'infrastructure');
    expect(rollback.files).toHaveLength(1);
    expect(vsphereOf(parse(rollback.files[0]!.text)).vcenters).toEqual([VC_A]);
    expect(rollback.commands).toEqual([`oc replace -f ${rollback.files[0]!.path}`]);
    expect(commands).toEqual([`oc replace -f ${files[0]!.path}`]);
    const added = files[0]!.diff.filter(({ kind }) => kind === 'added').map(({ text }) => text.trim());
    expect(added).toContain('server: vc-b.example.lan');
    expect(files[0]!.diff.some(({ kind }) => kind === 'removed')).toBe(false);
  });

  test('creates a MachineSet without machines and without tags of another vCenter', () => {
    const file = step(planned({}, ADD), 'machine-sets').files[0]!;
    expect(file.before).toBeUndefined();
    const set = parse(file.after!);
    expect(set.metadata.name).toBe('old-8tpnt-worker-1');
    expect(set.spec.replicas).toBe(0);
    expect(set.spec.selector.matchLabels['machine.openshift.io/cluster-api-machineset']).toBe(
      'old-8tpnt-worker-1',
    );
    expect(set.spec.template.metadata.labels['machine.openshift.io/cluster-api-machineset']).toBe(
      'old-8tpnt-worker-1',
    );
    expect(set.spec.template.spec.providerSpec.value).toMatchObject({
      network: { devices: [{ networkName: 'pg-10' }] },
      template: '/DC2/vm/old-8tpnt-rhcos-fd-b',
      workspace: {
        ...{ server: 'vc-b.example.lan', datacenter: 'DC2', datastore: '/DC2/datastore/ds1' },
        ...{ folder: '/DC2/vm/old-8tpnt', resourcePool: '/DC2/host/c1/Resources' },
      },
    });
    expect(set.spec.template.spec.providerSpec.value.tagIDs).toBeUndefined();
  });

  test('adds the new failure domain to the control plane and clears the template', () => {
    const plan = planned({ controlPlane: controlPlaneMachineSet() }, ADD);
    expect(step(plan, 'control-plane').optional).toBe(true);
    const template = changedTo(plan, 'control-plane').spec.template.machines_v1beta1_machine_openshift_io;
    expect(template.failureDomains).toEqual({
      platform: 'VSphere',
      vsphere: [{ name: 'fd-a' }, { name: 'fd-b' }],
    });
    expect(template.spec.providerSpec.value).toMatchObject({
      network: { devices: null },
      template: '',
      workspace: {},
    });
  });

  test('lists a repeated datacenter once', () => {
    const plan = planned({}, { addVCenters: [{ ...VC_B, datacenters: ['DC2', 'DC2'] }] });
    expect(vsphereOf(changedTo(plan, 'infrastructure')).vcenters[1]).toEqual(VC_B);
    expect(readCloudConfig(configAfter(plan)).effective.vcenters[1]!.datacenters).toEqual(['DC2']);
  });

  test('omits an account that is already in the Secret', () => {
    const secretKeys = ['vc-b.example.lan.username', 'vc-b.example.lan.password'];
    const plan = planned({ secretKeys }, ADD);
    expect(ids(plan)).not.toContain('credentials');
    expect(step(plan, 'infrastructure').preChecks.map(({ verdict }) => verdict)).toEqual([
      'ask',
      'ask',
      'pass',
      'pass',
    ]);
    expect(step(planned({}, ADD), 'credentials').actions).toEqual([
      {
        verb: 'set-keys',
        object: { apiVersion: 'v1', kind: 'Secret', name: 'vsphere-creds', namespace: 'kube-system' },
        keys: secretKeys,
      },
    ]);
  });

  test('creates the tags of a generated failure domain first and keeps its name', () => {
    const plan = planned({ failureDomains: [GENERATED_DOMAIN] }, ADD);
    expect(plan.start.infrastructure).toBe('generated');
    expect(vsphereOf(changedTo(plan, 'infrastructure')).failureDomains).toMatchObject([
      GENERATED_DOMAIN,
      FD_B,
    ]);
    expect(step(plan, 'prepare-vcenter').checklist.join('\n')).toMatch(/generated-region.*generated-zone/);
    expect(plan.warnings.map(({ message }) => message)).toContain(t('zonesFirstUse'));
    expect(ids(plan)).not.toContain('first-vcenter');
  });

  test('describes the location of a legacy cluster in a separate update', () => {
    const cluster = {
      vcenters: [],
      failureDomains: [],
      config: INI,
      machines: [machine('old-8tpnt-master-0')],
    };
    const plan = planned(cluster, ADD);
    expect(plan.start).toMatchObject({ infrastructure: 'legacy', cloudConfig: 'ini' });
    expect(ids(plan).slice(3, 6)).toEqual(['cloud-config', 'first-vcenter', 'infrastructure']);
    const first = vsphereOf(changedTo(plan, 'first-vcenter'));
    expect(first.vcenters).toEqual([{ server: 'vc-a.example.lan', datacenters: ['DC1'] }]);
    expect(first.failureDomains).toEqual([
      {
        ...GENERATED_DOMAIN,
        topology: {
          ...GENERATED_DOMAIN.topology,
          ...{ resourcePool: '/DC1/host/c1/Resources', folder: '/DC1/vm/old-8tpnt' },
          template: '/DC1/vm/old-8tpnt-rhcos',
        },
      },
    ]);
    expect(step(plan, 'first-vcenter').rollback).toMatchObject({
      commands: [],
      remains: t('firstVCenterRemains'),
    });
    const second = vsphereOf(changedTo(plan, 'infrastructure'));
    expect(second.vcenters).toHaveLength(2);
    expect(second.failureDomains.map(({ name }) => name)).toEqual(['generated-failure-domain', 'fd-b']);
    expect(step(plan, 'infrastructure').files[0]!.before).toBe(step(plan, 'first-vcenter').files[0]!.after);
    expect(readCloudConfig(configAfter(plan))).toMatchObject({ format: 'yaml', ok: true });
  });

  test('describes a legacy cluster without machines from the file of failure domains', () => {
    const cluster = { vcenters: [], failureDomains: [], config: INI, machineSets: [] };
    const rejected = planned(cluster, ADD);
    expect(rejected.rejections[0]!.message).toBe(t('locationUnknown', { fields: 'networks' }));
    const plan = planned(cluster, { ...ADD, addFailureDomains: [GENERATED_DOMAIN, FD_B] });
    expect(plan.rejections).toEqual([]);
    expect(vsphereOf(changedTo(plan, 'first-vcenter')).failureDomains[0]!).toMatchObject(GENERATED_DOMAIN);
    expect(vsphereOf(changedTo(plan, 'infrastructure')).failureDomains).toHaveLength(2);
    expect(ids(plan)).not.toContain('machine-sets');
  });
});

describe('adding failure domains only', () => {
  const C = {
    ...FD_A,
    name: 'fd-c',
    zone: 'east-2',
    topology: {
      ...FD_A.topology,
      datacenter: 'DC3',
      computeCluster: '/DC3/host/c',
      datastore: '/DC3/datastore/d',
    },
  };

  test('needs no gate and lists the datacenter in the vCenter', () => {
    const plan = planned({ enabled: [], disabled: ['VSphereMultiVCenterDay2'] }, { addFailureDomains: [C] });
    expect(plan.rejections).toEqual([]);
    expect(vsphereOf(changedTo(plan, 'infrastructure')).vcenters).toEqual([
      { ...VC_A, datacenters: ['DC1', 'DC3'] },
    ]);
    expect(readCloudConfig(configAfter(plan)).effective.vcenters[0]!.datacenters).toEqual(['DC1', 'DC3']);
    expect(ids(plan)).not.toContain('credentials');
  });

  test('keeps an INI', () => {
    expect(ids(planned({ config: INI }, { addFailureDomains: [C] }))).not.toContain('cloud-config');
  });

  test('extends a legacy cluster with a listed vCenter', () => {
    const plan = planned({ failureDomains: [], machines: [machine('m')] }, { addFailureDomains: [C] });
    expect(ids(plan)).toContain('first-vcenter');
    expect(step(plan, 'first-vcenter').rollback.commands).toHaveLength(1);
    expect(vsphereOf(changedTo(plan, 'first-vcenter')).vcenters).toEqual([VC_A]);
  });
});

describe('converting the cloud configuration', () => {
  test('reports settings without an equivalent in YAML', () => {
    const plan = planned({ config: INI }, { convertCloudConfig: true });
    expect(ids(plan)).toEqual(['back-up', 'cloud-config']);
    expect(plan.warnings.map(({ message }) => message).join('\n')).toMatch(/\[Workspace\] \(5 keys\)/);
    expect(step(plan, 'cloud-config').rollback.files).toHaveLength(1);
  });

  test('moves an account in clear text to the Secret and writes it to no file', () => {
    const plan = planned({ config: INI_WITH_ACCOUNT }, { convertCloudConfig: true });
    expect(ids(plan)).toEqual(['back-up', 'credentials', 'cloud-config']);
    const { rollback, files } = step(plan, 'cloud-config');
    expect(rollback.files).toEqual([]);
    expect(rollback.commands).toEqual(['oc replace -f backup/ConfigMap-cloud-provider-config.yaml']);
    expect(files[0]!.before).toContain('user = ********');
    expect(readCloudConfig(configAfter(plan)).effective.vcenters[0]!.credentials).toEqual({
      ...{ from: 'secret', namespace: 'kube-system', name: 'vsphere-creds' },
    });
  });

  test('writes all empty settings on request', () => {
    const plan = planned({ config: INI }, { convertCloudConfig: true }, { layout: 'full' });
    expect(configAfter(plan)).toContain('tenantref: ""');
    expect(readCloudConfig(configAfter(plan)).effective).toEqual(readCloudConfig(INI).effective);
  });

  test('rejects the conversion of YAML', () => {
    expect(planned({}, { convertCloudConfig: true }).rejections[0]!.message).toBe(t('alreadyYaml'));
  });

  test('reports the syntax error of an unreadable configuration', () => {
    const plan = planned({ config: `[Global]\npassword "${DAY2_PASSWORD}"\n` }, { convertCloudConfig: true });
    expect(plan.rejections.map(({ message }) => message)).toContain("cloud-provider-config: expected '='");
  });
});

describe('removing a vCenter', () => {
  const TWO = { vcenters: [VC_A, VC_B], failureDomains: [FD_A, FD_B] };
  const config = configAfter(planned({}, ADD));

  test('removes vCenter and failure domains in one update, then the configuration, then the account', () => {
    const plan = planned({ ...TWO, config }, { removeVCenters: ['vc-b.example.lan'] });
    expect(ids(plan)).toEqual([
      'back-up',
      'remove-infrastructure',
      'remove-cloud-config',
      'remove-credentials',
    ]);
    const vsphere = vsphereOf(changedTo(plan, 'remove-infrastructure'));
    expect([vsphere.vcenters, vsphere.failureDomains]).toEqual([[VC_A], [FD_A]]);
    const text = changedTo(plan, 'remove-cloud-config').data.config as string;
    expect(readCloudConfig(text).effective.vcenters.map(({ server }) => server)).toEqual([
      'vc-a.example.lan',
    ]);
    expect(step(plan, 'remove-credentials').commands[0]).toContain('/data/vc-b.example.lan.password');
    expect(step(plan, 'remove-infrastructure').preChecks.map(({ title }) => title)).toContain(
      t('noUseCheck', { kind: 'PersistentVolume', servers: 'vc-b.example.lan' }),
    );
  });

  test('rejects the removal of the last vCenter', () => {
    const plan = planned({}, { removeVCenters: ['vc-a.example.lan'] });
    expect(plan.rejections.map(({ message }) => message).join('\n')).toMatch(/should have at least 1 items/);
  });

  test('rejects an unknown vCenter', () => {
    expect(planned(TWO, { removeVCenters: ['vc-x'] }).rejections[0]!.message).toBe(
      t('vcenterUnknown', { server: 'vc-x' }),
    );
  });

  test('rejects a vCenter with machines and names them', () => {
    const machines = [machine('m-1', provider('vc-b.example.lan', 'DC2'))];
    const machineSets = [machineSet('set-1', provider('vc-b.example.lan', 'DC2'))];
    const plan = planned(
      { ...TWO, machines, machineSets, controlPlane: controlPlaneMachineSet(['fd-a', 'fd-b']) },
      { removeVCenters: ['vc-b.example.lan'] },
    );
    expect(plan.rejections.map(({ message }) => message.split(' still')[0])).toEqual([
      'Machine m-1',
      'MachineSet set-1',
      'ControlPlaneMachineSet cluster',
    ]);
    expect(plan.steps).toEqual([]);
  });
});
