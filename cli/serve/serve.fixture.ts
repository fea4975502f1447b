import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ConformanceRig,
  startConformanceRig,
} from '../../core/app/engine-link/conformance-world.fixture.ts';
import { readPages } from './pages.ts';
import { type AppServer, type AppServerOptions, startAppServer } from './server.ts';

/** A browser host in this process, with a real engine process and two small pages. */
export interface ServeRig {
  rig: ConformanceRig;
  server: AppServer;
  /** `name=value` as a browser sends it. */
  cookie: string;
  /** `fetch` with the cookie. */
  fetch: typeof fetch;
  close(): Promise<void>;
}

export async function startServeRig(
  options: Partial<Pick<AppServerOptions, 'session' | 'approvers'>> = {},
): Promise<ServeRig> {
  const rig = await startConformanceRig('browser');
  const pages = join(rig.directory, 'pages');
  await mkdir(join(pages, 'assets'), { recursive: true });
  await writeFile(join(pages, 'index.html'), '<!doctype html><title>Airlock</title>');
  await writeFile(join(pages, 'assets', 'app-abc123.js'), 'export {};');
  await writeFile(join(rig.directory, 'secret.txt'), 'outside of the pages');
  const server = await startAppServer({
    engine: rig.engine,
    pages: await readPages(pages),
    host: '127.0.0.1',
    port: 0,
    session: { role: 'operator', name: 'kim' },
    ...options,
  });
  const entered = await fetch(server.address, { redirect: 'manual' });
  const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
  return {
    rig,
    server,
    cookie,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } }),
    async close() {
      await server.close();
      await rig.close();
    },
  };
}
