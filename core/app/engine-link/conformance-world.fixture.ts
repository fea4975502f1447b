import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { ConformanceWorld } from '../../contract/conformance.fixture.ts';
import { forkEngine } from './fork-engine.ts';
import { type EngineSupervisor, superviseEngine } from './supervisor.ts';
import type { EngineOptions } from './wire-messages.ts';

const ENGINE = fileURLToPath(new URL('./conformance-engine.fixture.ts', import.meta.url));

/** The requirements of the suite in addition to the carrier: a real engine process, and a world in which it can fail. */
export interface ConformanceRig extends ConformanceWorld {
  engine: EngineSupervisor;
  /** Protocol errors of the engine: none. */
  faults: string[];
  close(): Promise<void>;
}

export async function startConformanceRig(carrier: EngineOptions['carrier']): Promise<ConformanceRig> {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-carrier-'));
  const home = join(directory, 'home');
  await mkdir(home);
  const workspace = join(directory, 'workspace');
  await mkdir(airlockDirectory(workspace), { recursive: true });
  await writeFile(airlockDirectory(workspace, 'format.json'), '{"format":2}\n');
  const wrongConfiguration = join(directory, 'wrong.yaml');
  await writeFile(
    wrongConfiguration,
    'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  platfrom: {}\n',
  );
  const stored = new Set<Socket>();
  const silent = createServer((socket) => {
    stored.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => stored.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const faults: string[] = [];
  const engine = superviseEngine({
    fork: () => forkEngine(ENGINE),
    engine: {
      host: { env: { HOME: home }, home, tool: 'airlock 0.0.0' },
      carrier,
      configDirectory: join(home, 'config'),
      keyStore: { available: false, reason: 'There is none in tests.' },
      nativeDialogs: false,
    },
    onFault: (text) => faults.push(text),
  });
  return {
    engine,
    faults,
    directory,
    workspace,
    wrongConfiguration,
    silentRegistry: `127.0.0.1:${(silent.address() as AddressInfo).port}`,
    silentConnections: () => stored.size,
    enginePid: () => engine.pid(),
    async close() {
      await engine.close();
      for (const socket of stored) socket.destroy();
      await new Promise((resolve) => silent.close(resolve));
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
