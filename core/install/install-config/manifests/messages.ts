import { translator } from '../../../base/messages/translator.ts';

/** Texts on generated manifests: their purposes, notes and errors. */
export const t = translator({
  nameMissing: 'The cluster has no name',
  baseDomainMissing: 'The cluster has no base domain',
  platformMissing: 'The configuration must set exactly one platform',
  // notes: clauses without a period
  infraIdNote:
    'the infrastructure ID {id} is derived from the cluster name and domain, but the installer generates a different, random ID',
  releaseByGatesNote: 'the manifests are for {release}, because the file enables VSphereMultiVCenters',
  newestReleaseNote: 'the manifests are for the newest release, because no version is set',
  networksNote:
    'network paths are assumed to be under their compute cluster, but the installer looks up the actual paths in vCenter',
  baremetalNote: 'only the installer creates the hosts and machines for bare metal',
  platformNote:
    'for platform {platform}, only the installer creates the machines, the Infrastructure and DNS objects, and the status of the proxy',
  // infrastructure ID and rendezvous IP
  infraIdInvalid: '"{id}" isn\'t a valid infrastructure ID',
  infraIdInvalidRemedy: 'Use at most {maximum} lowercase letters, digits and hyphens, such as cluster-8tpnt.',
  rendezvousInvalid: 'The rendezvous IP "{address}" isn\'t an IP address',
  rendezvousInvalidRemedy: 'Use the IP address of a control plane host, without its prefix length.',
  rendezvousWorkerRemedy: 'Use the IP address of a control plane host.',
  // purposes
  agentConfigText:
    'Describes the hosts for an agent-based installation. Store the file in the same directory as install-config.yaml.',
  infrastructureText:
    "Describes the cluster's platform: names, addresses and, on vSphere, the vCenters and failure domains.",
  featureGateText: "Selects the feature set. Enabling a feature set other than the default can't be undone.",
  networkText: 'Sets the networks for pods and services, and the network plugin.',
  networkOperatorText: 'Sets the OVN-Kubernetes internal join subnet.',
  dnsText: "Sets the cluster's base domain.",
  ingressText: 'Sets the domain for routes and the nodes that run the ingress controllers.',
  schedulerText: 'Sets whether control plane nodes also run workloads.',
  proxyText: 'Sets the cluster-wide proxy and whether all components trust the additional CA.',
  bundleText: "Contains additional CA certificates that the cluster trusts, such as the mirror's CA.",
  digestMirrorText: 'Redirects pulls by digest to the mirror.',
  contentSourceText: 'Redirects pulls by digest from {source} to the mirror (deprecated).',
});
