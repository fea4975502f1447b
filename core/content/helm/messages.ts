import { translator } from '../../base/messages/translator.ts';

/** Texts of Helm charts: downloading them and finding their images. */
export const t = translator({
  // entries of the configuration
  fieldMissing: '{place} has no {field}',
  fieldMissingRemedy: 'Set the `{field}` field.',
  chartNameInvalid: '{place}: the chart name {name} is invalid',
  chartNameInvalidRemedy: 'Remove the path from the chart name, and add it to the repository URL.',
  imagePathInvalid: 'failed to parse imagePaths {path} in {place}: {error}',
  repositoryInvalid: 'invalid chart repository {url}',
  repositoryInvalidRemedy:
    'Use an address such as https://charts.example.com/stable or oci://registry.example.com/charts.',
  registryWithoutList: "{repository} is an OCI registry, and registries don't list their charts",
  registryWithoutListRemedy: 'List the charts to mirror under `charts`.',
  valuesNotYaml: "{file} isn't valid YAML: {error}",
  valuesNotAMapping: "{file} isn't a YAML mapping",

  // image paths
  pathWithoutBraces: "the path must be enclosed in braces. Use '{'{path}'}'",
  pathOutsideBraces: '{text} is outside the braces',
  pathWithoutDot: "{text} doesn't begin with a dot",
  pathUnsupported: "{text} isn't supported. Only .., [*], [0], [''name''] and names are supported.",

  // charts that can't be downloaded
  notTransferred: "the transferred content doesn't contain {item}",
  notTransferredRemedy:
    'Mirror to disk with this configuration on the connected side, and transfer the archive set.',
  chartMissing: 'no chart found at {path}',
  chartMissingRemedy: 'Specify the path of a chart directory or of its .tgz archive.',
  chartIn: 'chart {name} in {repository}',
  chartTooLarge: '{chart} exceeds the size limit for charts',
  chartUnknown: "{repository} doesn't contain chart {name}. Available charts: {charts}.",
  chartUnknownOfMany: "{repository} doesn't contain chart {name}. Available charts include {charts}.",
  chartUnknownOfNone: "Chart {name} isn't available, because {repository} has no charts.",
  versionUnknown: '{chart} has no version {version}. The newest versions are {versions}.',
  versionUnknownOfNone: "Version {version} of {chart} isn't available, because the chart has no versions.",
  noStableVersion: '{chart} has no stable version. The newest versions are {versions}.',
  noVersions: '{chart} has neither stable nor pre-release versions.',
  versionRemedy: 'Set `version` to an existing version of the chart.',
  noVersionsRemedy: 'Check the chart name and address.',
  digestDiffers: "the digest of {chart} doesn't match the digest in the repository index",
  addressMissing: 'chart {name} {version} has no usable URL in {index}',
  response: '{address} responded with status {status}',
  responseRemedy: 'Check the chart repository address.',
  indexInvalid: "{index} isn't a chart repository index: {fault}",
  indexInvalidRemedy:
    'Check the chart repository address, and make sure that no login page intercepts the request.',
  indexWithoutEntries: '`entries` is missing',
  notAChart: "{artifact} isn't a Helm chart",
  notAChartRemedy: 'Check the chart address. To mirror a container image, add it to additionalImages.',
  artifactTooLarge: '{artifact} is {size} bytes, which exceeds the chart limit of {limit} bytes',

  // content of charts
  problem: '{chart}: {fault}',
  fault: '{chart} is invalid: {fault}',
  nestedTooDeeply: 'charts are nested more than {limit} levels deep',
  tooManySubcharts: '{chart} has more than {limit} subcharts',
  chartFileMissing: 'the Chart.yaml file is missing',
  ownNameInvalid: 'the chart name {name} is invalid',
  ownVersionInvalid: 'the chart version {version} is invalid',
  notAMapping: "{file} isn't a YAML mapping",
  fileInvalid: '{file}: {error}',
  unpackedTooLarge: 'the unpacked chart exceeds the size limit',
  fileTwice: 'the chart contains {file} twice',
  tooManyFiles: 'the chart contains more than {limit} files',
  empty: '{chart} contains no files',
  pathOutside: '{path} is outside the chart',
  notAFile: '{path} is of type {type}, but only files are allowed',
  tooManyIgnoreRules: '.helmignore has {count} rules, which exceeds the limit of {limit}',
  tooManyNodes: 'the YAML document has more than {limit} nodes',

  // images of charts
  imageInvalid: 'image {image} in {deliverable} was skipped: {error}',
  imageInvalidRemedy: 'Add the image to additionalImages with the tag that the cluster will pull.',
  remark: '{deliverable}: {message}',
  searchedInstead: '{error}. Airlock searches the chart for images instead.',
  searchedInsteadRemedy: 'Add the required values to helm-values/{chart}.yaml next to the configuration.',
  releaseImageSkipped:
    'an image named after the Helm release was skipped, because the image is built in the cluster',
  notRendered: "can't determine the images at {places} without rendering the chart with helm",
  dependencyMissing: 'the chart depends on {name} {version}, which is missing from its charts/ directory',
  dependencyMissingFrom:
    'the chart depends on {name} {version} from {repository}, which is missing from its charts/ directory',
  dependencyMissingRemedy: 'Run `helm dependency build` for the chart.',
  disabled: "images disabled by the chart's values aren't mirrored: {images}",
  disabledRemedy:
    'If the cluster needs the images, enable them in a values file in the helm-values directory next to the configuration.',
  guessed:
    "these values may be image names, but no registry is specified and no template is known to use them, so they aren't mirrored: {images}",
  guessedRemedy: 'If the cluster needs the images, add them to additionalImages with their registry.',
  podsWithoutImages: 'no images were found in the chart, although the chart creates pods',
  noImages: 'no images were found in the chart',
  noImagesRemedy:
    'If the chart defines images in custom fields, add the paths of these fields to imagePaths.',

  // helm
  helmFailed: "helm can't render {chart}: {error}",
  helmExit: 'exit code {code}',
  documentNotYaml: 'invalid YAML in {document}: {error}',
  unnamedDocument: 'a document',
  helmOutputTooLarge: 'helm wrote more than {limit} bytes',
  helmTimeout: 'helm took longer than {seconds} s',
  helmNotStarted: "can't start helm: {error}",
  stopped: 'stopped on request',

  // reasons
  imageReason:
    '{isPlaced, select, yes {found in {place}, } other {}}{method}{count, plural, =0 {} other { with {values}}}',
});
