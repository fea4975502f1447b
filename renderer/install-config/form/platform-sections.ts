import { type InstallConfig, MOST_VCENTERS } from '../../../core/contract/documents/install-config.ts';
import { fieldsAt, type Section } from './form-fields.ts';
import { t } from './messages.ts';

export function vcenterSection(): Section {
  const field = fieldsAt(['platform', 'vsphere', 'vcenters', 0]);
  return {
    id: 'vcenters',
    label: t('vcentersSection'),
    owns: ['platform.vsphere.vcenters', 'platform.vsphere.vCenter', 'platform.vsphere.username'],
    fields: [],
    lists: [
      {
        path: ['platform', 'vsphere', 'vcenters'],
        title: t('vcentersSection'),
        note: t('vcentersNote', { most: MOST_VCENTERS }),
        full: { at: MOST_VCENTERS, reason: t('vcentersFullTip', { most: MOST_VCENTERS }) },
        ...{ empty: t('vcentersEmpty'), add: t('addVCenterButton'), remove: t('removeVCenterButton') },
        item: (number) => t('vcenterItem', { number }),
        fields: [
          field(t('serverLabel'), ['server'], { placeholder: 'vcenter.example.com' }),
          field(t('userLabel'), ['user'], { placeholder: 'administrator@vsphere.local' }),
          field(t('passwordLabel'), ['password']),
          field(t('datacentersLabel'), ['datacenters'], { note: t('datacentersHelp'), wide: true }),
          field(t('portLabel'), ['port'], { placeholder: '443' }),
        ],
        columns: [t('serverLabel'), t('datacentersLabel'), t('passwordLabel')],
        fresh: () => ({ server: '', user: '', password: '', datacenters: [] }),
      },
    ],
  };
}

export function failureDomainSection(config: InstallConfig): Section {
  const vcenters = config.platform?.vsphere?.vcenters ?? [];
  const servers = vcenters.flatMap(({ server }) => (server ? [server] : []));
  const datacenters = [...new Set(vcenters.flatMap((vcenter) => vcenter.datacenters ?? []))];
  const field = fieldsAt(['platform', 'vsphere', 'failureDomains', 0]);
  return {
    id: 'failure-domains',
    label: t('domainsSection'),
    owns: [
      'platform.vsphere.failureDomains',
      'platform.vsphere.datacenter',
      'platform.vsphere.defaultDatastore',
      'platform.vsphere.cluster',
      'platform.vsphere.folder',
      'platform.vsphere.resourcePool',
      'platform.vsphere.network',
    ],
    fields: [],
    lists: [
      {
        path: ['platform', 'vsphere', 'failureDomains'],
        title: t('domainsSection'),
        ...{ empty: t('domainsEmpty'), add: t('addDomainButton'), remove: t('removeDomainButton') },
        item: (number) => t('domainItem', { number }),
        fields: [
          field(t('nameLabel'), ['name']),
          field(t('vcenterLabel'), ['server'], { suggestions: servers }),
          field(t('regionLabel'), ['region'], { note: t('regionHelp') }),
          field(t('zoneLabel'), ['zone'], { note: t('zoneHelp') }),
          field(t('datacenterLabel'), ['topology', 'datacenter'], { suggestions: datacenters }),
          field(t('computeClusterLabel'), ['topology', 'computeCluster'], {
            placeholder: '/dc/host/cluster',
          }),
          field(t('datastoreLabel'), ['topology', 'datastore'], { placeholder: '/dc/datastore/name' }),
          field(t('networksLabel'), ['topology', 'networks']),
          field(t('templateLabel'), ['topology', 'template'], { placeholder: '/dc/vm/rhcos' }),
          field(t('folderLabel'), ['topology', 'folder'], { placeholder: '/dc/vm/folder' }),
          field(t('resourcePoolLabel'), ['topology', 'resourcePool']),
          field(t('tagIdsLabel'), ['topology', 'tagIDs']),
          field(t('regionTypeLabel'), ['regionType']),
          field(t('zoneTypeLabel'), ['zoneType']),
          field(t('hostGroupLabel'), ['topology', 'hostGroup']),
        ],
        columns: [t('nameLabel'), t('vcenterLabel'), t('regionLabel'), t('zoneLabel'), t('datacenterLabel')],
        fresh: (position) => ({
          name: `fd-${position + 1}`,
          region: '',
          zone: '',
          server: servers[Math.min(position, servers.length - 1)] ?? '',
          topology: {
            datacenter: vcenters[Math.min(position, vcenters.length - 1)]?.datacenters?.[0] ?? '',
            computeCluster: '',
            datastore: '',
            networks: [],
          },
        }),
      },
    ],
  };
}

export function bareMetalSection(): Section {
  const at = (name: string) => ['platform', 'baremetal', name];
  const field = fieldsAt([]);
  const host = fieldsAt([...at('hosts'), 0]);
  return {
    id: 'hosts',
    label: t('hostsSection'),
    owns: [
      'platform.baremetal.hosts',
      'platform.baremetal.provisioning',
      'platform.baremetal.bootstrap',
      'platform.baremetal.clusterProvisioningIP',
      'platform.baremetal.external',
      'platform.baremetal.additionalNTPServers',
    ],
    fields: [
      field(t('provisioningNetworkLabel'), at('provisioningNetwork')),
      field(t('provisioningCidrLabel'), at('provisioningNetworkCIDR')),
      field(t('provisioningInterfaceLabel'), at('provisioningNetworkInterface')),
      field(t('dhcpRangeLabel'), at('provisioningDHCPRange')),
      field(t('clusterProvisioningIpLabel'), at('clusterProvisioningIP')),
      field(t('bootstrapProvisioningIpLabel'), at('bootstrapProvisioningIP')),
      field(t('externalBridgeLabel'), at('externalBridge')),
      field(t('provisioningBridgeLabel'), at('provisioningBridge')),
      field(t('bootstrapIpLabel'), at('bootstrapExternalStaticIP')),
      field(t('bootstrapGatewayLabel'), at('bootstrapExternalStaticGateway')),
      field(t('ntpServersLabel'), at('additionalNTPServers')),
    ],
    lists: [
      {
        path: at('hosts'),
        title: t('hostsSection'),
        ...{ empty: t('hostsEmpty'), add: t('addHostButton'), remove: t('removeHostButton') },
        item: (number) => t('hostItem', { number }),
        fields: [
          host(t('nameLabel'), ['name']),
          host(t('roleLabel'), ['role']),
          host(t('bootMacLabel'), ['bootMACAddress'], { placeholder: '02:00:00:00:00:01' }),
          host(t('bmcAddressLabel'), ['bmc', 'address'], {
            wide: true,
            placeholder: 'redfish-virtualmedia+https://…',
          }),
          host(t('bmcUserLabel'), ['bmc', 'username']),
          host(t('bmcPasswordLabel'), ['bmc', 'password']),
          host(t('bmcCertificateLabel'), ['bmc', 'disableCertificateVerification']),
          host(t('bootModeLabel'), ['bootMode']),
          host(t('rootDeviceLabel'), ['rootDeviceHints', 'deviceName'], { placeholder: '/dev/sda' }),
          host(t('rootSerialLabel'), ['rootDeviceHints', 'serialNumber']),
          host(t('rootWwnLabel'), ['rootDeviceHints', 'wwn']),
        ],
        columns: [t('nameLabel'), t('roleLabel'), t('bootMacLabel'), t('bmcPasswordLabel')],
        fresh: (position) => ({
          name: `host-${position}`,
          role: 'master',
          bootMACAddress: '',
          bmc: { address: '', username: '', password: '' },
        }),
      },
    ],
  };
}
