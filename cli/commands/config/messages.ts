import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `config`. */
export const t = translator({
  config: 'create, check, edit and convert image set configurations',
  validate:
    'check whether oc-mirror v2 accepts a configuration\nSupports ImageSetConfiguration and DeleteImageSetConfiguration.',
  valid: '{file} is a valid {kind}.',
  validWithWarnings: '{file} is a valid {kind}, with {count, plural, one {# warning} other {# warnings}}.',
  invalid: '{file} has {count, plural, one {# error} other {# errors}}.',
  convertNext: 'This is a configuration for oc-mirror v1. To convert it, run: airlock config convert {file}',

  // options of several commands
  outputOption: 'file to write, which may be the input file (default: print the result)',
  configOption: 'ImageSetConfiguration',

  // config convert
  convert:
    'convert a configuration from v1alpha2 to v2alpha1\nConverts oc-mirror v1 configurations. Preserves comments, and reports changes.',
  notConverted: "{file} wasn't converted: it has {count, plural, one {# error} other {# errors}}.",
  converted:
    'Converted {file} ({count, plural, one {# change} other {# changes}}) and wrote the result to {output}',
  entryAdded: '{file}:{line}: added: {to} ({note})',
  entryChanged: '{file}:{line}: {from} -> {to} ({note})',
  entryRemoved: '{file}:{line}: removed: {from} ({note})',

  // config init
  init: 'create a starter configuration with comments',
  initOutputOption: "file to write; an existing file isn't overwritten (default: print the result)",
  openshiftOption: 'OpenShift release (4.18.9), or minor version (4.18) to use its latest release',
  initCatalogOption:
    "operator catalog; can be repeated (default with --package: Red Hat's catalog for the OpenShift version)",
  packageOption:
    'operator package in the first catalog, or NAME@CHANNEL to select a channel; can be repeated',
  fileExists: '{file} already exists',
  fileExistsRemedy:
    'Use a different file name. To change the existing file, use `airlock config suggest -c FILE`.',
  initWritten:
    'Written to {file}. To see what this configuration mirrors, run: airlock plan -c {file} file://DIR',

  // config pin
  pin: 'replace the tags of operator catalogs with digests',
  pinOutputOption:
    'file to write, or existing directory for the result and a matching DeleteImageSetConfiguration (file names as in oc-mirror)',
  catalogPinned: '{catalog} -> {pinned} (targetTag {tag})',
  pinned: 'Pinned {count, plural, one {# catalog} other {# catalogs}}. Wrote {files}.',

  // config suggest
  suggest:
    'suggest a configuration for upgrading a cluster\nIncludes the content that the cluster uses now and needs until it is upgraded. Omits unneeded content, and shows the reasons.',
  installedOption:
    'inventory file to read instead of a cluster: a file from `airlock cluster inspect -o`, output of the `oc get` command in the guide, or a saved inventory',
  saveInstalledOption: 'save the extracted inventory to this file first, for review and transfer',
  suggestToOption: 'target version, or minor version (4.18) to use its latest release',
  suggestConfigOption: 'configuration to change; its comments are preserved',
  suggestCatalogOption:
    "operator catalog for one OpenShift version; repeat for each version (default: Red Hat's catalogs)",
  suggestWorkspaceOption: 'workspace in which catalog indexes are cached (default: your cache directory)',
  installedSaved: 'Saved the inventory to {output}',
  optionsExclusive: '{option} and {other} are mutually exclusive',
  reason: '{entry}: {reason}',
  change: '{change} {entry}: {reason}',
  suggestionWritten: 'Written to {file}.',
  suggestionWrittenWithChanges: 'Written to {file}, with {count, plural, one {# change} other {# changes}}.',
});
