import { clusterDomain, isProposalShape } from '../model/manifest-context.ts';
import {
  base64,
  inFileName,
  type KubernetesObject,
  type ManifestFile,
  manifestFile,
} from '../model/manifest-file.ts';
import type { VCenter } from '../model/model.ts';
import { t } from './messages.ts';
import { placed, type VSphereContext } from './placement.ts';

export const GUESTS = 'openshift-cluster-api-guests';
export const CLUSTER_API = 'cluster.x-k8s.io/v1beta1';
export const VSPHERE_API = 'infrastructure.cluster.x-k8s.io/v1beta1';
const API_PORT = 6443;

/** vCenters that get their own Cluster API objects and credentials. */
export type ClustersFor = 'control-plane' | 'every-vcenter';

/**
 * Returns the namespace, and a Cluster, a VSphereCluster and credentials for each vCenter with the bootstrap machine or control
 * plane machines (openshift/enhancements#1660: none for vCenters with only workers; `every-vcenter` is as in current
 * installers). Numbers are positions in `vcenters`.
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
    manifestFile('cluster-api/000_capi-namespace.yaml', namespace, t('namespaceText')),
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
  // With an account for each component, the one for machines creates the machines.
  const { user = '', password = '' } = vcenter.componentCredentials?.machineManagement ?? vcenter;
  const credentials: KubernetesObject = {
    ...{ apiVersion: 'v1', kind: 'Secret' },
    metadata: metadata(context, { name: `vsphere-creds-${index}`, namespace: GUESTS }),
    data: { username: base64(user), password: base64(password) },
  };
  return [
    manifestFile(`cluster-api/01_capi-cluster-${index}.yaml`, cluster, t('capiClusterText', { server })),
    manifestFile(
      `cluster-api/01_vsphere-cluster-${index}.yaml`,
      vsphereCluster,
      t('vsphereClusterText', { server }),
    ),
    manifestFile(
      `cluster-api/01_vsphere-creds-${index}.yaml`,
      credentials,
      t('clusterCredentialsText', { server }),
      { secret: true },
    ),
  ];
}

/** Returns the additional objects of zones that are host groups. */
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
        t('deploymentZoneText', { domain: name }),
      ),
      manifestFile(
        `cluster-api/01_vsphere-failuredomain-${inFileName(name)}.yaml`,
        failureDomain,
        t('vsphereFailureDomainText', { domain: name }),
      ),
    ];
  });
}

/** Adds the empty `creationTimestamp` that the installer of the enhancement writes. */
export function metadata<T extends { name: string }>(
  context: VSphereContext,
  fields: T,
): T & { creationTimestamp?: null } {
  return isProposalShape(context) ? { creationTimestamp: null, ...fields } : fields;
}
