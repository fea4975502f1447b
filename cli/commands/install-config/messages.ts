import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `install-config` and `cloud-config`. */
export const t = translator({
  installConfig: 'work with install-config.yaml and installed clusters',
  // files and shared options
  fileMissing: "{file} doesn't exist",
  fileUnreadable: "{file} can't be read ({code})",
  versionInvalid: 'Use a version such as 4.18 or 4.18.9.',
  openShiftVersionOption: 'release that will be installed (default: the newest)',
  agentOption: 'apply the rules of the Agent-based Installer',
  userProvisionedOption: 'you create the machines, not the installer (UPI)',
  userProvisionedWithAgent: "--user-provisioned and --agent can't be used together",
  // validate
  validate:
    "check install-config.yaml\nUses the installer's rules and messages, and also reports problems that the installer doesn't detect.",
  valid:
    '{warnings, plural, =0 {{file} is valid for the installer.} one {{file} is valid for the installer, with # warning.} other {{file} is valid for the installer, with # warnings.}}',
  validInPart:
    '{warnings, plural, =0 {No errors found in {file}, but not all rules were checked.} one {No errors and # warning found in {file}, but not all rules were checked.} other {No errors and # warnings found in {file}, but not all rules were checked.}}',
  unchecked: 'Not checked: rules of the installer that need access to the platform {platform}.',
  uncheckedFields: 'Not checked: rules of the installer for {fields}.',
  invalid: '{file} has {errors, plural, one {# error} other {# errors}}.',
  // test-vcenters
  testVCenters:
    'test the vCenters of an install-config.yaml\nConnects to each vCenter, verifies its certificate, logs in, and checks that the objects of the failure domains exist. Only reads.',
  unreadable: "{file} can't be read as an install-config.yaml",
  unreadableRemedy: 'Run `airlock install-config validate {file}` and fix the errors.',
  noVCenters: '{file} has no vCenters',
  noVCentersRemedy: 'Specify a file with platform.vsphere.vcenters.',
  contactVCenters: 'Connecting to {addresses}. The test is read-only.',
  vcenterTitle: 'vCenter {address}',
  vcentersPassed: '{count, plural, one {The vCenter} other {All # vCenters}} passed the test.',
  vcentersFailed: '{failed} of {count, plural, one {# vCenter} other {# vCenters}} failed the test.',
  testStopping: 'Stopping.',
  // manifests
  manifests:
    'write the manifests for an install-config.yaml\nWrites the objects that the installer would create, without access to a network or vCenter.',
  manifestsToOption: 'output directory',
  infraIdOption: 'name prefix of all machines (default: derived from cluster name and domain)',
  rendezvousIpOption: 'with --agent: IP address of the control plane host that runs the installation',
  cloudConfigOption: 'format of the cloud provider configuration (default: depends on the release)',
  everyVcenterOption:
    'also write Cluster API objects and credentials for vCenters that run only workers, as current installers do',
  manifestsInvalid: '{file} has {errors, plural, one {# error} other {# errors}}, so nothing was written',
  manifestsInvalidRemedy: 'Fix the errors and run the command again.',
  manifest: '{path}: {purpose}',
  secretManifest: '{path} (secret): {purpose}',
  manifestsNote: 'Note: {note}.',
  otherManifest:
    "{path} already existed and wasn't written by this command, but the installer would read the file. If you don't need the file, remove it.",
  manifestsWritten: 'Wrote {count, plural, one {# file} other {# files}} for {infraId} to {directory}',
  rendezvousIpWithoutAgent: '--rendezvous-ip requires --agent',
  everyVcenterWithAgent: "--every-vcenter and --agent can't be used together",
  everyVcenterUserProvisioned:
    "--every-vcenter can't be used with --user-provisioned, because such clusters have no Cluster API objects",
  // convert
  convert: 'replace deprecated fields in install-config.yaml\nPreserves comments, and prints each change.',
  convertOutputOption: 'output file, which can be the input file (default: print with masked secrets)',
  notConverted: "{file} wasn't converted.",
  change: '{file}: {change} ({reason})',
  fieldAdded: 'added: {field}',
  fieldChanged: 'changed: {field}',
  fieldRemoved: 'removed: {field}',
  fieldRenamed: "{from} -'>' {to}",
  converted:
    'Converted {file} ({count, plural, one {# change} other {# changes}}) and wrote the result to {output}',
  // from-mirror
  fromMirror:
    'set up install-config.yaml for a mirror registry\nAdds the image sources, CA and credentials for the mirror that you pushed to.',
  fromMirrorOutputOption: 'output file with mode 0600, which can be the input file',
  workspaceOption: 'workspace or state folder of the push (default: your state folder)',
  resourcesOption: 'directory with the cluster resources that the push wrote',
  trustBundleOption: "PEM certificate of the CA that signed the mirror's certificate",
  fromMirrorWritten:
    'Wrote {output} with {count, plural, one {# image source} other {# image sources}} from {resources}',
  fromMirrorCa: 'Added the CA certificate',
  fromMirrorCredentials: 'Added the credentials for {registries}',
  workspaceWithResources: "--workspace and --resources can't be used together",
  workspaceInvalid: '--workspace must be file://DIR, not {workspace}',
  // day2
  day2: 'plan a change to an installed vSphere cluster\nPrints or writes ordered steps for vCenters, failure domains and the cloud configuration.',
  fetchCommandOption: 'print the command that fetches the objects from the cluster, and exit',
  objectsOption: "files or directories with the cluster's objects",
  addVcenterOption: 'vCenter to add: server=HOST,datacenter=NAME[,datacenter=NAME][,port=N]; can be repeated',
  removeVcenterOption: 'vCenter to remove; can be repeated',
  addFailureDomainsOption:
    'file with the failure domains to add: a list, or a document with failureDomains (for example, install-config.yaml)',
  convertCloudConfigOption: 'convert the cloud configuration from INI to YAML',
  fullOption: 'write every setting to a converted cloud configuration (default: only settings with a value)',
  day2VersionOption: "OpenShift release of the cluster, if the objects don't contain it",
  planToOption: 'output directory for the plan and its files',
  preparedOption: 'with --apply: confirm that the vCenters are prepared as described in the manual step',
  optionalOption: 'with --apply: also run optional steps (MachineSets, control plane)',
  credentialsOption:
    'with --apply: YAML file with the credentials for new vCenters, as HOST.username and HOST.password',
  objectsMissing: 'day2 requires --objects FILE',
  objectsMissingRemedy:
    'Fetch the objects with the command that `airlock install-config day2 --fetch-command` prints.',
  step: '{number}. {title}',
  optionalStep: '{number}. {title} (optional)',
  planFilesRemoved: 'Removed {count, plural, one {# file} other {# files}} from the previous plan.',
  planFileOther: "{path} already exists but isn't part of the plan.",
  planWritten: 'Wrote {count, plural, one {# file} other {# files}} to {directory}. Start with PLAN.md.',
  accountsInvalid: "{file} isn't a YAML file with vCenter credentials",
  accountsInvalidRemedy:
    'Write the lines `HOST.username: "NAME"` and `HOST.password: "PASSWORD"` for each vCenter.',
  day2Rejected: 'The plan was rejected: {plan}.',
  domainsUnusable: "the failure domains in {file} can't be used",
  vcenterInvalid: 'Use the form server=HOST,datacenter=NAME[,port=N].',
  vcenterIncomplete: 'Specify server=HOST and at least one datacenter=NAME.',
  // cloud-config
  cloudConfig: 'read and convert vSphere cloud provider configurations',
  showCloudConfig:
    'show a configuration as the vSphere cloud provider reads it\nReads INI, YAML, or a ConfigMap that contains either. Credentials are never printed.',
  accepted: 'The cloud provider accepts {file}.',
  rejected: 'The cloud provider rejects {file}.',
  convertCloudConfig:
    'convert a configuration to equivalent YAML\nPrints the omitted settings. Credentials are never copied.',
  cloudConfigOutputOption: 'output file, which can be the input file (default: print)',
  minimalOption: 'only write settings with a value (default: every setting, as the installer writes it)',
  omitted: 'omitted: {setting}',
  secretKeys: 'Add these keys to Secret {secret}: {keys}.',
  cloudConfigNotConverted: "{file} wasn't converted, because the cloud provider rejects it.",
  cloudConfigConverted: 'Converted {file} to YAML in {output}',
  vcenterColumn: 'VCENTER',
  serverColumn: 'SERVER',
  portColumn: 'PORT',
  datacentersColumn: 'DATACENTERS',
  certificateColumn: 'CERTIFICATE',
  accountColumn: 'CREDENTIALS',
  certificateChecked: 'checked',
  certificateNotChecked: 'not checked',
  vcenters: '{format}, {count, plural, one {# vCenter} other {# vCenters}}',
  tagCategory: '{label} from tag category {category}',
  nodeSetting: '{name} {value}',
  apiOff: 'API off',
  apiAt: 'API at {address}',
  accountInSecret: 'Secret {secret}',
  accountInDirectory: 'files in {path}',
  accountInClearText: 'in clear text',
  accountMissing: 'missing',
});
