import { translator } from '../../base/messages/translator.ts';

/** Texts of the registry client. {content} is a blob or manifest: `blob quay.io/a/b@sha256:…`. */
export const t = translator({
  // downloads
  otherDigest: '{content}: the received content has the digest {found}',
  rangeMismatch: '{content}: requested bytes from offset {offset}, but the server returned {status}',
  rangeFound: '{status} without Content-Range',
  otherSize: '{content}: the content on the server is {found} bytes, but the manifest specifies {expected}',
  moreThan: 'more than {bytes}',
  endedEarly: '{content}: the response ended after {received} of {expected} bytes',
  manifestTooLarge: '{content}: the manifest exceeds the limit of {limit} bytes',
  manifestLimit: '{content}: {reason}',
  notAManifest: '{content}: the response is {type} instead of a manifest',
  notAManifestUntyped: "{content}: the response isn't a manifest and has no Content-Type header",
  manifestNotObject: "{content}: the manifest isn't a JSON object",
  manifestSchemaOne: "{content}: Docker schema 1 images can't be copied without changing their digest",
  manifestSchemaOneRemedy: 'Ask the publisher to push the image again with a current tool.',

  // lists
  notAList: "{list}: the response isn't a list",
  listLimit: "{list}: the response isn't a list: {reason}",
  paginationLoop: '{list}: pagination loop: the next-page link leads to an earlier page',
  tooManyPages: '{list}: the list has more than {count} pages',
  referrersOf: 'referrers of {image}',
  tagsOf: 'tags of {repository}',

  // requests
  answered: '{host} returned {status}',
  requestAt: '{method} request to {host}',
  connectionsClosed: 'the connections to the registries were closed',
  deletion: 'deleting {content}',

  // served content
  blobMissing: '{content} is missing',
  blobSize: '{content} is {size} bytes instead of {expected}',
  blobUnreadable: "{content} can't be read completely",
  tagElsewhere: 'tag {tag} points to {found} instead of {expected}',

  // uploads
  otherDigestStored: '{content}: the registry stored a different digest',
  noDigestStored: 'nothing',
  otherDigestStoredRemedy: 'Use a registry that stores manifests unchanged.',
  dockerImageRemedy:
    'If the registry accepts only OCI images, use one that supports Docker schema 2, or allow it (in zot: http.compat: ["docker2s2"]).',
  foreignLayerRemedy:
    'Exclude this image with blockedImages, or allow its layer from {address} in the registry (in distribution: validation.manifests.urls.allow).',
});
