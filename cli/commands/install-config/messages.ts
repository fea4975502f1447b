import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `install-config` and `cloud-config`. */
export const t = translator({
  installConfig: 'work with install-config.yaml and installed clusters',
  // files and shared options
  fileMissing: "{file} doesn't exist",
  fileUnreadable: "{file} can't be read ({code})",
  versionInvalid: 'must be a version such as 4.18 or 4.18.9.',
  openShiftVersionOption: 'release that will be installed (default: the newest)',
  agentOption: 'apply the rules of the agent-based installer',
  // validate
  validate:
    "check install-config.yaml\nApplies the rules of the installer, with its messages, and reports problems that the installer doesn't detect.",
  valid:
    '{warnings, plural, =0 {{file} is valid for the installer} one {{file} is valid for the installer, # warning} other {{file} is valid for the installer, # warnings}}',
  invalid: '{file} has {errors, plural, one {# error} other {# errors}}',
  // manifests
  manifests:
    'write the manifests for an install-config.yaml\nNeeds no network and no vCenter. Contains the objects that the installer would create.',
  manifestsToOption: 'output folder',
  infraIdOption: 'prefix of the names of all machines (default: from cluster name and domain)',
  rendezvousIpOption: 'with --agent: IP address of the control plane host that runs the installation',
  cloudConfigOption: 'form of the cloud configuration (default: by release)',
  everyVcenterOption:
    'also write Cluster API objects and credentials for vCenters with only workers, as current installers do',
  manifestsInvalid: '{file} has {errors, plural, one {# error} other {# errors}}, so nothing was written',
  manifestsInvalidRemedy: 'Fix the errors and run the command again.',
  manifest: '{path}: {purpose}',
  secretManifest: '{path} (secret): {purpose}',
  manifestsNote: 'Note: {note}.',
  otherManifest:
    "{path} already existed and isn't part of this output, but the installer would read it. Remove it if you don't need it.",
  manifestsWritten: 'Wrote {count, plural, one {# file} other {# files}} for {infraId} to {directory}',
  rendezvousIpWithoutAgent: '--rendezvous-ip requires --agent',
  everyVcenterWithAgent: "--every-vcenter and --agent can't be used together",
  // convert
  convert: 'replace deprecated fields of an install-config.yaml\nKeeps comments and prints each change.',
  convertOutputOption: 'output file, which can be the input file (default: print with masked secrets)',
  notConverted: "Didn't convert {file}.",
  change: '{file}: {change} ({reason})',
  fieldAdded: 'new: {field}',
  fieldChanged: 'changed: {field}',
  fieldRemoved: 'removed: {field}',
  fieldRenamed: "{from} -'>' {to}",
  converted: 'Wrote {file} with {count, plural, one {# change} other {# changes}} to {output}',
  // from-mirror
  fromMirror:
    'set up install-config.yaml for a mirror registry\nAdds the image sources, the CA and the login of the mirror to which you pushed.',
  fromMirrorOutputOption: 'output file with mode 0600, which can be the input file',
  workspaceOption: 'workspace or state folder of the push (default: your state folder)',
  resourcesOption: 'folder of cluster resources that the push printed',
  authfileOption: 'file with the login (default: same files as `podman`)',
  trustBundleOption: 'PEM certificate of the CA that signed the certificate of the mirror',
  fromMirrorWritten:
    'Wrote {output} with {count, plural, one {# image source} other {# image sources}} of {resources}',
  fromMirrorCa: 'Added the CA certificate',
  fromMirrorLogins: 'Added the login for {registries}',
  workspaceWithResources: "--workspace and --resources can't be used together",
  workspaceInvalid: "--workspace {workspace} doesn't have the form file://DIR",
  // day2
  day2: 'plan a change of an installed vSphere cluster\nPrints or writes ordered steps for vCenters, failure domains and the cloud configuration.',
  fetchCommandOption: 'print the command that fetches the objects from the cluster, and exit',
  objectsOption: 'files or folders with the objects of the cluster',
  addVcenterOption: 'vCenter to add: server=HOST,datacenter=NAME[,datacenter=NAME][,port=N]; can be repeated',
  removeVcenterOption: 'vCenter to remove; can be repeated',
  addFailureDomainsOption:
    'failure domains to add: a list, or a file with failureDomains such as install-config.yaml',
  convertCloudConfigOption: 'convert the cloud configuration from INI to YAML',
  fullOption: 'write every setting to a converted cloud configuration (default: only settings with a value)',
  day2VersionOption: "release of the cluster if its objects don't contain it",
  planToOption: 'output folder for the plan and its files',
  preparedOption: 'with --apply: the vCenters are prepared as the manual step describes',
  optionalOption: 'with --apply: also run optional steps (MachineSets, control plane)',
  credentialsOption:
    'with --apply: YAML file with the account of a new vCenter, as HOST.username and HOST.password',
  objectsMissing: 'day2 requires --objects FILE',
  objectsMissingRemedy:
    'Fetch the objects with the command that `airlock install-config day2 --fetch-command` prints.',
  step: '{number}. {title}',
  optionalStep: '{number}. {title} (optional)',
  planFilesRemoved: 'Removed {count, plural, one {# file} other {# files}} of the previous plan.',
  planFileOther: "{path} already existed and isn't part of this plan.",
  planWritten: 'Wrote {count, plural, one {# file} other {# files}} to {directory}. Start with PLAN.md.',
  accountsInvalid: "{file} isn't a YAML file with vCenter accounts",
  accountsInvalidRemedy:
    'Write the lines `HOST.username: "NAME"` and `HOST.password: "PASSWORD"` for each vCenter.',
  day2Rejected: 'Rejected: {plan}.',
  domainsUnusable: "{file} can't be used",
  vcenterInvalid: 'must be server=HOST,datacenter=NAME[,port=N].',
  vcenterIncomplete: 'must contain server=HOST and at least one datacenter=NAME.',
  // cloud-config
  cloudConfig: 'read and convert vSphere cloud provider configurations',
  showCloudConfig:
    'show a configuration as the vSphere cloud provider reads it\nReads INI or YAML, also in a ConfigMap. Never prints accounts.',
  accepted: 'The cloud provider accepts {file}.',
  rejected: 'The cloud provider rejects {file}.',
  convertCloudConfig:
    'convert a configuration to YAML with the same effect\nPrints what is omitted. Never copies accounts.',
  cloudConfigOutputOption: 'output file, which can be the input file (default: print)',
  minimalOption: 'only write settings with a value (default: every setting, as the installer writes it)',
  omitted: 'omitted: {setting}',
  secretKeys: 'Add these keys to Secret {secret}: {keys}.',
  cloudConfigNotConverted: "Didn't convert {file}, because the cloud provider rejects it.",
  cloudConfigConverted: 'Converted {file} to YAML in {output}',
  vcenterColumn: 'VCENTER',
  serverColumn: 'SERVER',
  portColumn: 'PORT',
  datacentersColumn: 'DATACENTERS',
  certificateColumn: 'CERTIFICATE',
  accountColumn: 'ACCOUNT',
  certificateChecked: 'checked',
  certificateNotChecked: 'not checked',
  vcenters: '{format}, {count, plural, one {# vCenter} other {# vCenters}}',
  tagCategory: '{label} from tag category {category}',
  nodeSetting: '{name} {value}',
  apiOff: 'API off',
  apiAt: 'API at {address}',
  accountInSecret: 'Secret {secret}',
  accountInFolder: 'files in {path}',
  accountInClearText: 'in clear text',
  accountMissing: 'missing',
});
