import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer } from 'node:tls';
import { certificateAuthority } from '../core/registry/access/loopback-servers.fixture.ts';
import { freePort } from '../core/registry/exchange/registry.fixture.ts';
import type { Program } from './peers.ts';
import { endProgram, logOf, startProgram } from './running-program.ts';

/** Without releases, the policy engine never answers. */
const ANSWER_MS = 10_000;
const START_MS = 60_000;

/** A running update service. */
export interface UpdateService extends AsyncDisposable {
  /** Returns the response for a channel and architecture. */
  graph(channel: string, architecture: string): Promise<Buffer>;
}

/**
 * Starts Cincinnati's graph builder and policy engine on loopback, and waits for the first graph. The graph builder only
 * accepts HTTPS, so a proxy is in front of the registry.
 * @param source.registry host and port, over HTTP
 * @param source.graphData the directory with graph data
 */
export async function startUpdateService(
  programs: { graphBuilder: Program; policyEngine: Program },
  source: { registry: string; repository: string; graphData: string; folder: string },
): Promise<UpdateService> {
  const root = join(source.folder, 'certificates');
  mkdirSync(root);
  const authority = certificateAuthority(root, 'Peer registry CA');
  const { certFile, keyFile } = authority.issue('registry', 'IP:127.0.0.1');
  writeFileSync(join(root, 'ca.pem'), authority.cert);
  const [registryPort] = source.registry.split(':').slice(1).map(Number);
  const secured = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (socket) => {
    const upstream = connect(registryPort!, '127.0.0.1');
    pipeline(socket, upstream, socket, () => {});
  });
  await new Promise<void>((resolve) => secured.listen(0, '127.0.0.1', resolve));
  const { port: securePort } = secured.address() as AddressInfo;
  const ports = [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()];
  const [internal, published, builderStatus, served, engineStatus] = ports;
  const config = join(source.folder, 'graph-builder.toml');
  writeFileSync(
    config,
    `verbosity = "warn"
[service]
address = "127.0.0.1"
port = ${internal}
public_port = ${published}
pause_secs = 1
[status]
address = "127.0.0.1"
port = ${builderStatus}
[[plugin_settings]]
name = "release-scrape-dockerv2"
registry = "127.0.0.1:${securePort}"
root_certificate_dir = "${root}"
repository = "${source.repository}"
[[plugin_settings]]
name = "openshift-secondary-metadata-parse"
data_directory = "${source.graphData}"
[[plugin_settings]]
name = "edge-add-remove"
`,
  );
  const children = [
    startProgram(programs.graphBuilder, ['-c', config]),
    startProgram(programs.policyEngine, [
      ...['--service.address', '127.0.0.1', '--service.port', String(served)],
      ...['--status.address', '127.0.0.1', '--status.port', String(engineStatus)],
      ...['--upstream.cincinnati.url', `http://127.0.0.1:${internal}/graph`],
    ]),
  ];
  const stop = async () => {
    for (const child of children) await endProgram(child);
    await new Promise((resolve) => secured.close(resolve));
  };
  try {
    for (const deadline = Date.now() + START_MS; !(await isReady(builderStatus!)); await wait(100)) {
      const ended = children.find(({ exitCode }) => exitCode !== null);
      if (ended || Date.now() > deadline)
        throw new Error(`The update service isn't ready:\n${children.map(logOf).join('\n')}`);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async graph(channel, architecture) {
      const query = new URLSearchParams({ channel, arch: architecture });
      for (const deadline = Date.now() + START_MS; ; await wait(100)) {
        const response = await fetch(`http://127.0.0.1:${served}/graph?${query}`, {
          signal: AbortSignal.timeout(ANSWER_MS),
          headers: { accept: 'application/vnd.redhat.cincinnati.v1+json' },
        });
        const body = Buffer.from(await response.arrayBuffer());
        if (response.ok) return body;
        // The policy engine requests the graph in intervals.
        if (Date.now() > deadline)
          throw new Error(`${response.status} ${body}\n${children.map(logOf).join('\n')}`);
      }
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/readiness`, {
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => undefined);
  return response?.ok ?? false;
}
