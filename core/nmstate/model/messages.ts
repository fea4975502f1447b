import { translator } from '../../base/messages/translator.ts';

/** Texts of cluster networks and of releases. */
export const t = translator({
  clusterUnreadable: "the file of the cluster isn't valid YAML: {reason}",
  clusterEmpty: 'the file of the cluster contains no machine network, VIPs, MTU or replicas',
  clusterEmptyRemedy:
    'Use install-config.yaml, a file with machineNetwork, apiVIPs and ingressVIPs, or the Network object (`oc get network.operator cluster -o yaml`).',
  releaseUnsupported:
    "Nodes of OpenShift {version} don't read network documents, which requires 4.{minor} or later",
  releasePreview:
    'In OpenShift {version}, network documents are a Technology Preview for bare metal. They are supported in 4.{minor} and later',
  releaseBug:
    'Builds of 4.20 and later from before July 2026 compare documents incorrectly (OCPBUGS-98316). They remove br-ex and apply the document at every boot, even if nothing changed',
});
