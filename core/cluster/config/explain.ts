import { t } from './messages.ts';

/** The purpose of an object and the effect of applying it. */
export interface Explanation {
  purpose: string;
  effect: string;
  /** Applying it may drain and restart nodes. */
  restartsNodes: boolean;
}

/** Kinds that Airlock writes. */
export type ExplainedKind =
  | 'ImageDigestMirrorSet'
  | 'ImageTagMirrorSet'
  | 'ImageContentSourcePolicy'
  | 'CatalogSource'
  | 'ClusterCatalog'
  | 'OperatorHub'
  | 'UpdateServiceNamespace'
  | 'OperatorGroup'
  | 'Subscription'
  | 'UpdateService'
  | 'SignatureConfigMap'
  | 'AuthorityConfigMap'
  | 'Image'
  | 'ClusterVersion'
  | 'PullSecret';

const NODES = t('nodesEffect');

/** The explanations of all kinds. */
export const EXPLANATIONS: Record<ExplainedKind, Explanation> = {
  ImageDigestMirrorSet: {
    purpose: t('digestMirrorsPurpose'),
    effect: NODES,
    restartsNodes: true,
  },
  ImageTagMirrorSet: {
    purpose: t('tagMirrorsPurpose'),
    effect: NODES,
    restartsNodes: true,
  },
  ImageContentSourcePolicy: {
    purpose: t('policyPurpose'),
    effect: NODES,
    restartsNodes: true,
  },
  CatalogSource: {
    purpose: t('catalogSourcePurpose'),
    effect: t('catalogSourceEffect'),
    restartsNodes: false,
  },
  ClusterCatalog: {
    purpose: t('clusterCatalogPurpose'),
    effect: t('clusterCatalogEffect'),
    restartsNodes: false,
  },
  OperatorHub: {
    purpose: t('operatorHubPurpose'),
    effect: t('operatorHubEffect'),
    restartsNodes: false,
  },
  UpdateServiceNamespace: {
    purpose: t('updateNamespacePurpose'),
    effect: t('updateNamespaceEffect'),
    restartsNodes: false,
  },
  OperatorGroup: {
    purpose: t('operatorGroupPurpose'),
    effect: t('operatorGroupEffect'),
    restartsNodes: false,
  },
  Subscription: {
    purpose: t('subscriptionPurpose'),
    effect: t('subscriptionEffect'),
    restartsNodes: false,
  },
  UpdateService: {
    purpose: t('updateServicePurpose'),
    effect: t('updateServiceEffect'),
    restartsNodes: false,
  },
  SignatureConfigMap: {
    purpose: t('signaturePurpose'),
    effect: t('signatureEffect'),
    restartsNodes: false,
  },
  AuthorityConfigMap: {
    purpose: t('authorityPurpose'),
    effect: t('authorityEffect'),
    restartsNodes: false,
  },
  Image: {
    purpose: t('imagePurpose'),
    effect: t('imageEffect'),
    restartsNodes: true,
  },
  ClusterVersion: {
    purpose: t('clusterVersionPurpose'),
    effect: t('clusterVersionEffect'),
    restartsNodes: false,
  },
  PullSecret: {
    purpose: t('pullSecretPurpose'),
    effect: NODES,
    restartsNodes: true,
  },
};
