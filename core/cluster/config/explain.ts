/** What an object is for and what happens when it is applied, a sentence each. */
export interface Explanation {
  purpose: string;
  effect: string;
  /** Nodes may be drained and restarted for it. */
  restartsNodes: boolean;
}

/** Kinds that Airlock writes, as explained to people; what an object of one kind has of its own is added by the caller. */
export type ExplainedKind =
  | 'ImageDigestMirrorSet'
  | 'ImageTagMirrorSet'
  | 'ImageContentSourcePolicy'
  | 'CatalogSource'
  | 'ClusterCatalog'
  | 'OperatorHub'
  | 'UpdateService'
  | 'SignatureConfigMap'
  | 'AuthorityConfigMap'
  | 'Image'
  | 'ClusterVersion'
  | 'PullSecret';

const NODES =
  'The machine config operator writes it to every node, pool by pool, and drains and restarts nodes one after another where it must.';

/** Sentences for every kind. */
export const EXPLANATIONS: Record<ExplainedKind, Explanation> = {
  ImageDigestMirrorSet: {
    purpose: 'Nodes pull images that are asked for by digest from the mirror in place of their origin.',
    effect: NODES,
    restartsNodes: true,
  },
  ImageTagMirrorSet: {
    purpose: 'Nodes pull images that are asked for by tag from the mirror in place of their origin.',
    effect: NODES,
    restartsNodes: true,
  },
  ImageContentSourcePolicy: {
    purpose: 'The same as an ImageDigestMirrorSet, for clusters before 4.13.',
    effect: NODES,
    restartsNodes: true,
  },
  CatalogSource: {
    purpose: 'The operators of the mirrored catalog can be installed and updated (OLM).',
    effect: 'A pod of the catalog starts in openshift-marketplace; no node restarts.',
    restartsNodes: false,
  },
  ClusterCatalog: {
    purpose: 'The same catalog for OLM v1, which clusters have from 4.18 on.',
    effect: 'The catalog is unpacked in the cluster; no node restarts.',
    restartsNodes: false,
  },
  OperatorHub: {
    purpose: 'The catalogs of Red Hat that a cluster comes with are switched off: it cannot reach them.',
    effect:
      'Their CatalogSources are removed; operators installed from them stay, and are updated once their Subscriptions name a mirrored catalog.',
    restartsNodes: false,
  },
  UpdateService: {
    purpose:
      'The update service in the cluster offers upgrades, from the graph data and releases of the mirror.',
    effect:
      'Pods of the update service start; its operator must be installed in openshift-update-service before. No node restarts.',
    restartsNodes: false,
  },
  SignatureConfigMap: {
    purpose: 'The cluster can verify this release before it upgrades to it.',
    effect: 'The cluster version operator reads it within half a minute; nothing restarts.',
    restartsNodes: false,
  },
  AuthorityConfigMap: {
    purpose: 'The certificate authority of the mirror, for nodes, builds and the update service.',
    effect: 'Nothing happens until the image configuration names it.',
    restartsNodes: false,
  },
  Image: {
    purpose: 'The cluster trusts the authority of the mirror when it pulls images.',
    effect: `It names one ConfigMap only: move the keys of another that is named now into this one first. ${NODES}`,
    restartsNodes: true,
  },
  ClusterVersion: {
    purpose: 'The cluster asks the update service of the mirror which upgrades there are (spec.upstream).',
    effect:
      'From then on `oc adm upgrade` lists what the mirror has; nothing is upgraded and no node restarts. The cluster must trust the CA of the route (Proxy, trustedCA).',
    restartsNodes: false,
  },
  PullSecret: {
    purpose: 'Nodes log in to the mirror; all other logins stay as they are.',
    effect: NODES,
    restartsNodes: true,
  },
};
