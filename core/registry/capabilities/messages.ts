import { translator } from '../../base/messages/translator.ts';

/** Texts about what a destination registry supports, and about how this was probed. */
export const t = translator({
  // problems of a plan
  namespaceMissing: "{host}/{namespace} doesn't exist ({evidence})",
  namespaceRejected:
    "{host}/{namespace} doesn't exist, or the account isn't allowed to push to it ({evidence})",
  projectMissing:
    "{host} doesn't create projects or organizations on push, and {project} doesn't exist or the account isn't allowed to push to it",
  projectUnknown: "{host} doesn't create projects or organizations on push, and {project} might not exist",
  pushesRejected: '{host} rejects pushes without a namespace ({evidence})',
  namesTooDeep:
    '{host} limits repository names to {depth, plural, one {# path component} other {# path components}}, but these names have more: {names}',
  dockerImagesRejected: "{host} doesn't support Docker images: {images}",
  ociImagesRejected: "{host} doesn't support OCI images: {images}",
  sparseIndexesRejected: '{host} rejects manifest lists with missing images: {images}',
  mixedIndexesRejected: '{host} rejects manifest lists that reference images in a different format: {images}',
  subjectsRejected: "{host} doesn't support attached artifacts with a subject field: {images}",
  tagsMoveRejected: "{host} doesn't allow moving existing tags: {images}",
  deletesRejected: '{host} rejects deletions ({evidence})',
  blobsTooLarge: '{host} accepts blobs of {accepted} but rejects blobs of {rejected}: {images}',
  requestsTooLarge: '{host} accepts requests of {accepted} but rejects requests of {rejected}: {images}',
  manifestsTooLarge: '{host} accepts manifests of {accepted} but rejects manifests of {rejected}: {images}',
  quotaTooSmall:
    'the quota at {host} has room for {accepted} but not for {rejected}, and the plan needs up to {planned}',

  // remedies, with the settings of the product
  namespaceRemedy: `{product, select,
    distribution {If the registry returned 405, it is read-only: set storage.maintenance.readonly.enabled: false. Otherwise, allow the account to push to {value}, in the token service or in the proxy in front of the registry.}
    quay {In Quay, create {value} as an organization (Create New Organization), and give the account or robot the Creator role through a team. Alternatively, set CREATE_NAMESPACE_ON_PUSH: true in config.yaml.}
    harbor {In Harbor, create {value} as a project (Projects > New Project). Then give the account the Developer or Maintainer role (Members), or give its robot account the Push Repository permission.}
    nexus {In Nexus, create a docker (hosted) repository for {value} (Settings > Repository > Repositories > Create repository). Give the account's role the privileges nx-repository-view-docker-*-edit and nx-repository-view-docker-*-add.}
    artifactory {In Artifactory, create {value} as a local Docker repository (Administration > Repositories > Create a Repository). Give the account the Deploy/Cache and Delete/Overwrite permissions on this repository.}
    zot {In zot, give the account the read, create and update actions on {value}/** (http.accessControl in the configuration).}
    other {Create {value} in the registry and allow the account to push to it, or use another destination.}}`,
  pathDepthRemedy:
    'Use --max-nested-paths {value}.{product, select, quay { Alternatively, in Quay, set FEATURE_EXTENDED_REPOSITORY_NAMES: true in config.yaml.} other {}}',
  sparseIndexesRemedy: `If the configuration sets \`platforms\`, remove it, so that all images of a manifest list are mirrored.{product, select,
    distribution { Alternatively, use distribution 3 with validation.manifests.indexes.platforms: none.}
    quay { Alternatively, in Quay, set FEATURE_SPARSE_INDEX: true in config.yaml, and list the mirrored architectures in SPARSE_INDEX_REQUIRED_ARCHS.}
    other {}}`,
  mixedIndexesRemedy:
    'Exclude these images with blockedImages, or have them rebuilt in a single format.{product, select, quay { Quay accepts only images of the same format as their index.} other {}}',
  subjectsRemedy:
    'Use --remove-signatures to exclude attached artifacts.{product, select, quay { Alternatively, in Quay, set FEATURE_REFERRERS_API: true and FEATURE_GENERAL_OCI_SUPPORT: true in config.yaml.} other {}}',
  ociImagesRemedy:
    'Use a registry that supports OCI images.{product, select, quay { In Quay, set FEATURE_GENERAL_OCI_SUPPORT: true in config.yaml.} other {}}',
  dockerImagesRemedy: `{product, select,
    zot {In zot, set http.compat: ["docker2s2"] in the configuration, then restart the registry.}
    other {Use a registry that supports Docker schema 2 images.}}`,
  tagsMoveRemedy: `Allow these tags to be moved, or give the images other tags (targetTag).{product, select,
    quay { In Quay, remove the immutability policy from the repository or organization.}
    harbor { In Harbor, disable the matching rule under Policy > Tag Immutability in the project.}
    nexus { In Nexus, set Deployment policy to Allow redeploy in the Hosted section of the repository settings.}
    artifactory { In Artifactory, give the account the Delete/Overwrite permission on the repository.}
    zot { In zot, give the account the update action on the repositories (http.accessControl in the configuration).}
    other {}}`,
  blobBytesRemedy: `Raise the blob size limit of the registry to {value}, or exclude these images.{product, select,
    quay { In Quay, set MAXIMUM_LAYER_SIZE in config.yaml.}
    artifactory { In Artifactory, go to Administration > Artifactory > General > File Upload Max Size.}
    other {}}`,
  requestBytesRemedy: `Allow request bodies of {value} in the proxy in front of the registry (nginx: client_max_body_size 0).{product, select,
    harbor { For Harbor behind an ingress, set the annotation nginx.ingress.kubernetes.io/proxy-body-size: "0".}
    quay { In Quay, MAXIMUM_LAYER_SIZE in config.yaml also sets the limit of Quay's own nginx.}
    other {}}`,
  manifestBytesRemedy: 'Allow manifests of {value} in the registry and its proxy, or exclude these images.',
  quotaBytesRemedy: `Raise the quota by at least {value}, or delete content that you no longer need.{product, select,
    quay { In Quay, a superuser can change the quota in the organization settings, under Quota.}
    harbor { In Harbor, go to Administration > Project Quotas > Edit. Deleted images count toward the quota until garbage collection runs.}
    nexus { In Nexus, change the soft quota under Settings > Repository > Blob Stores.}
    artifactory { In Artifactory, go to Administration > Artifactory > General > Storage Quota.}
    other {}}`,
  deletesRemedy: `Enable deletion in the registry, and allow it for this account.{product, select,
    distribution { In distribution, set storage.delete.enabled: true (REGISTRY_STORAGE_DELETE_ENABLED=true), then restart the registry.}
    quay { In Quay, give the account the Write or Admin permission on the repositories.}
    harbor { In Harbor, make the account a Maintainer of the project. Tag immutability also prevents deletion.}
    nexus { In Nexus, give the account's role the privilege nx-repository-view-docker-*-delete.}
    artifactory { In Artifactory, give the account the Delete/Overwrite permission on the repository.}
    zot { In zot, give the account the delete action on the repositories (http.accessControl in the configuration).}
    other {}}`,
  anyNamespace: 'a namespace',
  largestLayer: 'the size of the largest layer',
  largestManifest: 'the size of the largest manifest',
  pushSize: 'the size of the push',

  // a profile, one line per capability
  profileOf: '{place}, probed {time}',
  product: 'product: {name} ({evidence})',
  productUnknown: 'product: unknown (not identified by headers or addresses)',
  missingProject: 'missing: {project}',
  leftover: 'not removed: {leftover}',
  capability: '{name}: {value} ({evidence})',
  namespaceLabel: 'namespace',
  projectsLabel: 'projects or organizations',
  pathDepthLabel: 'path components in a name',
  mountsLabel: 'blob mounts from other repositories',
  mountsFromItselfLabel: 'blob mounts from the same repository',
  chunksLabel: 'chunked blob uploads',
  requestBytesLabel: 'request size',
  blobBytesLabel: 'blob size',
  manifestBytesLabel: 'manifest size',
  quotaBytesLabel: 'remaining quota',
  dockerImagesLabel: 'Docker images',
  ociImagesLabel: 'OCI images',
  sparseIndexesLabel: 'manifest lists with missing images',
  mixedIndexesLabel: 'manifest lists with mixed formats',
  subjectsLabel: 'artifacts with a subject field',
  referrersApiLabel: 'referrers API',
  tagsMoveLabel: 'moving tags',
  deletesLabel: 'deletions',
  concurrentPushesLabel: 'concurrent pushes',
  ready: 'accepts pushes',
  missing: "doesn't exist",
  rejected: "doesn't exist, or the account isn't allowed to push to it",
  createdOnPush: 'created on push',
  mustExist: 'must be created before a push',
  atLeast: 'at least {accepted}',
  atMost: 'at most {accepted}',
  between: '{accepted} accepted, {rejected} rejected',

  // evidence: a request and its answer
  probeStopped: 'the probe stopped before this check',
  pushesNotAccepted: "the destination doesn't accept pushes",
  leftoverRepositories: 'empty repositories {repositories} ({reason})',
  leftoverInQuay: "Quay doesn't remove empty repositories, so remove them under Repositories > Settings",
  leftoverInHarbor: "Harbor doesn't remove empty repositories, so remove them under Projects > Repositories",
  leftoverInZot:
    "zot doesn't remove empty repositories, so remove their directories from storage.rootDirectory",
  leftoverManifests:
    '{count, plural, one {# manifest} other {# manifests}} in {repository}: the deletion failed ({reason})',
  artifactoryHeader: '/v2/ returned an Artifactory header: {value}',
  serverHeader: '/v2/ returned the header Server: {value}',
  zotHeader: '/v2/ returned a zot header: access-control-allow-headers: {value}',
  quayName: 'GET /.well-known/app-capabilities returned the name io.quay',
  harborInfo: 'GET /api/v2.0/systeminfo returned a response typical of Harbor{version}',
  artifactoryPing: 'GET /artifactory/api/system/ping returned OK',
  nexusStatus: 'GET /service/rest/v1/status returned 200 without content',
  distributionRoot:
    'GET / returned 200 with an empty, uncacheable body, and other addresses returned "404 page not found"',
  alreadyDeepest: 'pushes to names of this depth were accepted',
  answered: 'HTTP status {status}',
  answeredWith: 'HTTP status {status}, {error}',
  blobPut: 'PUT of a {bytes}-byte blob: {answer}',
  imagePut: 'PUT of {family, select, oci {an OCI} other {a Docker}} image: {answer}',
  completeIndexPut: 'PUT of a complete index: {answer}',
  sparseIndexPut: 'PUT of an index with a missing s390x image: {answer}',
  ociIndexPut: 'PUT of an OCI index that references a Docker image: {answer}',
  dockerListPut: 'PUT of a Docker manifest list that references an OCI image: {answer}',
  artifactPut: 'PUT of an artifact with a subject field: {answer}',
  referrersGet: 'GET request to the referrers API: {answer}',
  referrersGetWith: 'the referrers API lists the pushed artifact',
  referrersGetWithout: "the referrers API returned HTTP status {status} but didn't list the pushed artifact",
  tagPut: 'PUT of a second image to the existing tag {tag}: {answer}',
  manifestDelete: 'DELETE of a manifest: {answer}',
  uploadPost: 'POST request to start an upload: {answer}',
  repositoryPost: 'POST {repository}/blobs/uploads/: {answer}',
  deepNamePost: 'POST request to a repository name with {depth} path components: {answer}',
  mountPost: 'POST request to mount a blob from {source} into {repository}: {answer}',
  chunkPatch: 'PATCH request with {bytes} bytes: {answer}',
  chunkPatchPut: 'PATCH request with {bytes} bytes: {patchAnswer}, then PUT request: {answer}',
  largeBlobPut: 'PUT of a blob with an announced size of {bytes} bytes: {answer}',
  largeManifestPut: 'PUT of a manifest with an announced size of {bytes} bytes: {answer}',
  notRejected: 'not rejected',
  requestBroke: 'failed ({reason})',
  noEarlyLimit: "the registry doesn't report a limit before it receives the content",
  concurrentPuts:
    '{count, plural, one {# concurrent push} other {# concurrent pushes}}: {accepted} accepted, {busy} rejected because of concurrency',
  concurrentPutsBusy:
    '{count, plural, one {# concurrent push} other {# concurrent pushes}}: {accepted} accepted, {busy} rejected because of concurrency, but the registry also rejects requests sent one at a time',
});
