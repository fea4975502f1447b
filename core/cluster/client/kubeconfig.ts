import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { KubeConfig } from '@kubernetes/client-node';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { proxyFor } from '../../registry/access/proxy.ts';

/** Environment and home of this host, given by the edge. */
export interface ClusterHost {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

/** Which cluster, as somebody asked for it. */
export interface ClusterChoice {
  /** A kubeconfig; default: the files of KUBECONFIG, else `~/.kube/config`. */
  kubeconfig?: string;
  /** One of its contexts; default: the current one. */
  context?: string;
}

/** A context of a kubeconfig: names and address, nothing secret. */
export interface ClusterContext {
  name: string;
  cluster: string;
  server: string;
  user: string;
  current: boolean;
}

/** Files that are read for a choice, in their order: the first that has a name wins, as for `kubectl`. */
export function kubeconfigFiles({ kubeconfig }: ClusterChoice, { env, home }: ClusterHost): string[] {
  if (kubeconfig !== undefined) return [kubeconfig];
  const listed = (env.KUBECONFIG ?? '').split(delimiter).filter((file) => file !== '');
  return listed.length > 0 ? listed : [join(home, '.kube', 'config')];
}

/**
 * The contexts that can be chosen.
 * @throws AirlockError `kubeconfig`
 */
export async function clusterContexts(choice: ClusterChoice, host: ClusterHost): Promise<ClusterContext[]> {
  const { config } = await readKubeconfig(choice, host);
  return config.contexts.map(({ name, cluster, user }) => ({
    ...{ name, cluster, user, current: name === config.currentContext },
    server: config.getCluster(cluster)?.server ?? '',
  }));
}

/**
 * The kubeconfig of a choice, its context made the current one, and the proxy of this host's environment where it names
 * none (as `kubectl` does).
 * @throws AirlockError `kubeconfig` when there is none, it cannot be read, or it lacks what the context names. Nothing
 *   of its content is quoted but names.
 */
export async function chosenKubeconfig(choice: ClusterChoice, host: ClusterHost): Promise<KubeConfig> {
  const { config, files } = await readKubeconfig(choice, host);
  const from = files.join(', ');
  const name = choice.context ?? config.currentContext;
  if (!name) throw fault(`${from} names no current context`, 'Name one with --context.', config);
  const context = config.getContextObject(name);
  if (!context) throw fault(`${from} has no context "${name}"`, 'Use one that it has.', config, name);
  config.setCurrentContext(name);
  const cluster = config.getCurrentCluster();
  if (!cluster) throw fault(`${from}: the cluster of context "${name}" is not there`, undefined, config);
  if (!config.getCurrentUser())
    throw fault(`${from}: the user of context "${name}" is not there`, undefined, config);
  const url = URL.parse(cluster.server);
  if (!url) throw fault(`${from}: the address of cluster "${cluster.name}" is not one`, undefined, config);
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
      throw fault(
        `${file} cannot be read (${error.code})`,
        'Name the kubeconfig with --kubeconfig or KUBECONFIG; `oc login` writes one.',
      );
    });
    if (text === undefined) continue;
    const part = new KubeConfig();
    try {
      part.loadFromString(text);
    } catch {
      // The reader's own words quote lines, which may hold a token.
      throw fault(`${file} is no kubeconfig`);
    }
    part.makePathsAbsolute(dirname(file));
    complete.clusters.push(...part.clusters.filter(({ name }) => !complete.getCluster(name)));
    complete.users.push(...part.users.filter(({ name }) => !complete.getUser(name)));
    complete.contexts.push(...part.contexts.filter(({ name }) => !complete.getContextObject(name)));
    complete.currentContext ||= part.currentContext;
    read.push(file);
  }
  if (read.length === 0) throw fault(`none of ${files.join(', ')} is there`);
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
