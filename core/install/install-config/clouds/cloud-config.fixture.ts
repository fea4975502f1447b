import { setValue } from '../../../base/document/edit/edit.ts';
import { type Path, readYaml, type YamlText } from '../../../base/document/yaml-text.ts';
import { PULL_SECRET, SSH_KEY } from '../model/install-config.fixture.ts';

export const UUIDS = [
  '9f0c2f6e-5d1b-4c8a-8f6a-3d2b1c0e9a87',
  '1b2c3d4e-5f60-4718-92a3-b4c5d6e7f809',
] as const;

const SETTINGS: Readonly<Record<string, object>> = {
  aws: {
    region: 'eu-west-1',
    hostedZone: 'Z0123456789',
    vpc: {
      subnets: [
        {
          id: 'subnet-a',
          roles: [{ type: 'ClusterNode' }, { type: 'BootstrapNode' }, { type: 'ControlPlaneInternalLB' }],
        },
        { id: 'subnet-b', roles: [{ type: 'ControlPlaneExternalLB' }, { type: 'IngressControllerLB' }] },
      ],
    },
    serviceEndpoints: [{ name: 'ec2', url: 'https://ec2.example.com' }],
    userTags: { owner: 'platform-team' },
    defaultMachinePlatform: {
      zones: ['eu-west-1a'],
      rootVolume: { type: 'gp3', size: 120, iops: 3000 },
      metadataService: { authentication: 'Required' },
      additionalSecurityGroupIDs: ['sg-1'],
    },
  },
  azure: {
    region: 'westeurope',
    baseDomainResourceGroupName: 'dns',
    virtualNetwork: 'vnet',
    networkResourceGroupName: 'network',
    computeSubnet: 'workers',
    controlPlaneSubnet: 'masters',
    cloudName: 'AzurePublicCloud',
    outboundType: 'UserDefinedRouting',
    userTags: { owner: 'platform' },
    defaultMachinePlatform: {
      osDisk: { diskSizeGB: 128, diskType: 'Premium_LRS' },
      ultraSSDCapability: 'Disabled',
      vmNetworkingType: 'Accelerated',
      osImage: { plan: 'NoPurchasePlan', publisher: 'p', offer: 'o', sku: 's', version: 'v' },
    },
  },
  gcp: {
    projectID: 'project-1',
    region: 'europe-west1',
    network: 'vpc',
    computeSubnet: 'workers',
    controlPlaneSubnet: 'masters',
    userLabels: [{ key: 'owner', value: 'platform' }],
    defaultMachinePlatform: {
      zones: ['europe-west1-b'],
      osDisk: { DiskSizeGB: 128, diskType: 'pd-ssd' },
      tags: ['cluster-node'],
    },
  },
  openstack: {
    cloud: 'shift',
    externalNetwork: 'external',
    apiVIPs: ['192.0.2.5'],
    ingressVIPs: ['192.0.2.7'],
    externalDNS: ['192.0.2.53'],
    controlPlanePort: { network: { id: UUIDS[0] }, fixedIPs: [{ subnet: { id: UUIDS[1], name: 'nodes' } }] },
    defaultMachinePlatform: {
      type: 'm1.xlarge',
      zones: ['az1'],
      serverGroupPolicy: 'soft-anti-affinity',
      rootVolume: { size: 100, types: ['fast'], zones: ['az1'] },
    },
  },
  nutanix: {
    apiVIPs: ['192.0.2.5'],
    ingressVIPs: ['192.0.2.7'],
    prismCentral: {
      endpoint: { address: 'pc.example.com', port: 9440 },
      username: 'admin',
      password: 'secret',
    },
    prismElements: [{ uuid: UUIDS[0], endpoint: { address: 'pe.example.com', port: 9440 } }],
    subnetUUIDs: [UUIDS[1]],
    failureDomains: [
      {
        name: 'fd-1',
        prismElement: { uuid: UUIDS[0], endpoint: { address: 'pe.example.com', port: 9440 } },
        subnetUUIDs: [UUIDS[1]],
      },
    ],
  },
  ibmcloud: {
    region: 'eu-de',
    vpcName: 'vpc',
    controlPlaneSubnets: ['masters'],
    computeSubnets: ['workers'],
    serviceEndpoints: [{ name: 'IAM', url: 'https://iam.example.com/v1' }],
    defaultMachinePlatform: {
      type: 'bx2-8x32',
      zones: ['eu-de-1'],
      dedicatedHosts: [{ profile: 'bx2-host-152x608' }],
    },
  },
  powervs: {
    userID: 'user@example.com',
    zone: 'dal10',
    region: 'dal',
    serviceInstanceGUID: UUIDS[0],
    serviceEndpoints: [{ name: 'Power', url: 'https://power.example.com/v1' }],
    defaultMachinePlatform: {
      volumeIDs: [UUIDS[1]],
      procType: 'Shared',
      processors: '0.75',
      smtLevel: '8',
      sysType: 's922',
      memoryGiB: 32,
    },
  },
};

export const CLOUDS = Object.keys(SETTINGS);

/** Returns a valid install-config.yaml for a cloud, with changes by path. */
export function cloudConfig(cloud: string, changes: readonly (readonly [string, unknown])[] = []): YamlText {
  const publish = cloud === 'powervs' ? 'Internal' : 'External';
  const text = `apiVersion: v1
metadata: {name: demo}
baseDomain: example.com
publish: ${publish}
${cloud === 'openstack' ? '' : 'credentialsMode: Manual'}
controlPlane: {name: master, replicas: 3}
compute: [{name: worker, replicas: 2}]
networking:
  networkType: OVNKubernetes
  machineNetwork: [{cidr: 192.0.2.0/24}]
  clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}]
  serviceNetwork: [172.30.0.0/16]
platform:
  ${cloud}: {}
pullSecret: '${PULL_SECRET}'
sshKey: ${SSH_KEY}
`;
  const document = setValue(readYaml(text), ['platform', cloud], SETTINGS[cloud]);
  return changes.reduce((before, [path, value]) => setValue(before, pathOf(path), value), document);
}

/** Returns the path for `vpc.subnets[0].id`. */
function pathOf(text: string): Path {
  return text
    .split(/[.[\]]+/)
    .flatMap((part) => (part === '' ? [] : /^\d+$/.test(part) ? Number(part) : part));
}
