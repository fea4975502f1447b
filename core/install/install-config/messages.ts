import { translator } from '../../base/messages/translator.ts';

/** Texts of the validation of install-config.yaml, and of its presets. */
export const t = translator({
  multiVCenterName: 'vSphere, multiple vCenters',
  multiVCenterDescription: 'Three vCenters, each with a failure domain and a control plane machine.',
  vsphereName: 'vSphere, one vCenter',
  vsphereDescription: 'One vCenter with one failure domain.',
  baremetalName: 'Bare metal',
  baremetalDescription:
    'Three hosts that serve as both control plane nodes and workers, installed with virtual media.',
  singleNodeName: 'Single node',
  singleNodeDescription: 'One node on any hardware. You provide load balancing and DNS.',
  externalName: 'External platform',
  externalDescription: 'A cloud or hypervisor with its own integration.',

  // comments in the presets
  clusterNameComment: 'Becomes part of every name: api.NAME.DOMAIN, *.apps.NAME.DOMAIN.',
  networksComment: 'Networks for machines, pods and services. These networks must not overlap.',
  pullSecretComment: 'The JSON content of the auth file for the mirror registry, enclosed in single quotes.',
  sshKeyComment: 'The public key for SSH access to nodes.',
  tagsComment: 'Tags in the categories openshift-region and openshift-zone.',
  templateComment: 'A cluster without internet access needs the RHCOS image as a template in vCenter.',
  datacentersComment: 'All datacenters that the failure domains in this vCenter use.',
  vipsComment: 'Unused addresses in the machine network.',
  zonesComment:
    'One control plane machine in each failure domain, so that etcd keeps quorum when one failure domain fails.',
  provisioningComment: 'No provisioning network, because images are transferred over virtual media.',
  bootstrapComment: 'Remove this field if you use the Agent-based Installer.',
  cloudControllerComment:
    "Set this field to External if you install the platform's cloud controller manager.",
});
