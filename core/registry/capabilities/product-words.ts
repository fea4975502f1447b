import type { Product } from './profile.ts';

/** What a destination does not take; each has a remedy in the words of the product. */
export type Shortcoming =
  | 'namespace'
  | 'pathDepth'
  | 'sparseIndexes'
  | 'mixedIndexes'
  | 'subjects'
  | 'ociImages'
  | 'dockerImages'
  | 'tagsMove'
  | 'blobBytes'
  | 'requestBytes'
  | 'manifestBytes'
  | 'quotaBytes'
  | 'deletes';

interface Words {
  /** What is to be done whatever the registry is; `%` stands for the name or number in question. */
  always: string;
  /** Where it is set in a product. In place of `always` with `instead`, else after it. */
  products?: Partial<Record<Product, string>>;
  instead?: boolean;
}

const WORDS: Record<Shortcoming, Words> = {
  namespace: {
    always: 'Have % made in the registry and let the account push to it, or name another destination.',
    instead: true,
    products: {
      distribution: 'Let the account push to % (the token service or the proxy in front decides it).',
      quay:
        'In Quay: Create New Organization, named %, and give the account or robot the Creator role by a team; ' +
        'or set CREATE_NAMESPACE_ON_PUSH: true in config.yaml.',
      harbor:
        'In Harbor: Projects, New Project, named %; then make the account Developer or Maintainer of it (Members), ' +
        'or give its robot account the permission Push Repository.',
      nexus:
        'In Nexus: Settings, Repository, Repositories, Create repository, docker (hosted), for %; give the role of ' +
        'the account nx-repository-view-docker-*-edit and -add.',
      artifactory:
        'In Artifactory: Administration, Repositories, Create a Repository, Local, Docker, with the key %; ' +
        'give the account Deploy/Cache and Delete/Overwrite on it (Permissions).',
    },
  },
  pathDepth: {
    always: 'Use --max-nested-paths %.',
    products: { quay: 'Or set FEATURE_EXTENDED_REPOSITORY_NAMES: true in config.yaml of Quay.' },
  },
  sparseIndexes: {
    always: 'Take `platforms` out of the configuration: then all images of a list are mirrored.',
    products: {
      distribution: 'Or use distribution 3 with validation.manifests.indexes.platforms: none.',
      quay:
        'Or set FEATURE_SPARSE_INDEX: true in config.yaml of Quay, with what you mirror in ' +
        'SPARSE_INDEX_REQUIRED_ARCHS.',
    },
  },
  mixedIndexes: {
    always: 'Leave these images out (blockedImages), or have them built anew with one format.',
    products: { quay: 'Quay takes only images of the format of their index.' },
  },
  subjects: {
    always: 'Use --remove-signatures: what is attached to images stays behind.',
    products: {
      quay: 'Or set FEATURE_REFERRERS_API: true and FEATURE_GENERAL_OCI_SUPPORT: true in config.yaml of Quay.',
    },
  },
  ociImages: {
    always: 'Use a registry that takes OCI images.',
    products: { quay: 'In Quay: FEATURE_GENERAL_OCI_SUPPORT: true in config.yaml.' },
  },
  dockerImages: { always: 'Use a registry that takes docker images of schema 2.' },
  tagsMove: {
    always: 'Let these tags be moved, or give the images other tags (targetTag).',
    products: {
      quay: 'In Quay: take the immutability policy off the repository or organization.',
      harbor: 'In Harbor: project, Policy, Tag Immutability: disable the rule that matches.',
      nexus: 'In Nexus: the repository, Hosted, Deployment policy: Allow redeploy.',
      artifactory: 'In Artifactory: give the account Delete/Overwrite on the repository.',
    },
  },
  blobBytes: {
    always: 'Have the largest blob that the registry takes raised to %, or leave these images out.',
    products: {
      quay: 'In Quay: MAXIMUM_LAYER_SIZE in config.yaml.',
      artifactory: 'In Artifactory: Administration, Artifactory, General, File Upload Max Size.',
    },
  },
  requestBytes: {
    always: 'Have the proxy in front take bodies of % (nginx: client_max_body_size 0).',
    products: {
      harbor: 'In Harbor behind an ingress: annotation nginx.ingress.kubernetes.io/proxy-body-size: "0".',
      quay: 'In Quay: MAXIMUM_LAYER_SIZE in config.yaml also sets the limit of its own nginx.',
    },
  },
  manifestBytes: { always: 'Have registry and proxy take manifests of %, or leave these images out.' },
  quotaBytes: {
    always: 'Have the quota raised by at least %, or delete what is not needed any more.',
    products: {
      quay: 'In Quay: organization, Settings, Quota; a superuser sets it.',
      harbor:
        'In Harbor: Administration, Project Quotas, Edit; deleted images count until garbage collection.',
      nexus: 'In Nexus: Settings, Repository, Blob Stores: the soft quota.',
      artifactory: 'In Artifactory: Administration, Artifactory, General, Storage Quota.',
    },
  },
  deletes: {
    always: 'Allow deletes in the registry, and to this account.',
    products: {
      distribution:
        'In distribution: storage.delete.enabled: true (REGISTRY_STORAGE_DELETE_ENABLED=true), and a restart.',
      quay: 'In Quay: give the account Write or Admin on the repositories.',
      harbor: 'In Harbor: make the account Maintainer of the project; tag immutability also refuses deletes.',
      nexus: 'In Nexus: give its role nx-repository-view-docker-*-delete.',
      artifactory: 'In Artifactory: give the account Delete/Overwrite on the repository.',
    },
  },
};

/** What to do about a shortcoming, in the words of the product where it is known. */
export function remedyFor(shortcoming: Shortcoming, product: Product | undefined, what: string): string {
  const { always, products, instead } = WORDS[shortcoming];
  const own = product && products?.[product];
  const text = own === undefined ? always : instead ? own : `${always} ${own}`;
  return text.replaceAll('%', () => what);
}
