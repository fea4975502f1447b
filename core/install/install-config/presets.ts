import { t } from './messages.ts';

/** A commented template of install-config.yaml with example values. */
export interface Preset {
  id: 'vsphere-multi-vcenter' | 'vsphere' | 'baremetal' | 'single-node' | 'external';
  name: string;
  description: string;
  text: string;
}

const HEAD = `apiVersion: v1
metadata:
  # ${t('clusterNameComment')}
  name: cluster
baseDomain: example.com
`;

const NETWORKING = `networking:
  networkType: OVNKubernetes
  # ${t('networksComment')}
  machineNetwork:
  - cidr: 192.0.2.0/24
  clusterNetwork:
  - cidr: 10.128.0.0/14
    hostPrefix: 23
  serviceNetwork:
  - 172.30.0.0/16
`;

/** Ends a preset. Secrets are empty, so that nothing in a preset looks like a password. */
const TAIL = `# ${t('pullSecretComment')}
pullSecret: ''
# ${t('sshKeyComment')}
sshKey: ''
`;

const pools = (masters: number, workers: number, machine = ''): string => `controlPlane:
  name: master
  replicas: ${masters}
${machine}compute:
- name: worker
  replicas: ${workers}
`;

const domain = (n: number, letter: string): string => `    - name: fd-${n}
      # ${t('tagsComment')}
      region: region-1
      zone: zone-${n}
      server: vcenter-${letter}.example.com
      topology:
        datacenter: dc-${letter}
        computeCluster: /dc-${letter}/host/cluster-${letter}
        datastore: /dc-${letter}/datastore/datastore-${letter}
        networks:
        - VM Network
        # ${t('templateComment')}
        template: /dc-${letter}/vm/rhcos
`;

const vcenter = (letter: string): string => `    - server: vcenter-${letter}.example.com
      user: administrator@vsphere.local
      password: ''
      # ${t('datacentersComment')}
      datacenters:
      - dc-${letter}
`;

const VIPS = `    # ${t('vipsComment')}
    apiVIPs:
    - 192.0.2.2
    ingressVIPs:
    - 192.0.2.3
`;

const zones = `  platform:
    vsphere:
      # ${t('zonesComment')}
      zones: [fd-1, fd-2, fd-3]
`;

export const PRESETS: readonly Preset[] = [
  {
    id: 'vsphere-multi-vcenter',
    name: t('multiVCenterName'),
    description: t('multiVCenterDescription'),
    text: `${HEAD}${pools(3, 3, zones)}${NETWORKING}platform:
  vsphere:
${VIPS}    vcenters:
${['a', 'b', 'c'].map(vcenter).join('')}    failureDomains:
${['a', 'b', 'c'].map((letter, i) => domain(i + 1, letter)).join('')}${TAIL}`,
  },
  {
    id: 'vsphere',
    name: t('vsphereName'),
    description: t('vsphereDescription'),
    text: `${HEAD}${pools(3, 3)}${NETWORKING}platform:
  vsphere:
${VIPS}    vcenters:
${vcenter('a')}    failureDomains:
${domain(1, 'a')}${TAIL}`,
  },
  {
    id: 'baremetal',
    name: t('baremetalName'),
    description: t('baremetalDescription'),
    text: `${HEAD}${pools(3, 0)}${NETWORKING}platform:
  baremetal:
${VIPS}    # ${t('provisioningComment')}
    provisioningNetwork: Disabled
    hosts:
${[0, 1, 2]
  .map(
    (i) => `    - name: master-${i}
      role: master
      bootMACAddress: 02:00:00:00:00:0${i + 1}
      bmc:
        address: redfish-virtualmedia+https://bmc-${i}.example.com/redfish/v1/Systems/1
        username: admin
        password: ''
      rootDeviceHints:
        deviceName: /dev/sda
`,
  )
  .join('')}${TAIL}`,
  },
  {
    id: 'single-node',
    name: t('singleNodeName'),
    description: t('singleNodeDescription'),
    text: `${HEAD}${pools(1, 0)}${NETWORKING}platform:
  none: {}
# ${t('bootstrapComment')}
bootstrapInPlace:
  installationDisk: /dev/sda
${TAIL}`,
  },
  {
    id: 'external',
    name: t('externalName'),
    description: t('externalDescription'),
    text: `${HEAD}${pools(3, 0)}${NETWORKING}platform:
  external:
    platformName: example
    # ${t('cloudControllerComment')}
    cloudControllerManager: ''
${TAIL}`,
  },
];
