import { clusterDomain, isProposalShape } from '../model/manifest-context.ts';
import {
  base64,
  inFileName,
  type KubernetesObject,
  type ManifestFile,
  manifestFile,
} from '../model/manifest-file.ts';
import type { VCenter } from '../model/model.ts';
import { placed, type VSphereContext } from './placement.ts';

export const GUESTS = 'openshift-cluster-api-guests';
export const CLUSTER_API = 'cluster.x-k8s.io/v1beta1';
export const VSPHERE_API = 'infrastructure.cluster.x-k8s.io/v1beta1';
const API_PORT = 6443;

/** Which vCenters get Cluster API objects and credentials of their own. */
export type ClustersFor = 'control-plane' | 'every-vcenter';

/**
 * The namespace, and for each vCenter that holds bootstrap or control plane a Cluster, a VSphereCluster and its
 * credentials (openshift/enhancements#1660: none for vCenters of workers only; `every-vcenter` is what today's
 * installer writes). Numbers are positions in `vcenters`.
 */
export function clusterFiles(context: VSphereContext, clustersFor: ClustersFor): ManifestFile[] {
  const { vsphere, topology } = context;
  const empty = isProposalShape(context) ? {} : undefined;
  const namespace = {
    ...{ apiVersion: 'v1', kind: 'Namespace', metadata: metadata(context, { name: GUESTS }) },
    ...{ spec: empty, status: empty },
  };
  const clusters = (vsphere.vcenters ?? []).flatMap((vcenter, i) =>
    clustersFor === 'every-vcenter' || topology.vcenters[i]?.controlPlane
      ? clusterOf(context, vcenter, i)
      : [],
  );
  return [
    manifestFile(
      'cluster-api/000_capi-namespace.yaml',
      namespace,
      'Where the Cluster API objects of the installation live; the cluster itself never has it.',
    ),
    ...clusters,
    ...hostGroupFiles(context),
  ];
}

function clusterOf(context: VSphereContext, vcenter: VCenter, index: number): ManifestFile[] {
  const name = `${context.infraId}-${index}`;
  const { server = '' } = vcenter;
  const early = isProposalShape(context);
  const reference = { apiVersion: VSPHERE_API, kind: 'VSphereCluster', name, namespace: GUESTS };
  const cluster: KubernetesObject = {
    ...{ apiVersion: CLUSTER_API, kind: 'Cluster' },
    metadata: metadata(context, { name, namespace: GUESTS }),
    spec: {
      clusterNetwork: { apiServerPort: API_PORT },
      controlPlaneEndpoint: { host: '', port: 0 },
      infrastructureRef: reference,
    },
    status: early ? { controlPlaneReady: false, infrastructureReady: false } : undefined,
  };
  const vsphereCluster: KubernetesObject = {
    ...{ apiVersion: VSPHERE_API, kind: 'VSphereCluster' },
    metadata: metadata(context, { name, namespace: GUESTS }),
    spec: {
      controlPlaneEndpoint: { host: `api.${clusterDomain(context)}`, port: API_PORT },
      identityRef: { kind: 'Secret', name: `vsphere-creds-${index}` },
      server: `https://${server}`,
    },
    status: early ? {} : undefined,
  };
  // With accounts for each component the one for machines is what machines are made with.
  const { user = '', password = '' } = vcenter.componentCredentials?.machineManagement ?? vcenter;
  const credentials: KubernetesObject = {
    ...{ apiVersion: 'v1', kind: 'Secret' },
    metadata: metadata(context, { name: `vsphere-creds-${index}`, namespace: GUESTS }),
    data: { username: base64(user), password: base64(password) },
  };
  return [
    manifestFile(
      `cluster-api/01_capi-cluster-${index}.yaml`,
      cluster,
      `The Cluster API cluster of ${server}: one a vCenter, as one cannot span two.`,
    ),
    manifestFile(
      `cluster-api/01_vsphere-cluster-${index}.yaml`,
      vsphereCluster,
      `Where ${server} is reached, and with which credentials.`,
    ),
    manifestFile(
      `cluster-api/01_vsphere-creds-${index}.yaml`,
      credentials,
      `User and password of ${server}, while bootstrap and control plane are made.`,
      { secret: true },
    ),
  ];
}

/** Zones that are groups of hosts have objects of their own. */
function hostGroupFiles(context: VSphereContext): ManifestFile[] {
  return (context.vsphere.failureDomains ?? []).flatMap((domain) => {
    if (domain.zoneType !== 'HostGroup') return [];
    const place = placed(context, domain);
    const { name, datacenter, computeCluster, datastore, networks, vmGroup, hostGroup } = place;
    const zone: KubernetesObject = {
      ...{ apiVersion: VSPHERE_API, kind: 'VSphereDeploymentZone', metadata: metadata(context, { name }) },
      spec: {
        ...{ server: `https://${place.server}`, failureDomain: name, controlPlane: true },
        placementConstraint: {
          resourcePool: domain.topology?.resourcePool,
          folder: domain.topology?.folder,
        },
      },
    };
    const failureDomain: KubernetesObject = {
      ...{ apiVersion: VSPHERE_API, kind: 'VSphereFailureDomain', metadata: metadata(context, { name }) },
      spec: {
        region: { name: place.region, type: place.regionType, tagCategory: 'openshift-region' },
        zone: { name: place.zone, type: place.zoneType, tagCategory: 'openshift-zone' },
        topology: {
          ...{ datacenter, computeCluster, datastore, networks },
          hosts: { vmGroupName: vmGroup, hostGroupName: hostGroup },
        },
      },
    };
    return [
      manifestFile(
        `cluster-api/01_vsphere-deploymentzone-${inFileName(name)}.yaml`,
        zone,
        `Lets control plane machines into failure domain ${name}, a group of hosts.`,
      ),
      manifestFile(
        `cluster-api/01_vsphere-failuredomain-${inFileName(name)}.yaml`,
        failureDomain,
        `The group of hosts behind failure domain ${name}.`,
      ),
    ];
  });
}

/** The enhancement's installer wrote the empty field that Go has in every object. */
export function metadata<T extends { name: string }>(
  context: VSphereContext,
  fields: T,
): T & { creationTimestamp?: null } {
  return isProposalShape(context) ? { creationTimestamp: null, ...fields } : fields;
}
