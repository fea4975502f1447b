import { clusterDomain, isProposalShape } from '../model/manifest-context.ts';
import { type KubernetesObject, type ManifestFile, manifestFile } from '../model/manifest-file.ts';
import { CLUSTER_API, GUESTS, metadata, VSPHERE_API } from './cluster-api.ts';
import { t } from './messages.ts';
import { hostOf, networkPath, placementOf, sizeOf, type VSphereContext } from './placement.ts';
import { ADDRESS_KARGS, networkKargs } from './static-addresses.ts';

const LABELS = { 'cluster.x-k8s.io/control-plane': '' };

/**
 * Returns VSphereMachine and Machine of the bootstrap machine and of every control plane machine. The bootstrap machine is a
 * copy of the first one, so it is in the same vCenter. As in the installer, it has no namespace.
 * @throws AirlockError `install-config-invalid` for an undefined zone or server
 */
export function machineFiles(context: VSphereContext): ManifestFile[] {
  const { infraId, topology } = context;
  return topology.machines.flatMap(({ name, role, failureDomain }) => {
    const isBootstrap = role === 'bootstrap';
    const place = placementOf(context, failureDomain);
    const full = `${infraId}-${name}`;
    const fields = { name: full, labels: LABELS, namespace: isBootstrap ? undefined : GUESTS };
    const machine: KubernetesObject = {
      ...{ apiVersion: CLUSTER_API, kind: 'Machine', metadata: metadata(context, fields) },
      spec: {
        bootstrap: { dataSecretName: `${infraId}-${isBootstrap ? 'bootstrap' : 'master'}` },
        clusterName: `${infraId}-${place.vcenter}`,
        infrastructureRef: { apiVersion: VSPHERE_API, kind: 'VSphereMachine', name: full },
      },
      status: isProposalShape(context) ? { bootstrapReady: false, infrastructureReady: false } : undefined,
    };
    return [
      manifestFile(
        `cluster-api/machines/10_inframachine_${full}.yaml`,
        vsphereMachine(context, full, failureDomain, fields),
        t('vsphereMachineText', { machine: name, domain: failureDomain, server: place.server }),
      ),
      manifestFile(
        `cluster-api/machines/10_machine_${full}.yaml`,
        machine,
        t('capiMachineText', { machine: name, cluster: `${infraId}-${place.vcenter}` }),
      ),
    ];
  });
}

function vsphereMachine(
  context: VSphereContext,
  name: string,
  failureDomain: string,
  fields: { name: string },
): KubernetesObject {
  const place = placementOf(context, failureDomain);
  const size = sizeOf(context, context.config.controlPlane);
  const early = isProposalShape(context);
  const keys = vmxKeys(context, name);
  const { datacenter, datastore, folder, resourcePool, server, template, vmGroup } = place;
  return {
    ...{ apiVersion: VSPHERE_API, kind: 'VSphereMachine', metadata: metadata(context, fields) },
    spec: {
      ...{ cloneMode: 'fullClone', datacenter, datastore, folder, resourcePool, server, template },
      customVMXKeys: Object.keys(keys).length > 0 ? keys : undefined,
      ...{ diskGiB: size.diskSizeGB, memoryMiB: size.memoryMB, numCPUs: size.cpus },
      // The machines of the enhancement use the value of the template.
      numCoresPerSocket: early ? undefined : size.coresPerSocket,
      dataDisks: size.dataDisks.length > 0 ? size.dataDisks : undefined,
      failureDomain: vmGroup === undefined ? undefined : failureDomain,
      network: {
        devices: place.networks.map((network) => ({
          dhcp4: true,
          networkName: networkPath(place, network),
        })),
      },
    },
    status: early ? { ready: false } : undefined,
  };
}

function vmxKeys(context: VSphereContext, name: string): Record<string, string> {
  const isBootstrap = name === `${context.infraId}-bootstrap`;
  const host = hostOf(context, name.slice(context.infraId.length + 1));
  const keys: Record<string, string> = {};
  if (!isBootstrap)
    Object.assign(keys, {
      'guestinfo.domain': clusterDomain(context),
      'guestinfo.hostname': name,
      'stealclock.enable': 'TRUE',
    });
  if (host) keys[ADDRESS_KARGS] = networkKargs(host);
  return keys;
}
