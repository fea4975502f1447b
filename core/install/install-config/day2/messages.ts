import { translator } from '../../../base/messages/translator.ts';

/** Texts of day-2 plans for vSphere clusters. Quotes of the API server stay in the checks. */
export const t = translator({
  // titles of plans: parts of one list
  convertPart: '{first, select, yes {Convert} other {convert}} the cloud configuration to YAML',
  addVCenterPart: '{first, select, yes {Add} other {add}} vCenter {server}',
  addDomainsPart:
    '{first, select, yes {Add} other {add}} {count, plural, one {failure domain} other {failure domains}} {names}',
  removeVCenterPart: '{first, select, yes {Remove} other {remove}} vCenter {server}',
  noChangeTitle: 'No change',
  // requests and objects
  changeMissing: 'no change was specified',
  changeMissingRemedy:
    'Convert the cloud configuration, add or remove a vCenter, or add failure domains (--convert-cloud-config, --add-vcenter, --remove-vcenter, --add-failure-domains).',
  addAndRemoveRemedy:
    'Create two plans. Apply the first plan before you fetch the objects for the second plan.',
  domainsWhileRemoving: "A plan can't both add failure domains and remove vCenters",
  domainsWhileRemovingRemedy: 'Create two plans, and apply them one after the other.',
  otherPlatform: "The cluster doesn't run on vSphere: its platform is {platform}",
  platformMissing:
    "The Infrastructure object of the cluster doesn't specify a platform, but a day-2 change requires vSphere",
  infrastructureMissing: 'The files contain no Infrastructure object (config.openshift.io)',
  fileNotYaml: "{file} isn't valid YAML",
  domainsNotYaml: "The file with failure domains isn't valid YAML",
  domainsNotYamlRemedy: 'Fix the line shown.',
  domainsMissing: 'The file contains no failure domains',
  domainsMissingRemedy:
    'Add a list of failure domains, or a failureDomains field with the list, as in install-config.yaml.',
  domainNotMapping: "Failure domain {number} isn't a mapping",
  domainNotMappingRemedy:
    'Write the failure domain as a mapping with name, region, zone, server and topology.',
  // feature gates and releases; {message} quotes the API server
  gateMissing: "{message}: {release} doesn't have the feature gate {gate}",
  gateMissingHere: "{message}: the release of this cluster doesn't have the feature gate {gate}",
  gateMissingRemedy:
    'Update the cluster to 4.22, or to a 4.20 or 4.21 release with this gate. Then fetch the objects again.',
  gateOff: '{message}: the feature gate {gate} is off',
  gateOffRemedy:
    "Update the cluster to a release where this feature gate is enabled by default. If you can reinstall the cluster, you can also enable the gate with the CustomNoUpgrade feature set, but that change can't be undone and prevents minor version updates.",
  releaseUnknown:
    "The files don't contain the cluster's OpenShift version, but the change requires 4.18, or 4.17 with a feature set",
  releaseUnknownRemedy: 'Also fetch the ClusterVersion object, or specify the version.',
  releaseTooOld:
    '{change, select, vcenter {A second vCenter} other {A cloud configuration in YAML}} requires OpenShift 4.18 or later. The operators in {version} support only the INI format with a single vCenter.',
  releaseTooOldRemedy: 'Update the cluster to 4.18 or later first.',
  releaseGateOff:
    'In 4.17, {change, select, vcenter {a second vCenter} other {a cloud configuration in YAML}} requires the feature gate VSphereMultiVCenters, which is off',
  releaseGateUnknown:
    "In 4.17, {change, select, vcenter {a second vCenter} other {a cloud configuration in YAML}} requires the feature gate VSphereMultiVCenters, but the files don't show whether this gate is on",
  releaseGateRemedy:
    "Update the cluster to 4.18, where this feature gate is enabled. You can also enable it with the CustomNoUpgrade feature set, but that change can't be undone and prevents minor version updates.",
  // vCenters and failure domains to add
  vcentersTooManyRemedy: 'Add fewer vCenters. A cluster can have at most {maximum}.',
  vcenterPresent: 'vcenters must have unique server values: {server} is already listed',
  vcenterPresentRemedy: 'Add only the failure domains, without the vCenter.',
  serverRemedy: 'Set server to the host name in the vCenter certificate, such as vcenter.example.com.',
  portRemedy: 'Use a port from 1 to 32767, or omit the port to use 443.',
  datacentersRemedy: 'List the datacenters in {server} where machines run or will run.',
  unnamedDomain: 'failure domain without a name',
  requiredRemedy: 'Add {field} to the failure domain.',
  tooLongRemedy: 'Shorten {field} to at most {maximum} bytes.',
  domainTwiceRemedy: 'Give the failure domain a unique name.',
  domainPlaceTwice: 'Failure domain {name} has a region and zone that are already in use: {region}/{zone}',
  domainPlaceTwiceRemedy:
    'Give each failure domain its own zone, because machines and volumes are assigned by region and zone.',
  domainServerMissing:
    'all failure domains must have a corresponding vCenter entry: {name} has no server set, so the cloud controller manager operator would crash repeatedly',
  domainServerUnlisted:
    "all failure domains must have a corresponding vCenter entry: {name} has server set to {server}, which isn't listed, so the cloud controller manager operator would crash repeatedly",
  domainServerRemedy:
    'Set server to a listed vCenter, with matching uppercase and lowercase letters, or also add the vCenter.',
  pathRemedy: 'Use a path of the form {shape}.',
  pathElsewhere: "{field} of failure domain {name} isn't in its datacenter {datacenter}",
  pathElsewhereRemedy: 'Fix {field} or the datacenter of the failure domain.',
  hostGroupGate: '{field} requires the feature gate VSphereHostVMGroupZonal, which is off',
  hostGroupGateRemedy:
    'Use compute clusters as zones, or update the cluster to a release where this gate is on.',
  hostGroupRemedy: 'Add a hostGroup to zoneAffinity.',
  hostGroupForbiddenRemedy: 'Remove hostGroup, or set the type of zoneAffinity to HostGroup.',
  regionAffinityRemedy: 'Set the type of regionAffinity to {type}.',
  networksRemedy: 'Add a port group to topology.networks.',
  networksTooManyRemedy: 'Reduce topology.networks to at most {maximum} port groups.',
  severalNetworksRemedy:
    'Use one network, or update the cluster to 4.20 or later, where the feature gate VSphereMultiNetworks is on.',
  vcenterWithoutDomain:
    'The plan adds no failure domain for vCenter {server}, so no machine can be placed in this vCenter',
  vcenterWithoutDomainRemedy: 'Add a failure domain for this vCenter in the same plan.',
  zonesFirstUse:
    "With this change, the cluster starts to use zones. Existing nodes don't get region and zone labels until the cloud provider initializes them again, and existing volumes without topology don't move.",
  zonesFirstUseRemedy:
    'Check the workloads that are spread across zones. Only new nodes and volumes have zones.',
  tagsForCurrent:
    'The current vCenter needs the tags {region} and {zone} before you add the second failure domain',
  tagsForCurrentRemedy:
    'Attach the tags as described in the step "Prepare the vCenters". Don\'t rename {name}, because machines refer to this name.',
  // cloud configuration
  cloudConfigMissing: 'The files contain no cloud configuration (ConfigMap cloud-provider-config)',
  cloudConfigUnchanged:
    "The plan doesn't change the cloud configuration, because the files don't contain it (ConfigMap cloud-provider-config)",
  cloudConfigMissingRemedy:
    'Also fetch the ConfigMap cloud-provider-config in the namespace openshift-config.',
  notInYaml: 'Not copied to the YAML: {setting}',
  notInYamlRemedy: 'Check that no component needs the omitted settings.',
  alreadyYaml: 'The cloud configuration is already in YAML',
  alreadyYamlRemedy: "Choose a different change. This cloud configuration doesn't need to be converted.",
  cloudConfigTitle: 'Cloud configuration: {changes}',
  cloudConfigConvertPart: 'convert to YAML',
  cloudConfigAddPart: 'add {server}',
  cloudConfigRemovePart: 'remove {server}',
  cloudConfigLabelsPart: 'set datacenters and tag categories',
  iniWhy:
    "The INI format can't describe several vCenters reliably, and future versions of the cloud provider won't support it. {dropped, plural, =0 {No settings are lost.} other {Settings without an equivalent in YAML are omitted, as listed in the warnings.}}",
  yamlWhy:
    "Components that don't read the Infrastructure object get the vCenters from the cloud configuration.",
  // current location of a cluster without failure domains
  locationUnknown:
    "The cluster has no failure domains, and the files don't contain these fields of its current location: {fields}",
  locationUnknownRemedy:
    'Also fetch the Machines and MachineSets. Alternatively, describe the location as failure domain {name} in the file with failure domains.',
  machinesElsewhere: 'Machines also run in {places}, but {name} can describe only one location',
  machinesElsewhereRemedy:
    'In the file with failure domains, describe the location of failure domain {name}, or add failure domains for the remaining locations.',
  locationTitle: 'Describe the current location of the cluster as {name}',
  firstVCenterWhy:
    'The cluster was installed without failure domains. Before you add failure domains, define one for the current location of the cluster. The API accepts the first vCenter only in a separate update.',
  firstDomainWhy:
    'The cluster was installed without failure domains. Before you add failure domains, define one for the current location of the cluster.',
  locationCheck: 'The location is correct',
  locationCheckDetail:
    'compute cluster {cluster} of {server}, datastore {datastore}, network {networks}, template {template}',
  locationCheckNoTemplateDetail:
    'compute cluster {cluster} of {server}, datastore {datastore}, network {networks}, template unknown',
  firstVCenterRemains: "the first vCenter can't be unset, so this step can't be undone",
  // Infrastructure object
  addTitle: 'Infrastructure: add {names}',
  addWhy:
    'The vCenter and its failure domains are added in one update. A failure domain without its vCenter breaks the cloud controller manager operator.',
  addRemains: 'machines and volumes in the new failure domains must be deleted first',
  gateCheck: 'The feature gate {gate} is on',
  gateOnDetail: 'the FeatureGate object lists the gate as enabled for {release}',
  gateOnHereDetail: 'the FeatureGate object lists the gate as enabled for the running release',
  gateAskDetail:
    'this command must print the gate; otherwise the API server rejects the change with "vcenters cannot be added or removed once set"',
  accountCheck: 'Secret {secret} contains the credentials for {server}',
  accountFoundDetail: 'the Secret contains the keys for the user name and password',
  accountAskDetail:
    'after you add the credentials, this command prints the keys for the user name and password',
  removeTitle: 'Infrastructure: remove {names}',
  removeWhy:
    'The vCenter and its failure domains are removed in one update. A failure domain without its vCenter breaks the cloud controller manager operator.',
  // removal
  vcenterUnknown: 'The cluster has no vCenter {server}',
  vcenterUnknownRemedy: 'Use one of the vCenters of the cluster: {servers}.',
  vcentersNoneRemedy: 'Check the Infrastructure object. It lists no vCenters.',
  lastVCenter: "{message}: the last vCenter can't be removed",
  lastVCenterRemedy: 'Add a second vCenter first, and move all machines and volumes to it.',
  vcenterInUse: '{kind} {names} still {count, plural, one {uses} other {use}} vCenter {servers}',
  machineInUseRemedy:
    'Scale the MachineSets of these machines to 0, or delete the MachineSets. Wait until the machines are gone.',
  machineSetInUseRemedy: 'Scale the MachineSets to 0 and delete them.',
  controlPlaneInUseRemedy:
    'Remove the failure domains of the vCenter from the ControlPlaneMachineSet, and wait until the control plane runs elsewhere.',
  nodeInUseRemedy: 'Drain the nodes, and delete their machines.',
  volumeInUseRemedy: 'Move the data, and delete the persistent volume claims.',
  oneDomainLeft:
    "After the change, only one failure domain remains. The cloud provider then ignores regions and zones, and new nodes don't get region and zone labels.",
  noDomainLeft:
    "After the change, no failure domain remains, so new machines can't be placed by failure domain",
  domainsLeftRemedy: 'Check that no workload depends on region and zone labels.',
  noUseCheck: 'No {kind} uses vCenter {servers}',
  noUseCheckDetail:
    'the files contain no objects of this kind, so check that no object in the output of the command uses the vCenter',
  // machines
  machineSetsTitle: 'MachineSets for {names}',
  machineSetsWhy:
    'Each failure domain needs its own MachineSet for workers. The new MachineSets start without machines. Scale each to one machine, wait until its node is ready, then scale further.',
  domainsCheck: 'The cluster has the new failure domains',
  domainsCheckDetail: 'this command prints all new failure domains',
  templateItem: '{machineSet}: template {template} exists on {server}',
  machineSetWait: 'the first machine of {machineSet} is running and has a node',
  controlPlaneTitle: 'Spread the control plane across failure domains',
  controlPlaneWhy:
    'The control plane survives the loss of a failure domain only if no failure domain contains two of its three machines. The machines are replaced one by one, which takes an hour or more.',
  activeCheck: 'The ControlPlaneMachineSet is active',
  activeCheckDetail: 'spec.state is Active',
  inactiveCheckDetail:
    "spec.state isn't Active, so no machine would be replaced; skip this step, or activate the ControlPlaneMachineSet first",
  etcdCheck: 'All etcd members are available',
  etcdCheckDetail: 'the condition is True with reason AsExpected, and no member is unhealthy',
  controlPlaneWait: 'all control plane machines are replaced',
  controlPlaneRemains: 'the rollback replaces the machines again',
  // surroundings
  operatorsWait: 'no operator is progressing or degraded',
  nodesWait: 'all nodes are ready',
  taintsWait: 'this command prints no nodes, which means that the cloud provider has initialized all nodes',
  operatorsCheck: 'The operators are healthy',
  operatorsCheckDetail: 'Every cluster operator shows AVAILABLE=True, PROGRESSING=False and DEGRADED=False',
  unchangedCheck: "The object hasn't changed since it was fetched",
  unchangedCheckDetail:
    'this command prints no difference; otherwise fetch the objects again and create a new plan',
  backUpTitle: 'Back up the objects',
  backUpWhy:
    'Each step has its own rollback. The backups are for unexpected problems. They include the Secret, so protect the directory.',
  prepareTitle: 'Prepare the vCenters',
  prepareWhy:
    'The cluster only refers to tags, templates, folders and accounts, so they must exist in the vCenters. Without the tags, nodes never become ready. Without the template, no machine can be created.',
  accountItem:
    '{server}: an account with the privileges listed in the installer documentation, as in the existing vCenters',
  caItem:
    '{server}: a CA that the cluster trusts (ConfigMap user-ca-bundle in openshift-config, referenced by the Proxy object)',
  reachItem: '{server}: a port that the nodes can reach, and a vCenter version that the release supports',
  currentTagsItem:
    'Current vCenter: categories openshift-region and openshift-zone with the tags {region} and {zone}, attached to the datacenter and the compute cluster of the machines. The cloud provider looks for the tags when a second failure domain exists.',
  tagsItem:
    '{server}: tag {region} in category openshift-region attached to {datacenter}, and tag {zone} in category openshift-zone attached to {cluster}',
  domainItem:
    '{server}: RHCOS template {template}, folder {folder}, datastore {datastore} and port group {networks} for failure domain {name}',
  networkItem:
    'New networks: a route to the API and the other nodes. An API VIP requires the same layer 2 network for all control plane machines.',
  credentialsTitle: 'Add the credentials for {servers} to the cluster',
  credentialsWhy:
    'Operators look for {keys} in {secret}. If keys are missing, a component fails only when it needs them. The plan contains no passwords: the commands prompt for them.',
  accountMissingCheck: "The Secret doesn't contain the credentials for {server} yet",
  accountMissingCheckDetail: 'skip this step if this command prints the keys for the user name and password',
  manualModeItem:
    'If the Cloud Credential Operator is in manual mode (spec.credentialsMode of CloudCredential cluster), manually add the same keys to the Secrets of each component',
  credentialsWait: 'the credentials for {server} are copied to the components',
  removeCredentialsTitle: 'Remove the credentials for {servers}',
  removeCredentialsWhy: 'No component uses these credentials anymore.',
  closeAccountItem: "{server}: delete the cluster's templates, folders and tags, and close the account",
  // PLAN.md
  startDefined: 'Infrastructure: failure domains defined by the administrator: {names}.',
  startGenerated: 'Infrastructure: one failure domain, generated by the installer ({name}).',
  startLegacy: 'Infrastructure: no failure domains (legacy).',
  startUnfit: 'Infrastructure: no Infrastructure object for a vSphere cluster.',
  startVCenters: 'vCenters: {servers}.',
  startVCentersNone: 'vCenters: none listed.',
  startIni: 'Cloud configuration: INI.',
  startYaml: 'Cloud configuration: YAML.',
  startUnreadable: 'Cloud configuration: unreadable.',
  startCloudConfigMissing: 'Cloud configuration: not in the files.',
  startRelease: 'Release: {release}.',
  startReleaseUnknown: 'Release: unknown.',
  startFeatureSet: 'Feature set: {featureSet}.',
  instructions:
    'Run the steps in order, in this directory. After each step, wait for the conditions listed in the step. If a check fails, stop.',
  rejectedText: 'This change was rejected. There are no steps to run.',
  rejectedTitle: 'Rejected',
  warningsTitle: 'Warnings',
  stepTitle: '{number}. {title}',
  optionalStepTitle: '{number}. {title} (optional)',
  preChecksLabel: 'Check before you start:',
  changedObject: '{object}, `{path}`:',
  newObject: '{object} (new), `{path}`:',
  commandsLabel: 'Run:',
  waitLabel: 'Wait until {condition}:',
  rollbackLabel: 'Rollback:',
  rollbackLimits: 'Limits of the rollback: {limits}.',
});
