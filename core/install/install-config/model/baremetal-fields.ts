import {
  any,
  described,
  flag,
  int64,
  list,
  object,
  secret,
  text,
  word,
} from '../../../base/document/fields.ts';
import { LOAD_BALANCER } from './vsphere-fields.ts';

/** In the installer's order. */
export const HOST_ROLES = ['master', 'worker', 'arbiter'];

const BMC = object(
  {
    address: described(
      'URL of the BMC, such as redfish-virtualmedia+https://192.0.2.5/redfish/v1/Systems/1.',
      text,
    ),
    username: described('User name for the BMC.', text),
    password: described('Password for the BMC.', secret),
    disableCertificateVerification: described(
      'Skips verification of the TLS certificate of the BMC. Default: false.',
      flag,
    ),
  },
  ['address', 'username', 'password'],
);

const ROOT_DEVICE_HINTS = object({
  deviceName: described('Device path of the disk, such as /dev/sda or /dev/disk/by-path/….', text),
  hctl: described('SCSI address of the disk, such as 0:0:0:0.', text),
  model: described('Text that the model of the disk contains.', text),
  vendor: described('Text that the vendor of the disk contains.', text),
  serialNumber: described('Serial number of the disk.', text),
  minSizeGigabytes: described('Minimum size of the disk, in GB.', int64),
  wwn: described('World Wide Name of the disk.', text),
  wwnWithExtension: described('World Wide Name of the disk with the vendor extension.', text),
  wwnVendorExtension: described('Vendor extension of the World Wide Name.', text),
  rotational: described('Whether the disk is a spinning disk.', flag),
});

const HOST = object(
  {
    name: described('Name of the host.', text),
    role: described('Role of the host. Default: assigned by the installer.', word(...HOST_ROLES)),
    bootMACAddress: described('MAC address of the NIC from which the host boots.', text),
    bmc: described(
      'Baseboard management controller (BMC) of the host. Required unless the installation is agent-based.',
      BMC,
    ),
    hardwareProfile: described('Deprecated: hardware profile of the host. Use rootDeviceHints.', text),
    rootDeviceHints: described(
      'Hints that select the installation disk. A disk must match all of them.',
      ROOT_DEVICE_HINTS,
    ),
    bootMode: described('Boot mode. Default: UEFI.', word('UEFI', 'UEFISecureBoot', 'legacy')),
    networkConfig: described('NMState network configuration of the host.', any),
  },
  ['name', 'bootMACAddress'],
);

/** `platform.baremetal`; the last four are deprecated. */
export const BARE_METAL_PLATFORM = object({
  libvirtURI: described('URI of the libvirt daemon on the provisioning host. Default: qemu:///system.', text),
  clusterProvisioningIP: described(
    'IP address of the provisioning services in the cluster. Default: the third address of provisioningNetworkCIDR.',
    text,
  ),
  bootstrapProvisioningIP: described(
    'IP address of the bootstrap machine in the provisioning network. Default: the second address of provisioningNetworkCIDR.',
    text,
  ),
  externalBridge: described(
    'Bridge of the provisioning host to the external network. Default: baremetal.',
    text,
  ),
  externalMACAddress: described('MAC address of the bootstrap machine in the external network.', text),
  provisioningNetwork: described(
    'Provisioning network: Managed for one with DHCP by the cluster, Unmanaged for one with your DHCP server, Disabled for none. Default: Managed.',
    word('Managed', 'Unmanaged', 'Disabled'),
  ),
  provisioningBridge: described(
    'Bridge of the provisioning host to the provisioning network. Default: provisioning.',
    text,
  ),
  provisioningMACAddress: described(
    'MAC address of the bootstrap machine in the provisioning network.',
    text,
  ),
  provisioningNetworkInterface: described(
    'NIC of the control plane nodes that is connected to the provisioning network.',
    text,
  ),
  provisioningNetworkCIDR: described('CIDR of the provisioning network. Default: 172.22.0.0/24.', text),
  provisioningDHCPRange: described(
    'First and last address for DHCP in the provisioning network, separated by a comma.',
    text,
  ),
  hosts: described('Hosts of the cluster.', list(HOST)),
  defaultMachinePlatform: described('Machine settings for pools. Has no fields for bare metal.', object({})),
  apiVIPs: described('Virtual IP addresses of the API: one, or one for each IP family.', list(text)),
  ingressVIPs: described('Virtual IP addresses of ingress: one, or one for each IP family.', list(text)),
  additionalNTPServers: described('NTP servers that hosts use in addition to those from DHCP.', list(text)),
  bootstrapExternalStaticIP: described(
    'Static IP address of the bootstrap machine in the external network.',
    text,
  ),
  bootstrapExternalStaticGateway: described(
    'Default gateway of a bootstrap machine with a static IP address.',
    text,
  ),
  bootstrapExternalStaticDNS: described('DNS server of a bootstrap machine with a static IP address.', text),
  bootstrapOSImage: described(
    'URL of the RHCOS image for the bootstrap machine. Default: the image in the release.',
    text,
  ),
  clusterOSImage: described('URL of the RHCOS image for the nodes. Default: the image in the release.', text),
  loadBalancer: described('Load balancer for the API and ingress.', LOAD_BALANCER),
  dnsRecordsType: described(
    'DNS records for the API and ingress: Internal for records from the cluster, External for your own DNS server.',
    text,
  ),
  provisioningHostIP: described('Deprecated: use clusterProvisioningIP.', text),
  provisioningDHCPExternal: described('Deprecated: use provisioningNetwork.', flag),
  apiVIP: described('Deprecated: use apiVIPs.', text),
  ingressVIP: described('Deprecated: use ingressVIPs.', text),
});
