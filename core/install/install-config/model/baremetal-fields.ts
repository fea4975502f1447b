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
      'Whether to skip verification of the BMC TLS certificate. Default: false.',
      flag,
    ),
  },
  ['address', 'username', 'password'],
);

const ROOT_DEVICE_HINTS = object({
  deviceName: described('Device path of the disk, such as /dev/sda or /dev/disk/by-path/….', text),
  hctl: described('SCSI address of the disk, such as 0:0:0:0.', text),
  model: described('Text that the disk model must contain.', text),
  vendor: described('Text that the disk vendor must contain.', text),
  serialNumber: described('Serial number of the disk.', text),
  minSizeGigabytes: described('Minimum disk size, in GB.', int64),
  wwn: described('World Wide Name of the disk.', text),
  wwnWithExtension: described('World Wide Name of the disk with the vendor extension.', text),
  wwnVendorExtension: described('Vendor extension of the World Wide Name.', text),
  rotational: described('Whether the disk is rotational.', flag),
});

const HOST = object(
  {
    name: described('Name of the host.', text),
    role: described('Role of the host. Default: assigned by the installer.', word(...HOST_ROLES)),
    bootMACAddress: described('MAC address of the NIC that the host boots from.', text),
    bmc: described(
      'Baseboard management controller (BMC) of the host. Required unless the installation is agent-based.',
      BMC,
    ),
    hardwareProfile: described('Deprecated: hardware profile of the host. Use rootDeviceHints.', text),
    rootDeviceHints: described(
      'Hints for selecting the installation disk. The disk must match all hints.',
      ROOT_DEVICE_HINTS,
    ),
    bootMode: described('Boot mode. Default: UEFI.', word('UEFI', 'UEFISecureBoot', 'legacy')),
    networkConfig: described('NMState network configuration for the host.', any),
  },
  ['name', 'bootMACAddress'],
);

/** `platform.baremetal`; the last four are deprecated. */
export const BARE_METAL_PLATFORM = object({
  libvirtURI: described('URI of the libvirt daemon on the provisioning host. Default: qemu:///system.', text),
  clusterProvisioningIP: described(
    'IP address of the provisioning services in the cluster. Default: the third address in provisioningNetworkCIDR.',
    text,
  ),
  bootstrapProvisioningIP: described(
    'IP address of the bootstrap machine on the provisioning network. Default: the second address in provisioningNetworkCIDR.',
    text,
  ),
  externalBridge: described(
    'Bridge on the provisioning host that connects to the external network. Default: baremetal.',
    text,
  ),
  externalMACAddress: described('MAC address of the bootstrap machine on the external network.', text),
  provisioningNetwork: described(
    'Type of provisioning network: Managed (the cluster provides DHCP), Unmanaged (your own server provides DHCP) or Disabled (no provisioning network). Default: Managed.',
    word('Managed', 'Unmanaged', 'Disabled'),
  ),
  provisioningBridge: described(
    'Bridge on the provisioning host that connects to the provisioning network. Default: provisioning.',
    text,
  ),
  provisioningMACAddress: described(
    'MAC address of the bootstrap machine on the provisioning network.',
    text,
  ),
  provisioningNetworkInterface: described(
    'NIC that connects the control plane nodes to the provisioning network.',
    text,
  ),
  provisioningNetworkCIDR: described('CIDR of the provisioning network. Default: 172.22.0.0/24.', text),
  provisioningDHCPRange: described(
    'First and last DHCP address on the provisioning network, separated by a comma.',
    text,
  ),
  hosts: described('Hosts of the cluster.', list(HOST)),
  defaultMachinePlatform: described(
    'Machine settings for pools. Bare metal has no such settings.',
    object({}),
  ),
  apiVIPs: described('Virtual IP addresses of the API: one, or one for each IP family.', list(text)),
  ingressVIPs: described('Virtual IP addresses of ingress: one, or one for each IP family.', list(text)),
  additionalNTPServers: described(
    'NTP servers that hosts use in addition to the servers from DHCP.',
    list(text),
  ),
  bootstrapExternalStaticIP: described(
    'Static IP address of the bootstrap machine on the external network.',
    text,
  ),
  bootstrapExternalStaticGateway: described(
    'Default gateway for a bootstrap machine with a static IP address.',
    text,
  ),
  bootstrapExternalStaticDNS: described('DNS server for a bootstrap machine with a static IP address.', text),
  bootstrapOSImage: described(
    'URL of the RHCOS image for the bootstrap machine. Default: the image in the release.',
    text,
  ),
  clusterOSImage: described('URL of the RHCOS image for the nodes. Default: the image in the release.', text),
  loadBalancer: described('Load balancer for the API and ingress.', LOAD_BALANCER),
  dnsRecordsType: described(
    'DNS records for the API and ingress: Internal (provided by the cluster) or External (provided by your own DNS server).',
    text,
  ),
  provisioningHostIP: described('Deprecated: use clusterProvisioningIP.', text),
  provisioningDHCPExternal: described('Deprecated: use provisioningNetwork.', flag),
  apiVIP: described('Deprecated: use apiVIPs.', text),
  ingressVIP: described('Deprecated: use ingressVIPs.', text),
});
