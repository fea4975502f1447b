import { translator } from '../../base/messages/translator.ts';

/** Texts of Helm charts: fetching them and finding their images. */
export const t = translator({
  // entries of the configuration
  fieldMissing: '{place} has no {field}',
  fieldMissingRemedy: 'Set its {field}.',
  chartNameInvalid: '{place} has the invalid chart name {name}',
  chartNameInvalidRemedy:
    'Remove the path from the name of the chart, and add it to the url of the repository.',
  imagePathInvalid: 'failed to parse imagePaths {path} of {place}: {error}',
  repositoryInvalid: 'invalid chart repository {url}',
  repositoryInvalidRemedy:
    'Use an address such as https://charts.example.com/stable or oci://registry.example.com/charts.',
  registryWithoutList: '{repository} is a registry, which has no list of charts',
  registryWithoutListRemedy: 'List the charts to mirror in charts:.',
  valuesNotYaml: "{file} isn't valid YAML: {error}",
  valuesNotAMapping: "{file} isn't a YAML mapping",

  // image paths
  pathWithoutBraces: "it has no braces: use '{'{path}'}'",
  pathOutsideBraces: '{text} is outside of the braces',
  pathWithoutDot: "{text} doesn't begin with a dot",
  pathUnsupported: "{text} isn't supported. Use names, [*], [0], [''name''] and ..",

  // charts that can't be fetched
  notTransferred: "the transferred content doesn't contain {item}",
  notTransferredRemedy: 'Run mirror to disk with this configuration, and transfer its result.',
  chartMissing: 'no chart found at {path}',
  chartMissingRemedy: 'Specify the path of a chart folder or of its .tgz archive.',
  chartIn: 'chart {name} in {repository}',
  chartTooLarge: '{chart} exceeds the size limit of charts',
  chartUnknown: '{repository} has no chart {name}. It has {charts}.',
  chartUnknownOfMany: '{repository} has no chart {name}. It has {charts} and others.',
  chartUnknownOfNone: '{repository} has no chart {name}. It has no charts.',
  versionUnknown: '{chart} has no version {version}. The newest versions are {versions}.',
  versionUnknownOfNone: '{chart} has no version {version}. It has no versions.',
  noStableVersion: '{chart} has no stable version. The newest versions are {versions}.',
  noVersions: '{chart} has no stable version. It has no versions.',
  versionRemedy: 'Set version to one of these.',
  noVersionsRemedy: 'Check the name and the address of the chart.',
  digestDiffers: "the digest of {chart} doesn't match the index of the repository",
  addressMissing: 'chart {name} {version} has no usable address in {index}',
  response: '{address} responded with status {status}',
  responseRemedy: 'Check the address of the chart repository.',
  indexInvalid: "{index} isn't an index of charts: {fault}",
  indexInvalidRemedy:
    'Check the address of the chart repository, and whether a login page intercepts the request.',
  indexWithoutEntries: 'it has no entries',
  notAChart: "{artifact} isn't a Helm chart",
  notAChartRemedy: 'Check the address. To mirror an image, add it to additionalImages.',
  artifactTooLarge: '{artifact} has {size} bytes, and the limit for charts is {limit}',

  // content of charts
  problem: '{chart}: {fault}',
  fault: '{chart} {fault}',
  nestedTooDeeply: 'charts are nested more than {limit} levels deep',
  chartFileMissing: 'Chart.yaml file is missing',
  ownNameInvalid: 'its name {name} is invalid',
  ownVersionInvalid: 'its version {version} is invalid',
  notAMapping: "{file} isn't a mapping",
  fileInvalid: '{file}: {error}',
  unpackedTooLarge: 'it unpacks to more than the limit for charts',
  fileTwice: 'it contains {file} twice',
  tooManyFiles: 'it contains more than {limit} files',
  empty: '{chart} contains no files',
  pathOutside: '{path} is outside of the chart',
  notAFile: '{path} is of type {type}, but only files are allowed',
  tooManyIgnoreRules: '.helmignore has {count} rules; the limit is {limit}',
  tooManyNodes: 'it has more than {limit} nodes',

  // images of charts
  imageInvalid: '{deliverable} contains the image {image}, which is skipped: {error}',
  imageInvalidRemedy: 'Add the image to additionalImages with the tag that the cluster will pull.',
  remark: '{deliverable}: {message}',
  searchedInstead: '{error}. The chart is searched for images instead.',
  searchedInsteadRemedy: 'Add the required values to helm-values/{chart}.yaml next to the configuration.',
  releaseImageSkipped:
    'an image named after the release was skipped, because such images are built in the cluster',
  notRendered: "can't determine the images at {places} without rendering the chart with helm",
  dependencyMissing: 'the chart depends on {name} {version}, which is missing from its charts/ directory',
  dependencyMissingFrom:
    'the chart depends on {name} {version} from {repository}, which is missing from its charts/ directory',
  dependencyMissingRemedy: 'Run `helm dependency build` for the chart.',
  disabled: "not mirrored because the chart's values disable them: {images}",
  disabledRemedy:
    'If your cluster will use them, enable them in the helm-values directory next to the configuration.',
  podsWithoutImages: 'the chart creates pods, but no image was found in it',
  noImages: 'no images were found in the chart',
  noImagesRemedy: 'If the chart has images in other places, add their paths to imagePaths.',

  // helm
  helmFailed: "helm can't render {chart}: {error}",
  helmExit: 'exit code {code}',
  documentNotYaml: 'invalid YAML in {document}: {error}',
  unnamedDocument: 'a document',
  helmOutputTooLarge: 'helm wrote more than {limit} bytes',
  helmTimeout: 'helm took longer than {seconds} s',
  helmNotStarted: "can't start helm: {error}",
  stopped: 'stopped on request',
});
