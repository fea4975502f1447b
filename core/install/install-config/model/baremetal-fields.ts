import { any, flag, int64, list, object, secret, text, word } from '../../../base/document/fields.ts';
import { LOAD_BALANCER } from './vsphere-fields.ts';

/** In the installer's order. */
export const HOST_ROLES = ['master', 'worker', 'arbiter'];

/** `platform.baremetal`; the last four are deprecated. */
export const BARE_METAL_PLATFORM = object({
  libvirtURI: text,
  clusterProvisioningIP: text,
  bootstrapProvisioningIP: text,
  externalBridge: text,
  externalMACAddress: text,
  provisioningNetwork: word('Managed', 'Unmanaged', 'Disabled'),
  provisioningBridge: text,
  provisioningMACAddress: text,
  provisioningNetworkInterface: text,
  provisioningNetworkCIDR: text,
  provisioningDHCPRange: text,
  hosts: list(
    object({
      name: text,
      role: word(...HOST_ROLES),
      bootMACAddress: text,
      bmc: object({
        address: text,
        username: text,
        password: secret,
        disableCertificateVerification: flag,
      }),
      hardwareProfile: text,
      rootDeviceHints: object({
        deviceName: text,
        hctl: text,
        model: text,
        vendor: text,
        serialNumber: text,
        minSizeGigabytes: int64,
        wwn: text,
        wwnWithExtension: text,
        wwnVendorExtension: text,
        rotational: flag,
      }),
      bootMode: word('UEFI', 'UEFISecureBoot', 'legacy'),
      networkConfig: any,
    }),
  ),
  defaultMachinePlatform: object({}),
  apiVIPs: list(text),
  ingressVIPs: list(text),
  additionalNTPServers: list(text),
  bootstrapExternalStaticIP: text,
  bootstrapExternalStaticGateway: text,
  bootstrapExternalStaticDNS: text,
  bootstrapOSImage: text,
  clusterOSImage: text,
  loadBalancer: LOAD_BALANCER,
  dnsRecordsType: text,
  provisioningHostIP: text,
  provisioningDHCPExternal: flag,
  apiVIP: text,
  ingressVIP: text,
});
