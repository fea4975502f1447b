import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `config`. */
export const t = translator({
  config: 'create, check, change and convert configurations',
  validate:
    "check a configuration by oc-mirror v2's loading rules\nSupports ImageSetConfiguration and DeleteImageSetConfiguration.",
  valid: '{file} is a valid {kind}.',
  validWithWarnings: '{file} is a valid {kind}, with {count, plural, one {# warning} other {# warnings}}.',
  invalid: '{file} has {count, plural, one {# error} other {# errors}}.',

  // options of several commands
  outputOption: 'file to write, which may be the input file (default: print the result)',
  configOption: 'ImageSetConfiguration',

  // config convert
  convert:
    'convert a configuration of oc-mirror v1 (v1alpha2) to v2alpha1\nPreserves comments, and reports changes.',
  notConverted: "{file} wasn't converted: it has {count, plural, one {# error} other {# errors}}.",
  converted: '{file} with {count, plural, one {# change} other {# changes}} written to {output}',
  entryAdded: '{file}:{line}: new: {to} ({note})',
  entryChanged: '{file}:{line}: {from} -> {to} ({note})',
  entryRemoved: '{file}:{line}: removed: {from} ({note})',

  // config init
  init: 'create a configuration with comments to start with',
  initOutputOption: "file to write; an existing file isn't overwritten (default: print the result)",
  openshiftOption: 'release (4.18.9), or minor version (4.18) for its latest release',
  initCatalogOption:
    "operator catalog; can be repeated (default with --package: Red Hat's catalog for the OpenShift version)",
  packageOption: 'operator of the first catalog, or NAME@CHANNEL for one of its channels; can be repeated',
  fileExists: '{file} already exists',
  fileExistsRemedy: 'Use another file. To change this one, use `airlock config suggest -c FILE`.',
  initWritten: 'Written to {file}. To see what it would mirror, run: airlock plan -c {file} file://DIR',

  // config pin
  pin: 'replace the tags of operator catalogs with digests',
  pinOutputOption:
    'file to write; an existing folder also gets the matching DeleteImageSetConfiguration, with file names as of oc-mirror',
  srcTlsVerifyOption: 'false: accept any certificate and plain HTTP at sources',
  authfileOption: 'registry credentials (default: REGISTRY_AUTH_FILE and the standard locations)',
  catalogPinned: '{catalog} -> {pinned} (targetTag {tag})',
  pinned: '{count, plural, one {# catalog} other {# catalogs}} pinned. Written: {files}',

  // config suggest
  suggest:
    'suggest a configuration for upgrading a cluster\nIncludes everything that the cluster runs until the upgrade, leaves out what nothing needs, and shows the reasons.',
  installedOption: 'facts of the cluster: output of the `oc get` command in the guide, or a file of Airlock',
  saveInstalledOption: 'first save the extracted facts to this small file, for review and transfer',
  suggestToOption: 'version to upgrade to, or minor version (4.18) for its latest release',
  suggestConfigOption: 'configuration to change; its comments are preserved',
  suggestCatalogOption:
    "catalog of the operators, in all its versions; can be repeated (default: Red Hat's catalogs)",
  suggestWorkspaceOption: 'workspace for the indexes of catalogs (default: your cache folder)',
  installedSaved: 'Facts from {file} saved to {output}',
  reason: '{entry}: {reason}',
  change: '{change} {entry}: {reason}',
  suggestionWritten: 'Written to {file}.',
  suggestionWrittenWithChanges: 'Written to {file}, with {count, plural, one {# change} other {# changes}}.',
});
