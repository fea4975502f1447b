import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { KubeConfig } from '@kubernetes/client-node';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { unreadableReason } from '../../base/errors/system-error.ts';
import { proxyFor } from '../../registry/access/proxy.ts';
import { t } from './messages.ts';

/** Environment and home folder of this host. */
export interface ClusterHost {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

/** The requested cluster. */
export interface ClusterChoice {
  /** A kubeconfig. Default: the files of KUBECONFIG, or else `~/.kube/config`. */
  kubeconfig?: string;
  /** One of its contexts. Default: the current one. */
  context?: string;
}

/** A context of a kubeconfig: names and address, without secrets. */
export interface ClusterContext {
  name: string;
  cluster: string;
  server: string;
  user: string;
  current: boolean;
}

/** Returns the kubeconfigs of a choice in their order. The first that defines a name wins, as in `kubectl`. */
export function kubeconfigFiles({ kubeconfig }: ClusterChoice, { env, home }: ClusterHost): string[] {
  if (kubeconfig !== undefined) return [kubeconfig];
  const listed = (env.KUBECONFIG ?? '').split(delimiter).filter((file) => file !== '');
  return listed.length > 0 ? listed : [join(home, '.kube', 'config')];
}

/**
 * Returns the available contexts.
 * @throws AirlockError `kubeconfig`
 */
export async function clusterContexts(choice: ClusterChoice, host: ClusterHost): Promise<ClusterContext[]> {
  const { config } = await readKubeconfig(choice, host);
  return config.contexts.map(({ name, cluster, user }) => ({
    ...{ name, cluster, user, current: name === config.currentContext },
    server: withoutLogin(config.getCluster(cluster)?.server ?? ''),
  }));
}

/** Returns an address without a user name and password. Screens and records show addresses of servers. */
function withoutLogin(server: string): string {
  const url = URL.parse(server);
  if (!url || (!url.username && !url.password)) return server;
  url.username = '';
  url.password = '';
  return url.href;
}

/**
 * Returns the kubeconfig of a choice. The chosen context is the current one. Without a proxy of its own, it uses the
 * proxy of this host's environment, as `kubectl` does.
 * @throws AirlockError `kubeconfig` if it is missing or unreadable, or if the cluster or user of the context is
 *   missing. Messages quote only names of its content.
 */
export async function chosenKubeconfig(choice: ClusterChoice, host: ClusterHost): Promise<KubeConfig> {
  const { config, files } = await readKubeconfig(choice, host);
  const from = files.join(', ');
  const name = choice.context ?? config.currentContext;
  if (!name)
    throw fault(t('currentContextMissing', { file: from }), t('currentContextMissingRemedy'), config);
  const context = config.getContextObject(name);
  if (!context)
    throw fault(t('contextMissing', { file: from, context: name }), t('contextMissingRemedy'), config, name);
  config.setCurrentContext(name);
  const cluster = config.getCurrentCluster();
  if (!cluster) throw fault(t('contextClusterMissing', { file: from, context: name }), undefined, config);
  if (!config.getCurrentUser())
    throw fault(t('contextUserMissing', { file: from, context: name }), undefined, config);
  const url = URL.parse(cluster.server);
  if (!url) throw fault(t('serverInvalid', { file: from, cluster: cluster.name }), undefined, config);
  if (url.username || url.password)
    throw fault(
      t('serverWithLogin', { file: from, cluster: cluster.name }),
      t('serverWithLoginRemedy'),
      config,
    );
  const proxy = cluster.proxyUrl ? undefined : proxyFor(url, host.env);
  if (proxy) {
    const through = new URL(proxy.url);
    const login =
      proxy.authorization && Buffer.from(proxy.authorization.slice('Basic '.length), 'base64').toString();
    if (login) {
      const colon = login.indexOf(':');
      through.username = encodeURIComponent(login.slice(0, colon));
      through.password = encodeURIComponent(login.slice(colon + 1));
    }
    const { clusters } = config;
    config.clusters = clusters.map((one) => (one === cluster ? { ...one, proxyUrl: through.href } : one));
  }
  return config;
}

async function readKubeconfig(
  choice: ClusterChoice,
  host: ClusterHost,
): Promise<{ config: KubeConfig; files: string[] }> {
  const { KubeConfig } = await import('@kubernetes/client-node');
  const files = kubeconfigFiles(choice, host);
  const complete = new KubeConfig();
  complete.loadFromOptions({ clusters: [], users: [], contexts: [], currentContext: '' });
  const read: string[] = [];
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      // Of several files of KUBECONFIG some may be missing.
      if (error.code === 'ENOENT' && files.length > 1) return undefined;
      throw fault(unreadableReason(file, error), t('kubeconfigUnreadableRemedy'));
    });
    if (text === undefined) continue;
    const part = new KubeConfig();
    try {
      part.loadFromString(text);
    } catch {
      // The parser's own message quotes lines, which may contain a token.
      throw fault(t('kubeconfigInvalid', { file }));
    }
    part.makePathsAbsolute(dirname(file));
    complete.clusters.push(...part.clusters.filter(({ name }) => !complete.getCluster(name)));
    complete.users.push(...part.users.filter(({ name }) => !complete.getUser(name)));
    complete.contexts.push(...part.contexts.filter(({ name }) => !complete.getContextObject(name)));
    complete.currentContext ||= part.currentContext;
    read.push(file);
  }
  if (read.length === 0) throw fault(t('kubeconfigsMissing', { files: files.join(', ') }));
  return { config: complete, files: read };
}

function fault(message: string, remedy?: string, config?: KubeConfig, found?: string): AirlockError {
  const names = config?.contexts.map(({ name }) => name) ?? [];
  return new AirlockError('kubeconfig', message, {
    remedy,
    expected: names.length > 0 ? names.join(', ') : undefined,
    found,
  });
}
