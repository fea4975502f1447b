import type { InstallConfig } from '../../../core/contract/documents/install-config.ts';
import { fieldsAt, type Section } from './form-fields.ts';

export function vcenterSection(): Section {
  const field = fieldsAt(['platform', 'vsphere', 'vcenters', 0]);
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
          field('Server', ['server'], { placeholder: 'vcenter.example.com' }),
          field('User', ['user'], { placeholder: 'administrator@vsphere.local' }),
          field('Password', ['password']),
          field('Datacenters', ['datacenters'], { note: 'All that failure domains use.', wide: true }),
          field('Port', ['port'], { placeholder: '443' }),
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
  const field = fieldsAt(['platform', 'vsphere', 'failureDomains', 0]);
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
          field('Name', ['name']),
          field('vCenter', ['server'], { suggestions: servers }),
          field('Region', ['region'], { note: 'Tag of openshift-region.' }),
          field('Zone', ['zone'], { note: 'Tag of openshift-zone.' }),
          field('Datacenter', ['topology', 'datacenter'], { suggestions: datacenters }),
          field('Compute cluster', ['topology', 'computeCluster'], { placeholder: '/dc/host/cluster' }),
          field('Datastore', ['topology', 'datastore'], { placeholder: '/dc/datastore/name' }),
          field('Networks', ['topology', 'networks']),
          field('Template', ['topology', 'template'], { placeholder: '/dc/vm/rhcos' }),
          field('Folder', ['topology', 'folder'], { placeholder: '/dc/vm/folder' }),
          field('Resource pool', ['topology', 'resourcePool']),
          field('Tags of machines', ['topology', 'tagIDs']),
          field('The region is', ['regionType']),
          field('The zone is', ['zoneType']),
          field('Host group', ['topology', 'hostGroup']),
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
  const field = fieldsAt([]);
  const host = fieldsAt([...at('hosts'), 0]);
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
      field('Provisioning network', at('provisioningNetwork')),
      field('Provisioning CIDR', at('provisioningNetworkCIDR')),
      field('Provisioning interface', at('provisioningNetworkInterface')),
      field('DHCP range', at('provisioningDHCPRange')),
      field('Provisioning IP of the cluster', at('clusterProvisioningIP')),
      field('Provisioning IP of bootstrap', at('bootstrapProvisioningIP')),
      field('External bridge', at('externalBridge')),
      field('Provisioning bridge', at('provisioningBridge')),
      field('Static IP of bootstrap', at('bootstrapExternalStaticIP')),
      field('Gateway of bootstrap', at('bootstrapExternalStaticGateway')),
      field('NTP servers', at('additionalNTPServers')),
    ],
    lists: [
      {
        path: at('hosts'),
        title: 'Hosts',
        one: 'host',
        fields: [
          host('Name', ['name']),
          host('Role', ['role']),
          host('Boot MAC address', ['bootMACAddress'], { placeholder: '02:00:00:00:00:01' }),
          host('BMC address', ['bmc', 'address'], {
            wide: true,
            placeholder: 'redfish-virtualmedia+https://…',
          }),
          host('BMC user', ['bmc', 'username']),
          host('BMC password', ['bmc', 'password']),
          host('Take any BMC certificate', ['bmc', 'disableCertificateVerification']),
          host('Boot mode', ['bootMode']),
          host('Root device', ['rootDeviceHints', 'deviceName'], { placeholder: '/dev/sda' }),
          host('Root device serial', ['rootDeviceHints', 'serialNumber']),
          host('Root device WWN', ['rootDeviceHints', 'wwn']),
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
