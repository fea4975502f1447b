import { translator } from '../../base/messages/translator.ts';

/** Texts about image set configurations. What oc-mirror prints word for word is in the code that validates. */
export const t = translator({
  // files
  configMissing: "the file doesn't exist",
  configUnreadable: "the file can't be read{code, select, none {} other { ({code})}}",
  // YAML and types
  severalDocuments: 'the file contains several YAML documents, but oc-mirror reads only the first one',
  yamlRemedy: 'Fix the YAML at the position shown. The error is often on the previous line.',
  notUtf8: 'failed to unmarshal config: {file} is not UTF-8 text',
  rootNotMapping: 'failed to unmarshal config: the file must be a mapping of fields',
  rootNotMappingRemedy: 'Add kind: ImageSetConfiguration at the top of the file.',
  fieldRepeated: '"{ignored}" has no effect because "{used}" is also set',
  fieldRepeatedRemedy: 'Remove one of the two fields.',
  fieldCase: '"{name}" is read as {field}',
  fieldCaseRemedy: 'Write the field name as {field}.',
  unknownField:
    'unknown field "{name}" {parent, select, none {at the top level} other {in {parent}}}{reason, select, v1 {: a field of oc-mirror v1 that v2 rejects} v416 {: a field of oc-mirror 4.16 and 4.17} flag {: a flag, not a field} kubernetes {: this file is not a Kubernetes object} meant { (did you mean {meant}?)} other {}}',
  unknownFieldMeantRemedy: 'Change the field name to {meant}.',
  unknownFieldRemedy: 'Use one of the allowed fields: {known}.',
  convertibleFieldRemedy: '{remedy} `airlock config convert FILE` does this automatically.',
  valueType:
    '{path, select, none {the file} other {{path}}} must be {kind, select, text {text} flag {true or false} integer {an integer} list {a list} other {a mapping of fields}}, found {found, select, mapping {a mapping} list {a list} alias {an alias without an anchor} text {the text {value}} number {the number {value}} other {the boolean {value}}}',
  valueQuotesRemedy: 'Put the value in quotes: "{value}".',
  valueTypeRemedy:
    'Change the value to {kind, select, text {text} flag {true or false} integer {an integer} list {a list} other {a mapping of fields}}.',
  patternTooLong: 'the pattern is {characters} characters long, which exceeds the limit of {limit}',
  // kind, apiVersion and sections
  apiVersionOther: 'apiVersion "{found}" is read as {expected}',
  apiVersionMissing: 'apiVersion is missing, so {expected} is assumed',
  apiVersionRemedy: 'Set apiVersion to {expected}.',
  kindRemedy: 'Set kind to {kind}.',
  sectionMissingRemedy: 'Add the `{section}` section, and list the content in it.',
  sectionNotAllowed: "the `{section}` section isn't allowed in {kind}",
  sectionNotAllowedRemedy: 'Remove the section, or change the kind.',
  pruneMissing: "the ImageSetConfiguration doesn't have a `prune` section",
  pruneMissingRemedy:
    'List the content to delete in a `prune` section, or use a DeleteImageSetConfiguration.',
  pruneWithMirror:
    'only `airlock prune` and `airlock delete` read the `prune` section, and oc-mirror v2 rejects it',
  pruneWithMirrorRemedy:
    'If oc-mirror also reads this file, move the `prune` section to a DeleteImageSetConfiguration.',
  archiveSizeNegative: 'archiveSize {size} is negative',
  moreErrors: '{message} (and {count} more)',
  // content
  targetRepository: 'invalid targetRepo {targetRepo} for image {image}',
  targetRepositoryRemedy: 'Set targetRepo to a path such as base/ubi9, and set the tag in targetTag.',
  blockedImageEmpty: 'an empty name in blockedImages blocks every image',
  blockedImagePatternRemedy: 'Use an RE2 regular expression. Write a literal dot as [.].',
  samplesIgnored: 'samples are ignored',
  samplesIgnoredRemedy: 'List the images in additionalImages.',
  architectureUnknown: 'unknown architecture "{architecture}" (known: {known})',
  architectureUnknownRemedy: 'Use {known}.',
  architectureUnlikeRemedy: 'Use one of the known architectures.',
  releaseChannelsIgnored: 'channels are ignored because platform.release is set',
  removeOneRemedy: 'Remove one of the two fields.',
  releaseChannelType: 'unknown channel type "{type}" is read as ocp (known: ocp, okd)',
  releaseChannelTypeRemedy: 'Use ocp or okd, or remove the line.',
  releaseChannelName: `channel name "{channel}" isn't in the form PREFIX-MAJOR.MINOR`,
  releaseChannelNameRemedy: 'Use a channel name such as stable-4.18.',
  releaseChannelRepeatedRemedy:
    'List the channel once, with the lowest minVersion and the highest maxVersion.',
  releaseVersionInvalid: `{field} "{version}" isn't a complete version such as 4.18.1`,
  releaseVersionInvalidRemedy: 'Specify the version with all three numbers.',
  versionsReversed: 'minVersion {min} is higher than maxVersion {max}',
  versionsReversedRemedy: 'Swap the two versions, or correct one of them.',
  versionInvalidRemedy: 'Use a version such as 1.2.3.',
  skipDependenciesIgnored: 'skipDependencies has no effect because oc-mirror v2 never adds dependencies',
  bundleAsPackage: '"{name}" looks like a bundle, not a package',
  bundleAsPackageRemedy:
    'Use the package name {package}, and set minVersion and maxVersion to the version in the bundle name.',
  fullWithVersionsRemedy: 'Remove either the `full` field or the versions.',
  nameMissing: '{path} has no {field}',
  nameMissingRemedy: 'Add the `{field}` field.',
  catalogReferenceRemedy:
    'Specify the catalog as registry/path:tag, registry/path@sha256:DIGEST or oci:///directory.',
  catalogRepeatedRemedy:
    'List all packages in one entry, or set targetCatalog or targetTag for one of the entries.',
  targetCatalogRemedy:
    'Set targetCatalog to a path such as mirror/redhat-operator-index, and set the tag in targetTag.',
  packageRepeatedRemedy: 'List the package once, with all its channels.',
  versionsTwiceRemedy: 'Set the versions either for the package or for its channels.',
  catalogToPinMissing: '{reference} does not exist',
  // fields of older formats, and how to replace them
  stateFieldRemedy:
    'Remove the field. oc-mirror v2 stores its state in the workspace, the directory specified as file://DIR.',
  ocpRemedy: 'Rename the field to platform, and set minVersion and maxVersion for its channels.',
  headsOnlyRemedy:
    'Remove headsOnly: true, because channel heads are the default. Replace headsOnly: false with full: true.',
  startingVersionRemedy: 'Rename the field to minVersion.',
  bundleVersionRemedy: "Set minVersion to the bundle's version.",
  dependenciesFieldRemedy: 'Remove the field. oc-mirror v2 never adds dependencies.',
  targetNameRemedy: 'Rename the field to targetCatalog, and specify the complete path at the destination.',
  originalRefRemedy: 'Remove the field. oc-mirror v2 derives names from catalog and targetCatalog.',
  reposRemedy: 'Rename the field to repositories.',
  releaseVersionsRemedy: 'Use minVersion and maxVersion.',
  pullSecretRemedy: 'Remove the field. Credentials come from the auth file (--authfile).',
  bundlesRemedy: 'Use channels with minVersion and maxVersion.',
  strictArchiveRemedy: 'Remove the field, and use --strict-archive on the command line.',
  metadataRemedy: 'Remove the field. The top-level fields are kind, apiVersion, archiveSize and mirror.',
  specRemedy: 'Move the content of the field to the top-level mirror field.',
  // notes of the conversion to v2
  noteFormat: 'the format of oc-mirror v2',
  noteCase: 'capitalization of the field name corrected',
  noteRenamed: 'named {name} in oc-mirror v2',
  notePullSecret: 'credentials come from the auth file on this host (--authfile)',
  noteState: 'oc-mirror v2 stores its state in the workspace, the directory specified as file://DIR',
  noteMetadata: "the file isn't a Kubernetes object",
  noteStrictArchive: 'replaced by --strict-archive on the command line',
  noteOriginalRef: 'oc-mirror v2 derives names from catalog and targetCatalog',
  noteDependencies: 'oc-mirror v2 never adds dependencies',
  noteBundle: 'oc-mirror v2 selects by version, so the version in the bundle name is used',
  noteVersion: 'oc-mirror v2 selects a range of versions',
  noteVersions: 'oc-mirror v2 selects all versions in a range, from the lowest to the highest version',
  noteHeads: 'channel heads are the default in oc-mirror v2',
  noteFullGiven: 'the full field is also set and takes precedence',
  noteFullWithVersions:
    "oc-mirror v2 doesn't allow full: true in a catalog entry with versions, so packages without versions provide only their channel heads",
  noteFull: 'replaced in oc-mirror v2 by the full field, which has the opposite meaning',
  noteTargetCatalogGiven: 'the targetCatalog field is also set and takes precedence',
  noteTargetCatalog: "targetCatalog is the full path under the destination's namespace",
  noteTargetTag: 'oc-mirror v2 has a separate field for the tag',
  noteTag: 'oc-mirror v1 used the tag latest for references without a tag, but v2 requires a tag',
  // differences between v1 and v2
  dependenciesNotAdded:
    'oc-mirror v1 added the dependencies of the packages in {catalog}, but v2 mirrors only listed packages',
  dependenciesNotAddedRemedy: 'Also list the packages that these packages depend on.',
  headsOfAllChannels:
    "oc-mirror v1 mirrored the head of each package's default channel in {catalog}, but v2 mirrors the heads of all channels",
});
