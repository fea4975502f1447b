import { matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { complete, PASSWORD } from '../model/install-config.fixture.ts';
import type { Preset } from '../presets.ts';
import { manifestsOf, worked } from '../vsphere/worked.fixture.ts';
import { infraIdFor } from './infra-id.ts';
import { installManifests } from './install-manifests.ts';
import { t } from './messages.ts';
import { STEPS_FILE } from './user-provisioned.ts';

const INFRASTRUCTURE = 'manifests/cluster-infrastructure-02-config.yml';
const preset = (id: Preset['id'], edits: Parameters<typeof complete>[1] = []) => complete(id, edits).text;

describe('all files', () => {
  test('parse, have the listed kind and name, and are the same each time', () => {
    const { files } = manifestsOf(worked());
    for (const { path, text, kind, name, purpose } of files) {
      expect(purpose).toMatch(/\.$/);
      if (!/\.ya?ml$/.test(path)) continue;
      expect(parse(text)).toMatchObject({ kind, metadata: { name } });
      expect(text).not.toMatch(/undefined|NaN|\[object/);
    }
    expect(manifestsOf(worked()).files).toEqual(files);
    expect(files.map(({ path }) => path)).toEqual([...new Set(files.map(({ path }) => path))].sort());
  });

  test('report assumed network paths in a note', () => {
    expect(manifestsOf(worked()).notes).toContain(t('networksNote'));
    expect(manifestsOf(worked([['pg-10', '/DC1/network/pg']]), { openShiftVersion: '4.20' }).notes).toEqual(
      [],
    );
  });
});

test('notes which objects only the installer creates', () => {
  const notes = (text: string, method: 'installer' | 'agent') => manifestsOf(text, { method }).notes.join();
  expect(notes(preset('baremetal'), 'installer')).toContain(t('baremetalNote'));
  expect(notes(preset('baremetal'), 'agent')).not.toContain('left to');
  const aws = preset('single-node').replace('none: {}', 'aws: {region: eu-north-1}');
  expect(notes(aws, 'installer')).toContain(t('platformNote', { platform: 'aws' }));
  expect(manifestsOf(aws).paths).not.toContain(INFRASTRUCTURE);
});

describe('Infrastructure', () => {
  test('contains vCenters, failure domains and addresses on vSphere', () => {
    const spec = (version: string, text = worked()) =>
      (
        manifestsOf(text, { openShiftVersion: version }).object(INFRASTRUCTURE).spec as {
          platformSpec: { vsphere: object };
        }
      ).platformSpec.vsphere;
    expect(spec('4.20')).toEqual({
      apiServerInternalIPs: ['10.0.0.5'],
      ingressIPs: ['10.0.0.6'],
      machineNetworks: ['10.0.0.0/24', '10.0.0.5/32', '10.0.0.6/32'],
      failureDomains: (
        [
          ['fd-1', 'east', 'east-1', 'vc-a'],
          ['fd-2', 'west', 'west-1', 'vc-b'],
          ['fd-3', 'west', 'west-2', 'vc-b'],
        ] as const
      ).map(([name, region, zone, server], i) => ({
        ...{ name, region, zone, server: `${server}.example.lan` },
        topology: {
          datacenter: `DC${i + 1}`,
          computeCluster: `/DC${i + 1}/host/c1`,
          datastore: `/DC${i + 1}/datastore/d1`,
          networks: ['pg-10'],
          resourcePool: `/DC${i + 1}/host/c1/Resources`,
          template: `/DC${i + 1}/vm/multi-8tpnt-rhcos-${name}`,
        },
      })),
      vcenters: [
        { server: 'vc-a.example.lan', port: 443, datacenters: ['DC1'] },
        { server: 'vc-b.example.lan', datacenters: ['DC2', 'DC3'] },
      ],
      nodeNetworking: {
        external: { networkSubnetCidr: ['10.0.0.0/24'] },
        internal: { networkSubnetCidr: ['10.0.0.0/24'] },
      },
    });
    expect(spec('4.18')).not.toHaveProperty('nodeNetworking');
    const outside = worked([['apiVIPs: [10.0.0.5]', "apiVIPs: [10.9.0.5, 'fd00::5']"]]);
    expect(spec('4.20', outside)).toMatchObject({
      machineNetworks: ['10.0.0.0/24', '10.9.0.5/32', 'fd00::5/128', '10.0.0.6/32'],
    });
  });

  test('has no addresses and no load balancer in its status without VIPs on vSphere', () => {
    const vips = '    apiVIPs: [10.0.0.5]\n    ingressVIPs: [10.0.0.6]\n';
    const balancer = '    loadBalancer: {type: UserManaged}\n';
    const status = (replacement: string) =>
      manifestsOf(worked([[vips, replacement]])).object(INFRASTRUCTURE).status;
    expect(status(balancer)).toMatchObject({
      platformStatus: { type: 'VSphere', vsphere: { machineNetworks: ['10.0.0.0/24'] } },
    });
    expect(JSON.stringify(status(balancer))).not.toMatch(/apiServerInternalIPs|loadBalancer/);
    expect(status(balancer + vips)).toMatchObject({
      platformStatus: {
        vsphere: { apiServerInternalIPs: ['10.0.0.5'], loadBalancer: { type: 'UserManaged' } },
      },
    });
  });

  test.each([
    [
      'baremetal',
      'BareMetal',
      {
        baremetal: {
          apiServerInternalIPs: ['192.0.2.2'],
          ingressIPs: ['192.0.2.3'],
          machineNetworks: ['192.0.2.0/24'],
        },
      },
    ],
    ['external', 'External', { external: { platformName: 'example' } }],
    ['single-node', 'None', {}],
  ] as const)('of %s', (id, type, spec) => {
    const { object, paths } = manifestsOf(preset(id));
    const single = id === 'single-node' ? 'SingleReplica' : 'HighlyAvailable';
    expect(object(INFRASTRUCTURE)).toMatchObject({
      spec: { platformSpec: { type, ...spec }, cloudConfig: { name: '' } },
      status: {
        platform: type,
        controlPlaneTopology: single,
        infrastructureTopology: single,
        infrastructureName: 'multi-8tpnt',
      },
    });
    expect(paths.filter((path) => path.startsWith('cluster-api/') || path.includes('vsphere'))).toEqual([]);
  });
});

describe('settings of the network', () => {
  const spec = (path: string, text: string) => manifestsOf(text).object(path).spec;
  const NETWORK = 'manifests/cluster-network-02-config.yml';
  const PROXY = 'manifests/cluster-proxy-01-config.yaml';

  test('contain the networks of the file, or the defaults', () => {
    expect(spec(NETWORK, worked([['10.128.0.0/14', '10.132.0.0/14']]))).toEqual({
      clusterNetwork: [{ cidr: '10.132.0.0/14', hostPrefix: 23 }],
      serviceNetwork: ['172.30.0.0/16'],
      externalIP: { policy: {} },
      networkType: 'OVNKubernetes',
    });
    const without = worked([
      ['  networkType: OVNKubernetes\n', ''],
      ['  clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}]\n', ''],
      ['  serviceNetwork: [172.30.0.0/16]\n', ''],
    ]);
    expect(spec(NETWORK, without)).toEqual(spec(NETWORK, worked()));
  });

  test('configure the operator only for another join subnet', () => {
    const path = 'manifests/cluster-network-03-config.yml';
    expect(manifestsOf(worked()).paths).not.toContain(path);
    const join = '  ovnKubernetesConfig: {ipv4: {internalJoinSubnet: 100.99.0.0/16}}\n  serviceNetwork:';
    expect(spec(path, worked([['  serviceNetwork:', join]]))).toMatchObject({
      managementState: 'Managed',
      defaultNetwork: { ovnKubernetesConfig: { ipv4: { internalJoinSubnet: '100.99.0.0/16' } } },
    });
  });

  test('contain the domains of the cluster', () => {
    const { object } = manifestsOf(worked());
    expect(object('manifests/cluster-dns-02-config.yml').spec).toEqual({ baseDomain: 'multi.example.lan' });
    expect(object('manifests/cluster-ingress-02-config.yml')).toMatchObject({
      spec: { domain: 'apps.multi.example.lan' },
      status: { defaultPlacement: 'Workers' },
    });
    expect(
      manifestsOf(preset('single-node')).object('manifests/cluster-ingress-02-config.yml').status,
    ).toEqual({ defaultPlacement: 'ControlPlane' });
  });

  test('contain the proxy for the bootstrap host', () => {
    const proxy = (noProxy: string) =>
      manifestsOf(`proxy: {httpProxy: 'http://u:p@proxy.lan:3128', noProxy: '${noProxy}'}\n${worked()}`);
    expect(proxy('vc-a.example.lan,,.lan').object(PROXY).status).toEqual({
      httpProxy: 'http://u:p@proxy.lan:3128',
      noProxy:
        '.cluster.local,.lan,.svc,10.0.0.0/24,10.128.0.0/14,127.0.0.1,172.30.0.0/16,api-int.multi.example.lan,localhost,vc-a.example.lan',
    });
    expect(proxy('*').object(PROXY).status).toMatchObject({ noProxy: '*' });
    expect(proxy('*').files.find(({ path }) => path === PROXY)!.secret).toBe(true);
    expect(manifestsOf(worked()).object(PROXY).status).toBeUndefined();
  });
});

describe('settings of the cluster', () => {
  test('let control plane nodes run workloads if there are no workers', () => {
    const schedulable = (compute: string) =>
      manifestsOf(worked([['compute:\n- {name: worker, replicas: 5,', compute]])).object(
        'manifests/cluster-scheduler-02-config.yml',
      ).spec;
    expect(schedulable('compute:\n- {name: worker, replicas: 0,')).toEqual({ mastersSchedulable: true });
    expect(schedulable('compute:\n- {name: worker,')).toEqual({ mastersSchedulable: false });
    const none = worked([
      ['compute:\n- {name: worker, replicas: 5, platform: {vsphere: {zones: [fd-2, fd-3]}}}', 'compute: []'],
    ]);
    // The installer adds its default pool.
    expect(manifestsOf(none).object('manifests/cluster-scheduler-02-config.yml').spec).toEqual({
      mastersSchedulable: false,
    });
  });

  test('contain the feature set with gates, also the default one', () => {
    const gates = `featureSet: CustomNoUpgrade\nfeatureGates: [A=true, B=false, C=1]\n${worked()}`;
    expect(manifestsOf(gates).object('openshift/99_feature-gate.yaml').spec).toEqual({
      featureSet: 'CustomNoUpgrade',
      customNoUpgrade: { enabled: [{ name: 'A' }, { name: 'C' }], disabled: [{ name: 'B' }] },
    });
    expect(manifestsOf(worked()).object('openshift/99_feature-gate.yaml').spec).toEqual({});
  });

  test('contain the mirror with digest sources and CA, or an old policy', () => {
    const { object, paths } = manifestsOf(worked());
    expect(object('manifests/image-digest-mirror-set.yaml').spec).toEqual({
      imageDigestMirrors: [
        {
          source: 'quay.io/openshift-release-dev/ocp-release',
          mirrors: ['registry.lab:8443/openshift/release-images'],
        },
      ],
    });
    expect(object('manifests/user-ca-bundle-config.yaml')).toMatchObject({
      metadata: { namespace: 'openshift-config' },
    });
    expect(object('manifests/cluster-proxy-01-config.yaml').spec).toEqual({
      trustedCA: { name: 'user-ca-bundle' },
    });
    expect(paths.some((path) => path.includes('content-source-policy'))).toBe(false);
    const old = manifestsOf(
      worked([
        ['imageDigestSources', 'imageContentSources'],
        ['Policy: Always', 'Policy: Proxyonly'],
      ]),
    );
    expect(old.object('manifests/image-content-source-policy-0.yaml')).toMatchObject({
      spec: { repositoryDigestMirrors: [{ source: 'quay.io/openshift-release-dev/ocp-release' }] },
    });
    expect(old.object('manifests/cluster-proxy-01-config.yaml').spec).toEqual({ trustedCA: { name: '' } });
  });

  test('mark a proxy with a password as a secret', () => {
    const proxied = (url: string) =>
      manifestsOf(`proxy: {httpProxy: '${url}', noProxy: .lan}\n${worked()}`).files.find(
        ({ kind }) => kind === 'Proxy',
      );
    expect(proxied(`http://u:${PASSWORD}@proxy:3128`)?.secret).toBe(true);
    expect(proxied('http://proxy:3128')?.secret).toBe(false);
  });
});

describe('agent-based installs', () => {
  const text = preset('baremetal', [
    ['platform.baremetal.additionalNTPServers', ['ntp.example.com']],
    [
      'platform.baremetal.hosts[0].networkConfig',
      {
        interfaces: [
          {
            name: 'eno1',
            type: 'ethernet',
            'mac-address': '02:00:00:00:00:01',
            ipv4: { address: [{ ip: '192.0.2.11', 'prefix-length': 24 }] },
          },
        ],
      },
    ],
    ['platform.baremetal.hosts[1].networkConfig', { interfaces: [{ name: 'eno2', type: 'ethernet' }] }],
  ]);

  test('have agent-config.yaml with the hosts, and no machines', () => {
    const { object, paths, files } = manifestsOf(text, { method: 'agent' });
    expect(paths).toContain(INFRASTRUCTURE);
    expect(object('agent-config.yaml')).toEqual({
      apiVersion: 'v1beta1',
      kind: 'AgentConfig',
      metadata: { name: 'cluster' },
      rendezvousIP: '192.0.2.11',
      additionalNTPSources: ['ntp.example.com'],
      hosts: [
        expect.objectContaining({
          hostname: 'master-0',
          role: 'master',
          interfaces: [{ name: 'eno1', macAddress: '02:00:00:00:00:01' }],
        }),
        expect.objectContaining({
          hostname: 'master-1',
          interfaces: [{ name: 'eno2', macAddress: '02:00:00:00:00:02' }],
        }),
        expect.objectContaining({
          ...{ hostname: 'master-2', rootDeviceHints: { deviceName: '/dev/sda' } },
          interfaces: [{ name: 'boot', macAddress: '02:00:00:00:00:03' }],
        }),
      ],
    });
    // The file contains no BMC accounts.
    expect(files.some(({ text: content }) => content.includes(PASSWORD))).toBe(false);
    expect(
      manifestsOf(text, { method: 'agent', rendezvousIP: '192.0.2.99' }).object('agent-config.yaml'),
    ).toMatchObject({
      rendezvousIP: '192.0.2.99',
    });
  });

  test('reject an invalid rendezvous IP and that of a worker', () => {
    const meet = (from: string, rendezvousIP: string) => () =>
      manifestsOf(from, { method: 'agent', rendezvousIP });
    expect(meet(text, 'node-0')).toThrow(t('rendezvousInvalid', { address: 'node-0' }));
    const worker = text.replace('role: master', 'role: worker');
    expect(meet(worker, '192.0.2.11')).toThrow(/^Host master-0 has role 'worker' and has the rendezvousIP/);
    expect(meet(text, '192.0.2.11')).not.toThrow();
    expect(meet(worker, '192.0.2.12')).not.toThrow();
  });

  test('have no Cluster API objects on vSphere', () => {
    const { paths } = manifestsOf(worked(), { method: 'agent' });
    expect(paths.filter((path) => /cluster-api|machine/.test(path))).toEqual([]);
    expect(paths).toContain('manifests/cloud-provider-config.yaml');
  });

  test('mark a file with a password in a network document as a secret', () => {
    const secret = complete('baremetal', [
      [
        'platform.baremetal.hosts[0].networkConfig',
        { interfaces: [{ name: 'eno1', '802.1x': { password: PASSWORD } }] },
      ],
    ]).text;
    const file = manifestsOf(secret, { method: 'agent' }).files.find(({ kind }) => kind === 'AgentConfig');
    expect(file).toMatchObject({ secret: true });
  });
});

describe('installations with user-provisioned machines', () => {
  const SCHEDULER = 'manifests/cluster-scheduler-02-config.yml';
  const NO_WORKERS: Parameters<typeof worked>[0] = [['replicas: 5', 'replicas: 0']];
  const user = (text: string) => manifestsOf(text, { method: 'user-provisioned' });

  test('have all files except those that create machines', () => {
    const { paths } = user(worked());
    const others = manifestsOf(worked()).paths.filter((path) => !paths.includes(path));
    const machines =
      /^cluster-api\/|master-machines-\d\.yaml$|machineset-\d\.yaml$|control-plane-machine-set/;
    expect(others.filter((path) => !machines.test(path))).toEqual([]);
    expect(paths.filter((path) => /cluster-api|machine-api/.test(path))).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([
        ...[INFRASTRUCTURE, 'manifests/cloud-provider-config.yaml', 'manifests/cluster-proxy-01-config.yaml'],
        ...['openshift/99_cloud-creds-secret.yaml', 'vcenter-checklist.md', STEPS_FILE],
      ]),
    );
    expect(user(worked()).object(INFRASTRUCTURE)).toEqual(manifestsOf(worked()).object(INFRASTRUCTURE));
  });

  test('remove what the installer writes for machines, also those with static addresses', () => {
    const host = (role: string, address: string) =>
      `{role: ${role}, networkDevice: {ipAddrs: [${address}/24], gateway: 10.0.0.1}}`;
    const hosts = [
      ...[host('bootstrap', '10.0.0.10'), host('control-plane', '10.0.0.11')],
      ...[host('control-plane', '10.0.0.12'), host('control-plane', '10.0.0.13')],
      host('compute', '10.0.0.14'),
    ];
    const text = worked([
      ['    vcenters:\n', `    hosts: [${hosts.join(', ')}]\n    vcenters:\n`],
      ['replicas: 5', 'replicas: 1'],
    ]);
    for (const given of [worked(), text]) {
      const { steps } = user(given);
      const removed = steps
        .flatMap(({ commands }) => commands)
        .find((command) => command.startsWith('rm -f '));
      const patterns = removed!.split(' ').slice(2);
      const written = user(given).paths;
      for (const path of manifestsOf(given).paths.filter((each) => each.startsWith('openshift/')))
        expect([path, patterns.some((pattern) => matchesGlob(path, pattern))]).toEqual([
          path,
          !written.includes(path),
        ]);
    }
    const [a] = user(text).checklist;
    const machine = a!.items.find(({ kind, name }) => kind === 'machine' && name === 'multi-8tpnt-master-0');
    expect(machine?.why).toContain('"ip=10.0.0.11::10.0.0.1:255.255.255.0:::none"');
  });

  test('report schedulable control plane nodes as the installer does, and how to change them', () => {
    const { object, notes, steps } = user(worked(NO_WORKERS));
    expect(object(SCHEDULER).spec).toEqual({ mastersSchedulable: true });
    expect(notes).toEqual(
      expect.arrayContaining([
        ...[
          t('schedulableNote'),
          t('schedulableUserNote'),
          t('omittedNote'),
          t('stepsNote', { file: STEPS_FILE }),
        ],
      ]),
    );
    const edits = (from: typeof steps) => from.find(({ title }) => title === t('schedulableStep'));
    expect(edits(steps)).toMatchObject({ text: t('schedulableStepText') });
    expect(edits(steps)!.commands[0]).toContain(SCHEDULER);
    expect(edits(user(worked()).steps)).toEqual({
      ...{ title: t('schedulableStep'), text: t('unschedulableStepText'), commands: [] },
    });
    expect(user(worked()).notes).not.toContain(t('schedulableUserNote'));
    const { notes: installer } = manifestsOf(worked(NO_WORKERS));
    expect(installer).toContain(t('schedulableNote'));
    expect(installer).not.toContain(t('schedulableUserNote'));
    expect(manifestsOf(worked()).notes).not.toContain(t('omittedNote'));
  });

  test('have the commands from manifests to the installed cluster in order', () => {
    const { steps, files } = user(worked(NO_WORKERS));
    const installer = steps
      .flatMap(({ commands }) => commands)
      .filter((command) => command.startsWith('openshift-install '));
    expect(installer.map((command) => command.replace('openshift-install ', ''))).toEqual([
      ...['create manifests', 'create ignition-configs'],
      ...['wait-for bootstrap-complete', 'wait-for install-complete'],
    ]);
    const text = files.find(({ path }) => path === STEPS_FILE)!.text;
    for (const { title, commands } of steps) {
      expect(text).toContain(`. ${title}\n`);
      expect(text).toContain(commands.join('\n'));
    }
    expect(text).toContain('api-int.multi.example.lan');
    expect(text).not.toContain(PASSWORD);
    expect(manifestsOf(worked()).steps).toEqual([]);
  });

  test('are possible without a platform, with nothing to remove', () => {
    const { steps, notes, checklist } = user(preset('single-node'));
    expect(steps.map(({ title }) => title)).toContain(t('machinesStep'));
    expect(steps.map(({ title }) => title)).not.toContain(t('removeStep'));
    expect([notes.includes(t('omittedNote')), checklist]).toEqual([false, []]);
  });
});

describe('the infrastructure ID', () => {
  test('is derived from name and domain with the length limit of the installer', () => {
    const id = (name: string, baseDomain = 'example.com') => infraIdFor({ metadata: { name }, baseDomain });
    expect(id('multi')).toMatch(/^multi-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(id('multi')).toBe(id('multi'));
    expect(id('multi')).not.toBe(id('multi', 'example.org'));
    expect(id('a-very-long-name-of-a-cluster-indeed')).toMatch(/^a-very-long-name-of-a-[b-z2-9]{5}$/);
    expect(id('a.b--c')).toMatch(/^a-b-c-[b-z2-9]{5}$/);
  });

  test('must be valid in machine names', () => {
    for (const infraId of ['', 'Multi', '../x', 'a'.repeat(28)])
      expect(() => manifestsOf(worked(), { infraId })).toThrow(t('infraIdInvalid', { id: infraId }));
  });
});

test('reports missing fields with their path', () => {
  const fault = (config: Parameters<typeof installManifests>[0]) => {
    try {
      return void installManifests(config);
    } catch (error) {
      return error;
    }
  };
  const named = { metadata: { name: 'a' } };
  expect(fault({})).toMatchObject({ message: t('nameMissing'), at: { path: 'metadata.name' } });
  expect(fault(named)).toMatchObject({ at: { path: 'baseDomain' } });
  expect(fault({ ...named, baseDomain: 'b.c' })).toMatchObject({ at: { path: 'platform' } });
});

test('reads deprecated fields', () => {
  const text = `apiVersion: v1
metadata: {name: old}
baseDomain: example.com
controlPlane: {name: master, replicas: 3}
compute: [{name: worker, replicas: 2}]
networking: {machineCIDR: 10.0.0.0/16}
platform:
  vsphere: {vCenter: vc.example.com, username: u, password: ${PASSWORD}, datacenter: DC, defaultDatastore: ds, cluster: c, network: pg, apiVIP: 10.0.0.2, ingressVIP: 10.0.0.3}
`;
  const { object } = manifestsOf(text);
  expect(object('cluster-api/machines/10_inframachine_multi-8tpnt-master-0.yaml')).toMatchObject({
    spec: {
      server: 'vc.example.com',
      datastore: '/DC/datastore/ds',
      network: { devices: [{ networkName: '/DC/host/c/pg' }] },
    },
  });
  expect(object(INFRASTRUCTURE)).toMatchObject({
    spec: {
      platformSpec: { vsphere: { machineNetworks: ['10.0.0.0/16', '10.0.0.2/32', '10.0.0.3/32'] } },
    },
  });
});
