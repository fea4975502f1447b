import { translator } from '../../base/messages/translator.ts';

/** Texts of cluster resources and the graph-data image. */
export const t = translator({
  // catalog sources
  templateNotASource: "it isn't a CatalogSource",
  templateApiVersion: 'its apiVersion is {value}, but operators.coreos.com/v1alpha1 is required',
  templateKind: 'its kind is {value}, but CatalogSource is required',
  templateNotMappings: 'its metadata and spec must be mappings',
  templateAnnotations: 'its annotations must be a mapping',
  templateSourceType: 'its sourceType is {value}, but grpc is required',
  templateConfigMap: 'it has a configMap, but its catalog is an image',
  templateNestedTooDeeply: 'it is nested too deeply',
  templateUnusable: 'the CatalogSource of {catalog} is written without its template: {error}',
  templateUnusableRemedy:
    'Fix the template and push again, or remove targetCatalogSourceTemplate from the configuration.',
  nameShared: '{count} catalogs would have the same name cs-{name}: {catalogs}',
  nameOf: '{image} is cs-{name}',
  nameSharedRemedy:
    'Update subscriptions, which refer to their CatalogSource by name. For shorter names, set targetTags with different beginnings.',

  // mirror sets and the update service
  serviceWithoutRelease: '{file} is not written, because the destination has the graph image, but no release',
  serviceWithoutReleaseRemedy:
    'Mirror a release in addition to `graph: true`, or fix the failures of this run and run it again.',
  tagsWithoutPolicy:
    'an ImageContentSourcePolicy only redirects pulls by digest, so pulls by tag from {sources} are not redirected',
  tagsWithoutPolicyRemedy:
    'Refer to these images by digest in the cluster, or remove --icsp (clusters since 4.13 have ImageTagMirrorSet).',

  // graph data
  overrideInvalid: "UPDATE_URL_OVERRIDE isn't an http or https address",
  graphDataUnavailable: "can't download the graph data from {place}: HTTP status {status}",
  graphDataUnavailableRemedy: 'Check UPDATE_URL_OVERRIDE, or remove `graph: true` from the configuration.',
  notAnArchive: "the response from {place} isn't a tar.gz file",
  notAnArchiveRemedy: 'Check UPDATE_URL_OVERRIDE, and whether a proxy or login page intercepts the request.',
  graphDataEmpty: 'the graph data contains no files',
  graphDataTooLarge: 'the graph data unpacks to more than {limit} bytes',
  graphDataDamaged: "the graph data is damaged or isn't a tar.gz file",
  graphDataDamagedRemedy: 'Run the command again. If the error persists, check UPDATE_URL_OVERRIDE.',
  entryTwice: 'the entry {name} of the graph data occurs twice',
  entryFileAndDirectory: 'the entry {name} of the graph data is a file and a directory',
  entryType: 'the entry {name} of the graph data is of type {type}, but only files are allowed',
  unknownType: 'unknown',
  entryName: 'the entry {name} of the graph data has a backslash or control character in its name',
  entryOutside: 'the entry {name} of the graph data is outside of the archive',

  // graph image
  baseUnusable: "the base of the graph image can't be used: {fault}",
  baseUnusableRemedy: 'Specify another image with --graph-base-image.',
  baseNested: '{digest} is an index in an index',
  instanceMissing: 'the instance {digest} of the base image is missing',
  layersMismatch:
    "the configuration {digest} doesn't match its {count, plural, one {# layer} other {# layers}}",
  configurationUnreadable: "its configuration can't be read: {error}",
  configurationNotAnObject: "its configuration isn't an object",
  configurationTooLarge: 'the configuration {digest} has {size} bytes, and the limit is {limit}',
  configurationMissing: 'the configuration {digest} of the base image is missing',
  configurationSize: 'the configuration {digest} of the base image has a wrong size',
  configurationDigest: 'the configuration of the base image has a wrong digest',
  platformMissing: 'the base of the graph image: no instances found for platform {platforms}',
  baseEmpty: 'the base of the graph image contains no images',
  platformMissingRemedy: 'Specify a base image with these platforms with --graph-base-image.',
  unknownPlatform: 'unknown',
});
