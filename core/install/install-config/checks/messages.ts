import { translator } from '../../../base/messages/translator.ts';

/** Airlock's own texts on install-config.yaml: remedies, and problems that the installer doesn't detect. Quotes of the installer stay in the checks. */
export const t = translator({
  setFieldFix: 'Set {field} to {value}',
  controlPlaneName:
    'controlPlane.name is {name}, but the installer ignores the name and creates the pool master.',
  controlPlaneNameRemedy: 'Set controlPlane.name to master, or remove it.',
  controlPlaneReplicasRemedy: 'Set controlPlane.replicas to 3, or to 1 for a single node.',
  arbiterPlatformNote: 'the file defines an arbiter',
  arbiterPlatformRemedy: 'Remove the arbiter, or use the baremetal platform.',
  arbiterReplicasRemedy: 'Set controlPlane.replicas to 2 or 3.',
  poolNameRemedy: 'Set the name to worker. Only AWS has pools with the name edge.',
  addedPoolRemedy:
    'By default, the installer adds a compute pool for amd64. To match the control plane, define a compute pool named worker with the architecture {architecture}.',
  architectureRemedy: 'Set architecture to {architecture}, the architecture of the control plane.',
  fencingPlaceRemedy: 'Move fencing from compute to controlPlane.',
  replicasRemedy: 'Set replicas to 0 or more.',
  poolPlatformRemedy:
    'In this machine pool, use the settings for platform {platform}, or remove the settings for {other}.',
  fencingNeededRemedy:
    'Set controlPlane.replicas to 3, add an arbiter, or add the fencing credentials for both nodes.',
  fencingUnneededRemedy: 'Remove controlPlane.fencing.',
  installationDiskRemedy:
    'Set installationDisk to the disk on which to install the node, such as /dev/disk/by-id/ID.',
  bootstrapInPlaceReplicasRemedy: 'Set controlPlane.replicas to 1, or remove bootstrapInPlace.',
  computeZeroRemedy: 'In the compute pool, set replicas to 0.',
  bootstrapInPlacePlatformRemedy: 'Set platform to none, or remove bootstrapInPlace.',
  hostsMissingRemedy:
    'Add the hosts with their names, MAC addresses and BMCs. The Agent-based Installer reads them from agent-config.yaml.',
  hostDuplicateRemedy: 'Give each host its own name, MAC address and BMC address.',
  hostTwiceSpelled:
    "{value} and {other} are the same, but the installer doesn't detect this because it distinguishes uppercase from lowercase.",
  hostRoleUnknown:
    "Host {name} has the role {role}, which isn't one of {roles}. The installer doesn't detect this and can use the host for any pool.",
  hostMacInvalid:
    "{mac} isn't a MAC address. The installer doesn't detect this, but the cluster can't provision host {name}.",
  hostMacRemedy: 'Set bootMACAddress to 6 hexadecimal pairs, such as 52:54:00:aa:bb:01.',
  hostRoleRemedy: "Set the host's role to master or worker.",
  hostsTooFewRemedy: 'Add hosts, or reduce the number of replicas.',
  bmcDriverRemedy:
    'Start the BMC address with ipmi://, redfish+https://, redfish-virtualmedia+https:// or idrac-virtualmedia+https://.',
  bmcDriverUnknown: '{message}: the Bare Metal Operator will reject the host',
  bmcProvisioningRemedy: 'Use a BMC driver with virtual media, or add a provisioning network.',
  networkConfigMapping: "Not a valid yaml: it isn't a mapping",
  mtuRemedy: 'Set mtu to a number without quotes.',
  domainNameRemedy: 'Give each failure domain a unique name.',
  domainZoneRemedy: 'Give each failure domain in a region its own zone.',
  domainNameMissingRemedy: 'Add a name to the failure domain. Machine pools refer to this name in zones.',
  domainServerMissingRemedy: 'In the failure domain, set server to the server of a listed vCenter.',
  domainNote: 'failure domain "{name}"',
  domainServerUnlisted:
    "Failure domain {name} is in vCenter {server}, which isn't listed in vcenters. If an earlier failure domain uses a listed server, the installer doesn't detect this, but it can't create machines in {name}.",
  domainServerCaseRemedy: 'Set server to {server}. Uppercase and lowercase letters must match.',
  oneOfRemedy: 'Set {field} to one of {values}.',
  domainZoneMissingRemedy: 'Set zone to the vCenter tag in the category openshift-zone.',
  domainRegionMissingRemedy: 'Set region to the vCenter tag in the category openshift-region.',
  domainDatacenterMissingRemedy: 'Set topology.datacenter to the name of the datacenter.',
  domainNetworksMissingRemedy: 'Add a port group to topology.networks.',
  domainHostGroupRemedy: 'Set topology.hostGroup to a host group in the compute cluster.',
  domainRegionTypeRemedy: 'Set regionType to ComputeCluster and zoneType to HostGroup.',
  inventoryPathRemedy: 'Use the inventory path from vCenter, starting with /{datacenter}/.',
  domainDatastoreRemedy: 'Set topology.datastore to /{datacenter}/datastore/NAME.',
  domainTagsRemedy: 'Reduce topology.tagIDs to at most 10 tags.',
  domainTagRemedy: 'Use the tag ID that `govc tags.info` shows instead of the tag name.',
  domainClusterRemedy: 'Set topology.computeCluster to /{datacenter}/host/NAME.',
  domainTemplateRemedy:
    'Remove topology.template to upload the image, or remove clusterOSImage to use the template in vCenter.',
  imageUrlRemedy:
    'Use a URL of the form https://HOST/FILE?sha256=DIGEST, with the 64 hexadecimal digits of the digest.',
  provisioningOverlapRemedy:
    'Set provisioningNetworkCIDR to an unused range, or set provisioningNetwork to Disabled.',
  provisioningAddressRemedy: 'Use an address in the provisioning network {network}.',
  dhcpRangeRemedy: 'Use an address from {first} to {last} that is outside the DHCP range {range}.',
  rootDeviceHintRemedy: 'Use wwn, serialNumber or deviceName as the root device hint.',
  agentReplicasRemedy: 'Set controlPlane.replicas to 3, 4 or 5, or to 1 for a single node.',
  vipRemedy: 'Use an unused address in the machine network.',
  vipSharedRemedy: 'Use different addresses for apiVIPs and ingressVIPs.',
  vipFamiliesRemedy: 'List IPv4 and IPv6 in the same order in all networks and VIPs.',
  vipOutsideRemedy: 'Use an address in {networks}, or fix networking.machineNetwork.',
  vipOutside:
    "{vip} isn't in any machine network ({networks}). On vSphere, the installer doesn't check this and adds the address as a separate network.",
  vipOutsideUnnoticed:
    "{vip} isn't in any machine network ({networks}). The installer doesn't detect this, but nodes can't use the address.",
  vipScalarRemedy: 'Remove {name}, because {list} replaces it.',
  platformMissingRemedy: 'Add one of the supported platforms under platform.',
  platformSeveralRemedy: 'Keep only one platform.',
  cloudControllerManagerUnknown:
    "cloudControllerManager is {value}. The installer doesn't detect this and installs no cloud controller manager.",
  cloudControllerManagerRemedy: 'Set cloudControllerManager to External, or remove it.',
  publishRemedy: 'Set publish to External, or remove it.',
  removeFieldRemedy: 'Remove {field}.',
  baselineRemedy:
    'Set baselineCapabilitySet to vCurrent for all capabilities, to None for the minimum, or to the set for a minor version.',
  capabilityRemedy: 'Add {capability} to additionalEnabledCapabilities.',
  addFix: 'Add {value}',
  diskTypeRemedy: 'Set diskType to one of {types}, or remove it to use the storage policy.',
  vcentersMissingRemedy: 'Add the vCenter that runs the machines to vcenters.',
  domainsMissingRemedy: 'Add a failure domain that describes where the machines are placed in vCenter.',
  vcenterServerRemedy:
    'Set server to the lowercase host name in the vCenter certificate, without https:// and port.',
  vcenterUserRemedy: 'Add a user to the entry for vCenter {server}.',
  vcenterUserAnyRemedy: 'Add a user to the vCenter entry.',
  vcenterPasswordRemedy: 'Add a password to the entry for vCenter {server}.',
  vcenterPasswordAnyRemedy: 'Add a password to the vCenter entry.',
  vcenterDatacentersRemedy: 'List the datacenters that the failure domains in this vCenter use.',
  vcenterPortRemedy:
    'Use a port from 1 to 32767 (the maximum that the schema allows), or remove port to use 443.',
  nodeNetworkRemedy: 'Use a network that belongs to a failure domain.',
  bootstrapHostRemedy: 'Give exactly one host the role bootstrap.',
  staticHostsTooFewRemedy: 'Add {count, plural, one {# host} other {# hosts}} with the role {role}.',
  staticHostsTooManyRemedy: 'Remove {count, plural, one {# host} other {# hosts}} with the role {role}.',
  staticHostDomainRemedy: 'For this host, set failureDomain to the name of a listed failure domain.',
  staticHostAddressRemedy: 'Add the prefix length of the network to the address, for example 192.0.2.10/24.',
  quorumRemedy:
    'Spread the control plane across three failure domains in controlPlane.platform.vsphere.zones.',
  vcentersTooMany:
    'spec.platformSpec.vsphere.vcenters: Too many: {count}: must have at most {maximum} items. The installer accepts the file, but the API server rejects the Infrastructure, so that the bootstrap fails.',
  vcentersTooManyRemedy: 'Remove vCenters and their failure domains until at most {maximum} are left.',
  vcenterTwice: 'vcenters must have unique server values: {server} is listed twice',
  vcenterTwiceSpelled:
    '{server} and {other} are the same host, so their credentials would have the same keys',
  vcenterTwiceRemedy: 'Remove one of the two entries, and list all datacenters in the remaining entry.',
  vcenterUnused: 'vCenter {server} has no failure domain, so no machine can be placed in this vCenter',
  vcenterUnusedRemedy: 'Add a failure domain with this server, or remove the vCenter.',
  datacenterUnused: 'No failure domain uses the datacenter {datacenter} in vCenter {server}',
  datacenterUnusedRemedy:
    'Remove the datacenter from the vCenter entry, or add a failure domain that uses it.',
  storageTopology:
    'A failure domain in vCenter {server} has no region or zone, but storage across several vCenters requires both',
  storageTopologyRemedy: 'Add a region and a zone to each failure domain.',
  datacenterUnlisted:
    "The datacenter {datacenter} of failure domain {domain} isn't listed for vCenter {server}, so the cloud provider doesn't initialize the nodes in this datacenter",
  datacenterUnlistedRemedy: 'Add {datacenter} to the datacenters of vCenter {server}.',
  domainTags:
    'With {count} failure domains, each vCenter must have tags in the categories openshift-region and openshift-zone',
  domainTagsAttachRemedy:
    'Attach these region/zone tags to the datacenters and clusters before you install: {tags}.',
  vipLayer2:
    'VIPs move between machines, so the networks of all failure domains must belong to one layer 2 network',
  vipLayer2Remedy:
    'Check that the port groups are in the same VLAN, or set loadBalancer.type to UserManaged.',
  vipsAbsent:
    'A cluster without apiVIPs and ingressVIPs needs a load balancer and DNS records for api, api-int and *.apps before the installation',
  vipsAbsentRemedy: 'Set up the load balancer and DNS records, or add apiVIPs and ingressVIPs.',
  loadBalancerRemedy: 'Set up the load balancer and the DNS records.',
  userReplicas:
    "{field} is {count}, but the cluster doesn't create workers in a user-provisioned installation. Control plane nodes then run no workloads, so the installation waits until you add workers",
  userReplicasMissing:
    "{field} is missing, which means {count} workers, but the cluster doesn't create workers in a user-provisioned installation. Control plane nodes then run no workloads, so the installation waits until you add workers",
  userReplicasRemedy: 'Set {field} to 0, regardless of the number of workers that you create.',
  userPoolMissing:
    "The file has no worker pool, which means {count} workers, but the cluster doesn't create workers in a user-provisioned installation. Control plane nodes then run no workloads, so the installation waits until you add workers",
  userPoolMissingRemedy:
    'Add a compute pool named worker with replicas: 0, regardless of the number of workers that you create.',
  userPoolFix: 'Add a worker pool with replicas: 0',
  userVips:
    '{field} only applies to installer-provisioned infrastructure. The cluster would run its own load balancer for these addresses',
  userVipsRemedy:
    'Remove apiVIPs and ingressVIPs, and set up a load balancer and DNS records. If the addresses belong to your load balancer, set loadBalancer.type to UserManaged instead.',
  userHosts: 'hosts only applies to machines that the installer creates',
  userHostsRemedy:
    'Remove the field hosts, and set the static addresses of each virtual machine in its property guestinfo.afterburn.initrd.network-kargs.',
  userBareMetal:
    "Platform baremetal creates the hosts through their BMCs, so it doesn't support user-provisioned machines",
  userBareMetalRemedy: 'Set platform to none, or use the installer or the Agent-based Installer.',
  trustBundleAbsent:
    "additionalTrustBundle is missing, so the installer host must trust {count, plural, one {the vCenter's CA} other {the vCenters'' CAs}}",
  trustBundleAbsentRemedy:
    "Add {count, plural, one {the vCenter's CA} other {the vCenters'' CAs}} to additionalTrustBundle and to the trusted CAs of the installer host.",
  templateAbsent:
    "Failure domain {domain} has no template and clusterOSImage isn't set, so the installer would download the RHCOS image from the internet",
  templateAbsentRemedy:
    'Upload the OVA and set topology.template in each failure domain, or set clusterOSImage to an internal URL.',
  networkTypeRemedy: 'Set networkType to OVNKubernetes, or remove it.',
  cidrMissing:
    "{field} doesn't specify a network. The installer doesn't detect this, but the cluster can't use an empty value.",
  cidrRemedy: 'Use a network in CIDR notation, such as 10.0.0.0/16.',
  containerNetworkOverlap:
    'Machine network {network} overlaps with 172.17.0.0/16, which container engines on the installer host use',
  containerNetworkOverlapRemedy:
    "If the bootstrap host must reach the machine network, use a network that doesn't overlap with 172.17.0.0/16.",
  serviceNetworkRemedy: 'Use a smaller service network: /16 for IPv4, or /112 for IPv6.',
  samePrefixRemedy: 'Set hostPrefix to {prefix}, as in the first cluster network.',
  hostPrefixRemedy: 'Set hostPrefix to {prefix}.',
  oneServiceNetworkRemedy: 'Keep only one service network.',
  familyMissingRemedy: 'Add an {family} network to {field}.',
  familyOrderRemedy: 'List the IPv4 networks before the IPv6 networks.',
  ovnOverlapRemedy: "Use a network that OVN-Kubernetes doesn't use internally.",
  joinSubnetOverlapRemedy: 'Set internalJoinSubnet to an unused network.',
  joinSubnetSizeRemedy: 'Set internalJoinSubnet to a larger network, or use a smaller clusterNetwork.',
  apiVersionRemedy: 'Set apiVersion to v1.',
  versionMissingNote: 'while loading: no version was provided',
  versionUnknownNote: 'while loading: cannot upconvert from version {version}',
  clusterNameRemedy:
    'Use lowercase letters, digits and hyphens in metadata.name, because the name becomes part of api.NAME.DOMAIN.',
  baseDomainRemedy: 'Set baseDomain to the parent DNS domain of the cluster, such as example.com.',
  fullDomainRemedy: 'Shorten metadata.name or baseDomain.',
  sshKeyRemedy: 'Use the content of a public key file such as id_ecdsa.pub, with one key per line.',
  sshKeyPrivateNote: 'this is a private key',
  sshKeyPrivateRemedy:
    'Use the contents of the public key file (.pub). If others had access to the private key, create a new key pair.',
  sshKeyFipsRemedy: 'Use an ECDSA or RSA key, or remove fips.',
  trustBundleRemedy: 'Use only PEM certificates, without any text before, between or after them.',
  trustBundlePolicyRemedy: 'Set additionalTrustBundlePolicy to Always or Proxyonly.',
  trustBundleProxyOnly:
    "With additionalTrustBundlePolicy set to Proxyonly and no proxy, the cluster trusts the CA only for the registries in imageDigestSources. Other components don't trust the CA.",
  trustBundleProxyOnlyRemedy: 'Set additionalTrustBundlePolicy to Always for a disconnected cluster.',
  pullSecretRemedy:
    'Use the JSON content of the auth file for the mirror registry, enclosed in single quotes.',
  pullSecretMore: '{count} more',
  proxyEmptyRemedy: 'Add httpProxy or httpsProxy, or remove the proxy section.',
  proxyUrlRemedy: 'Use a proxy URL of the form http://HOST:PORT.',
  proxyInsideRemedy: 'Use a proxy that runs outside the cluster and that the machines can reach.',
  noProxySpacesRemedy: 'Separate the entries in noProxy with commas only.',
  noProxySpacesFix: 'Remove spaces from noProxy',
  noProxyDomainRemedy: 'Use .example.com for all subdomains of example.com.',
  imageSourcesBothRemedy: 'Move the entries of imageContentSources to imageDigestSources.',
  imageSourcesOldRemedy:
    'Rename imageContentSources to imageDigestSources. The cluster then gets an ImageDigestMirrorSet.',
  repositoryRemedy: 'Use REGISTRY/PATH without a tag or digest, or only the registry.',
  zonesWithoutDomainsRemedy: 'Remove the zones, or add failureDomains.',
  zoneNameRemedy: 'Rename the failure domain. Use only lowercase letters, digits and hyphens.',
  zoneTwiceRemedy: 'List each failure domain in zones only once.',
});
