/** A text to begin with: commented, every value to be replaced is an example. */
export interface Preset {
  id: 'vsphere-multi-vcenter' | 'vsphere' | 'baremetal' | 'single-node' | 'external';
  name: string;
  description: string;
  text: string;
}

const HEAD = `apiVersion: v1
metadata:
  # Becomes part of every name: api.NAME.DOMAIN, *.apps.NAME.DOMAIN.
  name: cluster
baseDomain: example.com
`;

const NETWORKING = `networking:
  networkType: OVNKubernetes
  # Where the machines are. None of these three may overlap another.
  machineNetwork:
  - cidr: 192.0.2.0/24
  clusterNetwork:
  - cidr: 10.128.0.0/14
    hostPrefix: 23
  serviceNetwork:
  - 172.30.0.0/16
`;

/** Empty where the user's secrets come in: nothing of a preset looks like a password. */
const TAIL = `# The JSON of the auth file with the mirror registry, in single quotes.
pullSecret: ''
# The public key to log in to nodes with.
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
      # Tags of the categories openshift-region and openshift-zone.
      region: region-1
      zone: zone-${n}
      server: vcenter-${letter}.example.com
      topology:
        datacenter: dc-${letter}
        computeCluster: /dc-${letter}/host/cluster-${letter}
        datastore: /dc-${letter}/datastore/datastore-${letter}
        networks:
        - VM Network
        # Without internet the RHCOS image must be in vCenter as a template.
        template: /dc-${letter}/vm/rhcos
`;

const vcenter = (letter: string): string => `    - server: vcenter-${letter}.example.com
      user: administrator@vsphere.local
      password: ''
      # All datacenters that failure domains of this vCenter use.
      datacenters:
      - dc-${letter}
`;

const VIPS = `    # Addresses of the machine network that nothing else has.
    apiVIPs:
    - 192.0.2.2
    ingressVIPs:
    - 192.0.2.3
`;

const zones = `  platform:
    vsphere:
      # One control plane machine in each: no loss of one failure domain takes the quorum along.
      zones: [fd-1, fd-2, fd-3]
`;

export const PRESETS: readonly Preset[] = [
  {
    id: 'vsphere-multi-vcenter',
    name: 'vSphere, several vCenters',
    description: 'Three vCenters with a failure domain each; one control plane machine in each.',
    text: `${HEAD}${pools(3, 3, zones)}${NETWORKING}platform:
  vsphere:
${VIPS}    vcenters:
${['a', 'b', 'c'].map(vcenter).join('')}    failureDomains:
${['a', 'b', 'c'].map((letter, i) => domain(i + 1, letter)).join('')}${TAIL}`,
  },
  {
    id: 'vsphere',
    name: 'vSphere, one vCenter',
    description: 'One vCenter with one failure domain.',
    text: `${HEAD}${pools(3, 3)}${NETWORKING}platform:
  vsphere:
${VIPS}    vcenters:
${vcenter('a')}    failureDomains:
${domain(1, 'a')}${TAIL}`,
  },
  {
    id: 'baremetal',
    name: 'Bare metal',
    description: 'Three hosts that are control plane and workers at once, installed through virtual media.',
    text: `${HEAD}${pools(3, 0)}${NETWORKING}platform:
  baremetal:
${VIPS}    # Without a network of its own for provisioning: images come over virtual media.
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
    name: 'Single node',
    description: 'One node on any hardware; load balancing and DNS are yours.',
    text: `${HEAD}${pools(1, 0)}${NETWORKING}platform:
  none: {}
# Take it out for the agent-based installer.
bootstrapInPlace:
  installationDisk: /dev/sda
${TAIL}`,
  },
  {
    id: 'external',
    name: 'External platform',
    description: "A cloud or hypervisor that brings its own integration; 'none' with a name.",
    text: `${HEAD}${pools(3, 0)}${NETWORKING}platform:
  external:
    platformName: example
    # External: a cloud controller manager of the platform is installed beside the cluster.
    cloudControllerManager: ''
${TAIL}`,
  },
];
