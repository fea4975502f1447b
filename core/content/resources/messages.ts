import { translator } from '../../base/messages/translator.ts';

/** Texts of cluster resources and the graph-data image. */
export const t = translator({
  // catalog sources
  templateNotASource: "the template isn't a CatalogSource",
  templateApiVersion: 'apiVersion is {value}, but must be operators.coreos.com/v1alpha1',
  templateKind: 'kind is {value}, but must be CatalogSource',
  templateNotMappings: 'metadata and spec must be mappings',
  templateAnnotations: 'metadata.annotations must be a mapping',
  templateSourceType: 'spec.sourceType is {value}, but must be grpc',
  templateConfigMap: 'spec.configMap is set, but the catalog is an image',
  templateNestedTooDeeply: 'the template is nested too deeply',
  templateUnusable: 'the CatalogSource for {catalog} was written without its template: {error}',
  templateUnusableRemedy:
    'Fix the template and push again, or remove targetCatalogSourceTemplate from the configuration.',
  nameShared:
    '{count} catalogs would share the CatalogSource name cs-{name}, so these names are used instead: {catalogs}',
  nameOf: 'cs-{name} for {image}',
  nameSharedRemedy:
    'Update the Subscriptions, because they refer to their CatalogSource by name. For shorter names, set targetTag values that differ in the first 12 characters.',

  // mirror sets and the update service
  serviceWithoutRelease:
    "{file} wasn't written, because the destination contains the graph-data image but no release",
  serviceWithoutReleaseRemedy:
    'Add a release to the configuration alongside `graph: true`, or fix the failed images. Then run the command again.',
  tagsWithoutPolicy:
    "an ImageContentSourcePolicy redirects only pulls by digest, so pulls by tag from {sources} aren't redirected",
  tagsWithoutPolicyRemedy:
    'Refer to the images by digest in the cluster, or remove --icsp. OpenShift 4.13 and later support ImageTagMirrorSet.',

  // graph data
  overrideInvalid: "UPDATE_URL_OVERRIDE isn't an http or https address",
  graphDataUnavailable: "can't download the graph data from {place}: HTTP status {status}",
  graphDataUnavailableRemedy: 'Check UPDATE_URL_OVERRIDE, or remove `graph: true` from the configuration.',
  notAnArchive: "the response from {place} isn't a tar.gz file",
  notAnArchiveRemedy:
    'Check UPDATE_URL_OVERRIDE, and make sure that no proxy or login page intercepts the request.',
  graphDataEmpty: 'the graph data contains no files',
  graphDataTooLarge: 'the unpacked graph data exceeds the limit of {limit} bytes',
  graphDataDamaged: "the graph data is damaged or isn't a tar.gz file",
  graphDataDamagedRemedy: 'Run the command again. If the error persists, check UPDATE_URL_OVERRIDE.',
  entryTwice: 'the graph data contains the entry {name} twice',
  entryFileAndDirectory: 'the entry {name} in the graph data is both a file and a directory',
  entryType: 'the entry {name} in the graph data is of type {type}, but only files are allowed',
  unknownType: 'unknown',
  entryName: 'the name of the entry {name} in the graph data contains a backslash or a control character',
  entryOutside: 'the entry {name} in the graph data is outside the archive',

  // base image of the graph-data image and of the image of Airlock
  baseUnusable: "the base image can't be used: {fault}",
  baseUnusableRemedy: 'Use {option} to specify a different base image.',
  baseNested: '{digest} is an image index inside another image index',
  instanceMissing: 'the instance {digest} of the base image is missing',
  layersMismatch:
    "the configuration {digest} doesn't match the {count, plural, one {# layer} other {# layers}} of the image",
  configurationUnreadable: "the image configuration can't be read: {error}",
  configurationNotAnObject: "the image configuration isn't an object",
  configurationTooLarge:
    'the configuration {digest} is {size} bytes, which exceeds the limit of {limit} bytes',
  configurationMissing: 'the configuration {digest} of the base image is missing',
  configurationSize: 'the configuration {digest} of the base image has the wrong size',
  configurationDigest: 'the configuration of the base image has the wrong digest',
  platformMissing: 'the base image has no instance for platform {platforms}',
  baseEmpty: 'the base image contains no images',
  platformMissingRemedy: 'Use {option} to specify a base image for these platforms.',
  unknownPlatform: 'unknown',
});
