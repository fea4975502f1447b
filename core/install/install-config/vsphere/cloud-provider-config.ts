import { gateIsOn } from '../model/feature-gates.ts';
import { type ManifestFile, manifestFile, yamlText } from '../model/manifest-file.ts';
import { isBefore } from '../model/versions.ts';
import { nodeNetworks } from './infrastructure-spec.ts';
import { t } from './messages.ts';
import { placed, type VSphereContext } from './placement.ts';

/**
 * `full`: every field, as in the enhancement (openshift/enhancements#1660). `minimal`: only fields with a value, sorted. `ini`:
 * the form of old releases.
 */
export type CloudConfigForm = 'full' | 'minimal' | 'ini';

const CREDENTIALS = { name: 'vsphere-creds', namespace: 'kube-system' };
const [ZONE, REGION] = ['openshift-zone', 'openshift-region'];

/**
 * Returns the form that the installer of a release writes: INI before releases with several vCenters, YAML with every field
 * until 4.21, and only fields with a value since 4.22. Without a release: every field, which all releases can read.
 */
export function cloudConfigForm({ config, release, vsphere }: VSphereContext): CloudConfigForm {
  const several = (vsphere.vcenters?.length ?? 0) > 1;
  if (isBefore(release, '4.18') && !several && !gateIsOn(config, 'VSphereMultiVCenters')) return 'ini';
  return release && !isBefore(release, '4.22') ? 'minimal' : 'full';
}

/** Returns `cloud-provider-config` in `openshift-config`, from which the cloud provider reads the vCenters, without credentials. */
export function cloudConfigFile(context: VSphereContext, form: CloudConfigForm): ManifestFile {
  const { name, namespace } = { name: 'cloud-provider-config', namespace: 'openshift-config' };
  return manifestFile(
    'manifests/cloud-provider-config.yaml',
    {
      ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } },
      data: { config: cloudConfigText(context, form) },
    },
    t('cloudConfigText'),
  );
}

/** Returns the text of the `config` key. */
function cloudConfigText(context: VSphereContext, form: CloudConfigForm): string {
  if (form === 'ini') return ini(context);
  return form === 'full' ? full(context) : yamlText(minimal(context));
}

/**
 * Returns YAML with keys in the order of the provider and sorted vCenters (openshift/installer:
 * pkg/asset/manifests/vsphere/cloudproviderconfig.go).
 */
function full(context: VSphereContext): string {
  const empty = { soapRoundtripCount: 0, caFile: '', thumbprint: '' };
  const vcenters = sortedVCenters(context).map(({ server = '', port, datacenters = [] }) => [
    server,
    {
      ...{
        user: '',
        password: '',
        tenantref: '',
        server,
        port: port || 443,
        insecureFlag: true,
        datacenters,
      },
      ...{ ...empty, secretref: '', secretName: '', secretNamespace: '', ipFamily: [] },
    },
  ]);
  const global = {
    ...{ user: '', password: '', server: '', port: 0, insecureFlag: true, datacenters: [], ...empty },
    ...{ secretName: CREDENTIALS.name, secretNamespace: CREDENTIALS.namespace, secretsDirectory: '' },
    ...{ apiDisable: false, apiBinding: '', ipFamily: [] },
  };
  const labels = hasZones(context) ? { zone: ZONE, region: REGION } : { zone: '', region: '' };
  return yamlText({ global, vcenter: Object.fromEntries(vcenters), labels }, { sorted: false });
}

/**
 * Returns the fields with a value, as the operator in the cluster also writes them (cluster-cloud-controller-manager-operator:
 * pkg/cloud/vsphere/vsphere_cloud_config).
 */
function minimal(context: VSphereContext): object {
  const { config, vsphere } = context;
  const { external, internal } = nodeNetworks(config, vsphere);
  const joined = (list: string[] | undefined) => (list?.length ? list.join(',') : undefined);
  const nodes = {
    externalNetworkSubnetCidr: joined(external.networkSubnetCidr),
    internalNetworkSubnetCidr: joined(internal.networkSubnetCidr),
    externalVmNetworkName: external.network || undefined,
    internalVmNetworkName: internal.network || undefined,
    excludeExternalNetworkSubnetCidr: joined(external.excludeNetworkSubnetCidr),
    excludeInternalNetworkSubnetCidr: joined(internal.excludeNetworkSubnetCidr),
  };
  const vcenters = sortedVCenters(context).map(({ server = '', port, datacenters = [] }) => [
    server,
    { server, port: port || undefined, datacenters: datacenters.length > 0 ? datacenters : undefined },
  ]);
  return {
    global: {
      insecureFlag: true,
      secretName: CREDENTIALS.name,
      secretNamespace: CREDENTIALS.namespace,
    },
    labels: hasZones(context) ? { region: REGION, zone: ZONE } : undefined,
    nodes: Object.values(nodes).some(Boolean) ? nodes : undefined,
    vcenter: Object.fromEntries(vcenters),
  };
}

/** Returns INI byte for byte as the installer wrote it. Only this form adds datacenters that no vCenter lists. */
function ini(context: VSphereContext): string {
  const { vsphere } = context;
  const domains = vsphere.failureDomains ?? [];
  const line = (key: string, value: string) => (value ? [`${key} = ${JSON.stringify(value)}`] : []);
  const sections = (vsphere.vcenters ?? []).flatMap(({ server = '', port, datacenters = [] }) => {
    const used = domains.filter((domain) => domain.server === server);
    const all = new Set([...datacenters, ...used.map(({ topology }) => topology?.datacenter ?? '')]);
    return [
      `[VirtualCenter ${JSON.stringify(server)}]`,
      ...(port ? [...line('port', String(port)), ''] : []),
      ...line('datacenters', [...all].filter(Boolean).join(',')),
      '',
    ];
  });
  const [first] = domains;
  const place = first && placed(context, first);
  const lines = [
    '[Global]',
    ...line('secret-name', CREDENTIALS.name),
    ...line('secret-namespace', CREDENTIALS.namespace),
    ...line('insecure-flag', '1'),
    '',
    ...sections,
    '[Workspace]',
    ...line('server', place?.server ?? ''),
    ...line('datacenter', place?.datacenter ?? ''),
    ...line('default-datastore', place?.datastore ?? ''),
    ...line('folder', place?.folder ?? ''),
    ...line('resourcepool-path', place?.resourcePool ?? ''),
    '',
    ...(hasZones(context) ? ['[Labels]', ...line('region', REGION), ...line('zone', ZONE)] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns the labels. With labels but without tags, nodes never become ready, so a single failure domain has none. */
function hasZones({ vsphere }: VSphereContext): boolean {
  return (vsphere.failureDomains?.length ?? 0) > 1;
}

function sortedVCenters({ vsphere }: VSphereContext) {
  return (vsphere.vcenters ?? []).toSorted((a, b) => ((a.server ?? '') < (b.server ?? '') ? -1 : 1));
}
