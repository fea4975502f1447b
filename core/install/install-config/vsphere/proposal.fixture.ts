/**
 * The example of the enhancement for several vCenters (openshift/enhancements#1660), and the files that its installer wrote
 * for it.
 */
export const INFRA_ID = 'ngirard-multi-8tpnt';

const domain = (name: string, server: string, datacenter: string, cluster: string, zone: string): string => `
    - name: ${name}
      region: us-east
      server: ${server}
      topology:
        computeCluster: "/${datacenter}/host/${cluster}"
        datacenter: ${datacenter}
        datastore: "/${datacenter}/datastore/vsanDatastore"
        networks:
        - ci-vlan-1148
      zone: ${zone}`;

const vcenter = (server: string, datacenter: string): string => `
    - datacenters:
      - ${datacenter}
      password: "password"
      port: 443
      server: ${server}
      user: user`;

const SERVERS = ['vcs8e-vc.ocp2.dev.cluster.com', 'vcenter.ci.ibmc.devcluster.openshift.com'] as const;

export const PROPOSAL_INSTALL_CONFIG = `apiVersion: v1
baseDomain: openshift.manta-lab.net
featureSet: CustomNoUpgrade
featureGates:
- ClusterAPIInstall=true
- VSphereMultiVCenters=true
compute:
- architecture: amd64
  hyperthreading: Enabled
  name: worker
  platform:
    vsphere:
      zones:
      - fd-1
      - fd-2
      cpus: 4
      coresPerSocket: 2
      memoryMB: 8192
      osDisk:
        diskSizeGB: 60
  replicas: 0
controlPlane:
  architecture: amd64
  hyperthreading: Enabled
  name: master
  platform:
    vsphere:
      zones:
      - fd-1
      - fd-2
      cpus: 8
      coresPerSocket: 2
      memoryMB: 16384
      osDisk:
        diskSizeGB: 100
  replicas: 3
metadata:
  creationTimestamp: null
  name: ngirard-multi
networking:
  clusterNetwork:
  - cidr: 10.128.0.0/14
    hostPrefix: 23
  machineNetwork:
  - cidr: 10.93.43.128/25
  serviceNetwork:
  - 172.30.0.0/16
platform:
  vsphere:
    apiVIPs:
    - 10.93.43.132
    ingressVIPs:
    - 10.93.43.133
    failureDomains:${domain('fd-1', SERVERS[0], 'IBMCloud', 'vcs-ci-workload', 'us-east-4a')}${domain('fd-2', SERVERS[1], 'cidatacenter', 'cicluster', 'us-east-1a')}
    vcenters:${vcenter(SERVERS[0], 'IBMCloud')}${vcenter(SERVERS[1], 'cidatacenter')}
`;

const cluster = (index: number): string => `apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata:
  creationTimestamp: null
  name: ngirard-multi-8tpnt-${index}
  namespace: openshift-cluster-api-guests
spec:
  clusterNetwork:
    apiServerPort: 6443
  controlPlaneEndpoint:
    host: ""
    port: 0
  infrastructureRef:
    apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
    kind: VSphereCluster
    name: ngirard-multi-8tpnt-${index}
    namespace: openshift-cluster-api-guests
status:
  controlPlaneReady: false
  infrastructureReady: false
`;

const vsphereCluster = (index: 0 | 1): string => `apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
kind: VSphereCluster
metadata:
  creationTimestamp: null
  name: ngirard-multi-8tpnt-${index}
  namespace: openshift-cluster-api-guests
spec:
  controlPlaneEndpoint:
    host: api.ngirard-multi.openshift.manta-lab.net
    port: 6443
  identityRef:
    kind: Secret
    name: vsphere-creds-${index}
  server: https://${SERVERS[index]}
status: {}
`;

const machine = (
  index: number,
  server: string,
  datacenter: string,
  computeCluster: string,
  zone: string,
): string => `apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
kind: VSphereMachine
metadata:
  creationTimestamp: null
  labels:
    cluster.x-k8s.io/control-plane: ""
  name: ngirard-multi-8tpnt-master-${index}
  namespace: openshift-cluster-api-guests
spec:
  cloneMode: fullClone
  customVMXKeys:
    guestinfo.domain: ngirard-multi.openshift.manta-lab.net
    guestinfo.hostname: ngirard-multi-8tpnt-master-${index}
    stealclock.enable: "TRUE"
  datacenter: ${datacenter}
  datastore: /${datacenter}/datastore/vsanDatastore
  diskGiB: 100
  folder: /${datacenter}/vm/ngirard-multi-8tpnt
  memoryMiB: 16384
  network:
    devices:
    - dhcp4: true
      networkName: /${datacenter}/host/${computeCluster}/ci-vlan-1148
  numCPUs: 8
  resourcePool: /${datacenter}/host/${computeCluster}/Resources
  server: ${server}
  template: ngirard-multi-8tpnt-rhcos-us-east-${zone}
status:
  ready: false
`;

const CLUSTER_API = 'cluster-api/';
const MACHINES = 'cluster-api/machines/10_';

/** Files that the enhancement shows. */
export const SHOWN: Record<string, string> = {
  [`${CLUSTER_API}01_capi-cluster-0.yaml`]: cluster(0),
  [`${CLUSTER_API}01_capi-cluster-1.yaml`]: cluster(1),
  [`${CLUSTER_API}01_vsphere-cluster-0.yaml`]: vsphereCluster(0),
  [`${CLUSTER_API}01_vsphere-cluster-1.yaml`]: vsphereCluster(1),
  [`${MACHINES}inframachine_ngirard-multi-8tpnt-master-0.yaml`]: machine(
    ...([0, SERVERS[0], 'IBMCloud', 'vcs-ci-workload', 'us-east-4a'] as const),
  ),
  [`${MACHINES}inframachine_ngirard-multi-8tpnt-master-1.yaml`]: machine(
    ...([1, SERVERS[1], 'cidatacenter', 'cicluster', 'us-east-1a'] as const),
  ),
};

/** Folder listings of the enhancement with sizes in bytes. Those of credentials depend on unknown passwords. */
export const LISTED: Record<string, number | undefined> = {
  [`${CLUSTER_API}000_capi-namespace.yaml`]: 124,
  [`${CLUSTER_API}01_capi-cluster-0.yaml`]: 498,
  [`${CLUSTER_API}01_capi-cluster-1.yaml`]: 498,
  [`${CLUSTER_API}01_vsphere-cluster-0.yaml`]: 395,
  [`${CLUSTER_API}01_vsphere-cluster-1.yaml`]: 406,
  [`${CLUSTER_API}01_vsphere-creds-0.yaml`]: undefined,
  [`${CLUSTER_API}01_vsphere-creds-1.yaml`]: undefined,
  [`${MACHINES}inframachine_ngirard-multi-8tpnt-bootstrap.yaml`]: 667,
  [`${MACHINES}inframachine_ngirard-multi-8tpnt-master-0.yaml`]: 868,
  [`${MACHINES}inframachine_ngirard-multi-8tpnt-master-1.yaml`]: 887,
  [`${MACHINES}inframachine_ngirard-multi-8tpnt-master-2.yaml`]: 868,
  [`${MACHINES}machine_ngirard-multi-8tpnt-bootstrap.yaml`]: 483,
  [`${MACHINES}machine_ngirard-multi-8tpnt-master-0.yaml`]: 520,
  [`${MACHINES}machine_ngirard-multi-8tpnt-master-1.yaml`]: 520,
  [`${MACHINES}machine_ngirard-multi-8tpnt-master-2.yaml`]: 520,
};

const vcenterEntry = (server: string, datacenter: string): string => `  ${server}:
    user: ""
    password: ""
    tenantref: ""
    server: ${server}
    port: 443
    insecureFlag: true
    datacenters:
    - ${datacenter}
    soapRoundtripCount: 0
    caFile: ""
    thumbprint: ""
    secretref: ""
    secretName: ""
    secretNamespace: ""
    ipFamily: []
`;

export const CLOUD_CONFIG = `global:
  user: ""
  password: ""
  server: ""
  port: 0
  insecureFlag: true
  datacenters: []
  soapRoundtripCount: 0
  caFile: ""
  thumbprint: ""
  secretName: vsphere-creds
  secretNamespace: kube-system
  secretsDirectory: ""
  apiDisable: false
  apiBinding: ""
  ipFamily: []
vcenter:
${vcenterEntry(SERVERS[1], 'cidatacenter')}${vcenterEntry(SERVERS[0], 'IBMCloud')}labels:
  zone: openshift-zone
  region: openshift-region
`;
