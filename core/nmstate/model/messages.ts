import { translator } from '../../base/messages/translator.ts';

/** Texts of cluster networks and of releases. */
export const t = translator({
  clusterUnreadable: "the file with the cluster settings isn't valid YAML: {reason}",
  clusterEmpty: 'the file with the cluster settings contains no machine network, VIPs, MTU or replicas',
  clusterEmptyRemedy:
    'Use install-config.yaml, a file with machineNetwork, apiVIPs and ingressVIPs, or the Network object (`oc get network.operator cluster -o yaml`).',
  releaseUnsupported:
    "Nodes with OpenShift {version} don't read network documents, which require OpenShift 4.{minor} or later",
  releasePreview:
    'In OpenShift {version}, network documents are a Technology Preview feature for bare metal. They are supported in OpenShift 4.{minor} and later.',
  releaseBug:
    "In OpenShift 4.20 and later, builds from before July 2026 compare documents incorrectly (OCPBUGS-98316). At every boot, nodes with these builds remove br-ex and apply the document, even if it hasn't changed.",
});
