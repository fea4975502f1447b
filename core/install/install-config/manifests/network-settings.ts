import { networkText } from '../../../base/network/addresses.ts';
import { DEFAULT_HOST_PREFIX, networksOf, networkTypeOf } from '../model/listed-networks.ts';
import { clusterDomain, type ManifestContext } from '../model/manifest-context.ts';
import { type KubernetesObject, type ManifestFile, manifestFile } from '../model/manifest-file.ts';
import { type InstallConfig, platformOf, replicasOf } from '../model/model.ts';
import { t } from './messages.ts';

/** Returns the objects for networks, DNS, ingress and proxy (openshift/installer: pkg/asset/manifests). */
export function networkFiles(context: ManifestContext): ManifestFile[] {
  const { config } = context;
  return [
    networkFile(config),
    ...networkOperatorFiles(config),
    ...(isCloud(config) ? [] : [dnsFile(context)]),
    ingressFile(context),
    proxyFile(context),
  ];
}

/** Only the installer knows the DNS zones and metadata services of these platforms. */
function isCloud(config: InstallConfig): boolean {
  return ['aws', 'azure', 'gcp', 'ibmcloud', 'powervs'].includes(platformOf(config));
}

function named(kind: string): KubernetesObject {
  return { apiVersion: 'config.openshift.io/v1', kind, metadata: { name: 'cluster' } };
}

function podAndServiceNetworks(config: InstallConfig) {
  const networks = networksOf({ config });
  const entries = config.networking?.clusterNetwork ?? [];
  return {
    clusterNetwork: networks.cluster.map(({ network, index }) => ({
      cidr: networkText(network),
      hostPrefix: entries.length > 0 ? entries[index]!.hostPrefix : DEFAULT_HOST_PREFIX,
    })),
    serviceNetwork: networks.service.map(({ network }) => networkText(network)),
  };
}

function networkFile(config: InstallConfig): ManifestFile {
  const object = {
    ...named('Network'),
    spec: {
      ...podAndServiceNetworks(config),
      // An empty policy rejects all external IP addresses of services.
      externalIP: { policy: {} },
      networkType: networkTypeOf({ config }),
    },
  };
  return manifestFile('manifests/cluster-network-02-config.yml', object, t('networkText'));
}

/** Only an own join subnet needs the configuration of the operator. */
function networkOperatorFiles(config: InstallConfig): ManifestFile[] {
  const subnet = config.networking?.ovnKubernetesConfig?.ipv4?.internalJoinSubnet;
  if (!subnet) return [];
  const object: KubernetesObject = {
    ...{ apiVersion: 'operator.openshift.io/v1', kind: 'Network', metadata: { name: 'cluster' } },
    spec: {
      managementState: 'Managed',
      ...podAndServiceNetworks(config),
      defaultNetwork: {
        type: 'OVNKubernetes',
        ovnKubernetesConfig: { ipv4: { internalJoinSubnet: subnet } },
      },
    },
  };
  return [manifestFile('manifests/cluster-network-03-config.yml', object, t('networkOperatorText'))];
}

function dnsFile(context: ManifestContext): ManifestFile {
  const object = { ...named('DNS'), spec: { baseDomain: clusterDomain(context) } };
  return manifestFile('manifests/cluster-dns-02-config.yml', object, t('dnsText'));
}

function ingressFile(context: ManifestContext): ManifestFile {
  const { config } = context;
  const singleNode = platformOf(config) === 'none' && replicasOf(config.controlPlane) === 1;
  const object = {
    ...named('Ingress'),
    spec: { domain: `apps.${clusterDomain(context)}` },
    // Workers that are added to a single node later don't get the ingress, which would need a load balancer.
    status: { defaultPlacement: singleNode ? 'ControlPlane' : 'Workers' },
  };
  return manifestFile('manifests/cluster-ingress-02-config.yml', object, t('ingressText'));
}

function proxyFile(context: ManifestContext): ManifestFile {
  const { proxy, additionalTrustBundle, additionalTrustBundlePolicy } = context.config;
  const trusted = additionalTrustBundle && (additionalTrustBundlePolicy === 'Always' || proxy);
  const urls = {
    httpProxy: proxy?.httpProxy || undefined,
    httpsProxy: proxy?.httpsProxy || undefined,
  };
  const object = {
    ...named('Proxy'),
    spec: {
      ...urls,
      noProxy: proxy?.noProxy || undefined,
      trustedCA: { name: trusted ? 'user-ca-bundle' : '' },
    },
    // The bootstrap host renders the first MachineConfigs from the status.
    status:
      (urls.httpProxy || urls.httpsProxy) && !isCloud(context.config)
        ? { ...urls, noProxy: noProxyOf(context) }
        : undefined,
  };
  const secret = Object.values(urls).some((url) => /:\/\/[^/]*@/.test(url ?? ''));
  return manifestFile('manifests/cluster-proxy-01-config.yaml', object, t('proxyText'), { secret });
}

/** Returns the hosts that are reached without the proxy: those of the user, and those of the cluster. */
function noProxyOf(context: ManifestContext): string {
  const { config } = context;
  const own = config.proxy?.noProxy ?? '';
  if (own === '*') return own;
  const { clusterNetwork, serviceNetwork } = podAndServiceNetworks(config);
  const hosts = [
    ...['127.0.0.1', 'localhost', '.svc', '.cluster.local', `api-int.${clusterDomain(context)}`],
    ...serviceNetwork,
    ...networksOf({ config }).machine.map(({ network }) => networkText(network)),
    ...clusterNetwork.map(({ cidr }) => cidr),
    ...own.split(',').filter(Boolean),
    ...(platformOf(config) === 'openstack' ? ['169.254.169.254'] : []),
  ];
  return [...new Set(hosts)].sort().join(',');
}
