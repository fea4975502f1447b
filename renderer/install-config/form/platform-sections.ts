import type { InstallConfig } from '../../../core/contract/documents/install-config.ts';
import { choice, flag, number, type Section, text, tokens } from './form-fields.ts';

export function vcenterSection(): Section {
  return {
    id: 'vcenters',
    label: 'vCenters',
    owns: ['platform.vsphere.vcenters', 'platform.vsphere.vCenter', 'platform.vsphere.username'],
    fields: [],
    lists: [
      {
        path: ['platform', 'vsphere', 'vcenters'],
        title: 'vCenters',
        one: 'vCenter',
        note: 'at most 3',
        fields: [
          text('Server', ['server'], { placeholder: 'vcenter.example.com' }),
          text('User', ['user'], { placeholder: 'administrator@vsphere.local' }),
          { kind: 'secret', label: 'Password', path: ['password'] },
          tokens('Datacenters', ['datacenters'], { note: 'All that failure domains use.', wide: true }),
          number('Port', ['port'], { placeholder: '443' }),
        ],
        columns: ['Server', 'Datacenters', 'Password'],
        fresh: () => ({ server: '', user: '', password: '', datacenters: [] }),
      },
    ],
  };
}

export function failureDomainSection(config: InstallConfig): Section {
  const vcenters = config.platform?.vsphere?.vcenters ?? [];
  const servers = vcenters.flatMap(({ server }) => (server ? [server] : []));
  const datacenters = [...new Set(vcenters.flatMap((vcenter) => vcenter.datacenters ?? []))];
  return {
    id: 'failure-domains',
    label: 'Failure domains',
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
        title: 'Failure domains',
        one: 'failure domain',
        fields: [
          text('Name', ['name']),
          text('vCenter', ['server'], { suggestions: servers }),
          text('Region', ['region'], { note: 'Tag of openshift-region.' }),
          text('Zone', ['zone'], { note: 'Tag of openshift-zone.' }),
          text('Datacenter', ['topology', 'datacenter'], { suggestions: datacenters }),
          text('Compute cluster', ['topology', 'computeCluster'], { placeholder: '/dc/host/cluster' }),
          text('Datastore', ['topology', 'datastore'], { placeholder: '/dc/datastore/name' }),
          tokens('Networks', ['topology', 'networks']),
          text('Template', ['topology', 'template'], { placeholder: '/dc/vm/rhcos' }),
          text('Folder', ['topology', 'folder'], { placeholder: '/dc/vm/folder' }),
          text('Resource pool', ['topology', 'resourcePool']),
          tokens('Tags of machines', ['topology', 'tagIDs']),
          choice('The region is', ['regionType'], ['', 'Datacenter', 'ComputeCluster']),
          choice('The zone is', ['zoneType'], ['', 'ComputeCluster', 'HostGroup']),
          text('Host group', ['topology', 'hostGroup']),
        ],
        columns: ['Name', 'vCenter', 'Region', 'Zone', 'Datacenter'],
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
  return {
    id: 'hosts',
    label: 'Hosts',
    owns: [
      'platform.baremetal.hosts',
      'platform.baremetal.provisioning',
      'platform.baremetal.bootstrap',
      'platform.baremetal.clusterProvisioningIP',
      'platform.baremetal.external',
      'platform.baremetal.additionalNTPServers',
    ],
    fields: [
      choice('Provisioning network', at('provisioningNetwork'), ['', 'Managed', 'Unmanaged', 'Disabled']),
      text('Provisioning CIDR', at('provisioningNetworkCIDR')),
      text('Provisioning interface', at('provisioningNetworkInterface')),
      text('DHCP range', at('provisioningDHCPRange')),
      text('Provisioning IP of the cluster', at('clusterProvisioningIP')),
      text('Provisioning IP of bootstrap', at('bootstrapProvisioningIP')),
      text('External bridge', at('externalBridge')),
      text('Provisioning bridge', at('provisioningBridge')),
      text('Static IP of bootstrap', at('bootstrapExternalStaticIP')),
      text('Gateway of bootstrap', at('bootstrapExternalStaticGateway')),
      tokens('NTP servers', at('additionalNTPServers')),
    ],
    lists: [
      {
        path: at('hosts'),
        title: 'Hosts',
        one: 'host',
        fields: [
          text('Name', ['name']),
          choice('Role', ['role'], ['', 'master', 'worker', 'arbiter']),
          text('Boot MAC address', ['bootMACAddress'], { placeholder: '02:00:00:00:00:01' }),
          text('BMC address', ['bmc', 'address'], {
            wide: true,
            placeholder: 'redfish-virtualmedia+https://…',
          }),
          text('BMC user', ['bmc', 'username']),
          { kind: 'secret', label: 'BMC password', path: ['bmc', 'password'] },
          flag('Take any BMC certificate', ['bmc', 'disableCertificateVerification']),
          choice('Boot mode', ['bootMode'], ['', 'UEFI', 'UEFISecureBoot', 'legacy']),
          text('Root device', ['rootDeviceHints', 'deviceName'], { placeholder: '/dev/sda' }),
          text('Root device serial', ['rootDeviceHints', 'serialNumber']),
          text('Root device WWN', ['rootDeviceHints', 'wwn']),
        ],
        columns: ['Name', 'Role', 'Boot MAC address', 'BMC password'],
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
