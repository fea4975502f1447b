import { translator } from '../../base/messages/translator.ts';

/** Names of the presets of install-config.yaml. */
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
});
