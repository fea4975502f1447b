import { translator } from '../../../base/messages/translator.ts';

/** Texts on vSphere: the checklist for vCenters, and the purposes of manifests. */
export const t = translator({
  // checklist
  templateText: 'The RHCOS image that machines in failure domain {domain} are cloned from.',
  templateFromUrlText:
    'Imported from clusterOSImage for failure domain {domain}. The installer host must be able to reach this URL.',
  templateFromInternetText:
    'Imported from the internet for failure domain {domain}. Without internet access, import the RHCOS OVA and set topology.template, or set clusterOSImage to an internal URL.',
  uploadedTemplateText:
    'The template from which the machines in failure domain {domain} are cloned. Upload the RHCOS OVA as a template and leave it powered off.',
  datacenterText: 'Contains the machines in failure domain {domain}.',
  clusterText: 'Runs the machines in failure domain {domain}.',
  hostGroupText: 'Contains the ESXi hosts for failure domain {domain}.',
  resourcePoolText: 'Contains the machines in failure domain {domain}.',
  datastoreText: 'Stores the disks of the machines in failure domain {domain}.',
  networkText:
    'Connects the machines in failure domain {domain}. The network needs DHCP unless the hosts have static IP addresses.',
  folderText: 'Contains the virtual machines in failure domain {domain}.',
  newFolderText: 'Created for failure domain {domain}.',
  ownFolderText:
    "Contains the virtual machines in failure domain {domain}. Name the folder after infrastructureName in the installer's manifests/cluster-infrastructure-02-config.yml, or set topology.folder.",
  bootstrapMachineText:
    'Temporary bootstrap machine in failure domain {domain} with {cpus, plural, one {# CPU} other {# CPUs}}, {memory, number} MiB of memory and a disk of {disk, number} GiB. Uses merge-bootstrap.64 as its Ignition config.',
  controlPlaneMachineText:
    'Control plane machine in failure domain {domain} with {cpus, plural, one {# CPU} other {# CPUs}}, {memory, number} MiB of memory and a disk of {disk, number} GiB. Uses master.64 as its Ignition config.',
  machineAddressText: 'Set {key} to "{value}".',
  regionCategoryText:
    'Contains the region tags, with one tag per object. The cloud provider and the CSI driver look for this category name.',
  zoneCategoryText:
    'Contains the zone tags, with one tag per object. The cloud provider and the CSI driver look for this category name.',
  tagOnClusterText: 'Attached to compute cluster {path} for failure domain {domain}.',
  tagOnDatacenterText: 'Attached to datacenter {path} for failure domain {domain}.',
  tagOnHostsText: 'Attached to every host in host group {path} for failure domain {domain}.',
  vcenterPrivilegesText: 'The vCenter account needs these privileges on the vCenter itself.',
  datacenterPrivilegesText:
    'The vCenter account needs these privileges on the datacenter and its child objects, because the installer creates the folder.',
  folderPrivilegesText:
    'The vCenter account needs these privileges on the virtual machine folder and its child objects.',
  clusterPrivilegesText:
    'The vCenter account needs these privileges on the compute cluster and its child objects.',
  resourcePoolPrivilegesText:
    'The vCenter account needs these privileges on the resource pool and its child objects.',
  datastorePrivilegesText: 'The vCenter account needs these privileges on the datastore.',
  networkPrivilegesText: 'The vCenter account needs these privileges on the port group.',
  // file of the checklist
  checklistTitle: 'vCenter requirements before the installation',
  checklistText:
    'Lists what each vCenter must contain before the installation: inventory, tags, templates, folders and privileges.',
  checklistDomains: 'Failure domains: {domains}',
  checklistNoDomains: "Failure domains: none, so machines can't be placed in this vCenter",
  checklistItem: '{kind} `{name}`: {reason}',
  checklistPrivilegesItem: 'Privileges on `{name}`: {reason}',
  checklistInstallerItem: '{kind} `{name}` (created by the installer): {reason}',
  datacenterLabel: 'Datacenter',
  clusterLabel: 'Compute cluster',
  hostGroupLabel: 'Host group',
  resourcePoolLabel: 'Resource pool',
  datastoreLabel: 'Datastore',
  networkLabel: 'Network',
  folderLabel: 'Folder',
  templateLabel: 'Template',
  tagCategoryLabel: 'Tag category',
  tagLabel: 'Tag',
  machineLabel: 'Virtual machine',
  // purposes of manifests
  cloudConfigText: 'Contains the vCenters and datacenters for the cloud provider, but no passwords.',
  namespaceText:
    "Contains the Cluster API objects during the installation. The installed cluster doesn't have this namespace.",
  capiClusterText:
    "Defines the Cluster API cluster for {server}. Each vCenter has its own, because a Cluster API cluster can't span several vCenters.",
  vsphereClusterText: 'Defines the address and credentials for {server}.',
  clusterCredentialsText:
    'Contains the user name and password for {server}, which are used to create the bootstrap and control plane machines.',
  deploymentZoneText: 'Allows control plane machines in failure domain {domain}, which is a host group.',
  vsphereFailureDomainText: 'Defines the host group for failure domain {domain}.',
  vsphereMachineText: 'Defines the virtual machine for {machine} in failure domain {domain} on {server}.',
  capiMachineText: 'Adds {machine} to {cluster}, the Cluster API cluster for its vCenter.',
  componentCredentialsText: 'Contains the credentials that {component} uses for each vCenter.',
  credentialsText:
    'Contains the user name and password for each vCenter server. The Cloud Credential Operator copies them to the components.',
  credentialsRoleText: 'Allows reading the vCenter credentials.',
  controlPlaneText:
    'Maintains {count, plural, one {# control plane machine} other {# control plane machines}} in {domains}.',
  machineSetText: 'Defines {count, plural, one {# worker} other {# workers}} in failure domain {domain}.',
  machineText: 'Defines {machine} in failure domain {domain} for the Machine API.',
  addressClaimText: 'Claims a static IP address for {machine}.',
  addressText: 'Defines the static IP address for {machine}.',
  serverUnlisted: "Failure domain {domain} refers to server {server}, which isn't listed in vcenters",
  serverMissing: 'Failure domain {domain} has no server',
});
