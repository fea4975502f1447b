import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildRenderer } from './build-renderer.ts';
import { ROOT } from './run.ts';

test('npm run dev serves the sources of the pages, and passes requests on to airlock serve', async () => {
  await buildRenderer();
  const home = await mkdtemp(join(tmpdir(), 'airlock-dev-'));
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'dev.ts')], {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const reported: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => reported.push(String(data)));
    const address = () => /with hot reload: (\S+)/.exec(reported.join(''))?.[1];
    await expect.poll(() => address() ?? child.exitCode, { timeout: 60_000 }).toMatch(/^http/);

    const entered = await fetch(address()!, { redirect: 'manual' });
    expect(entered.status).toBe(303);
    const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
    const { origin } = new URL(address()!);
    expect(await (await fetch(origin)).text()).toContain('/@vite/client');
    expect(await (await fetch(`${origin}/main.tsx`)).text()).toContain('createRoot');
    const request = (headers: Record<string, string>) =>
      fetch(`${origin}/api/settings.read`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      });
    expect((await request({ cookie, origin })).status).toBe(200);
    expect((await request({ origin })).status).toBe(403);
    expect((await request({ cookie, origin: 'http://evil.example' })).status).toBe(403);
  } finally {
    // Like Ctrl-C in a terminal, it reaches both processes.
    process.kill(-child.pid!, 'SIGINT');
    await ended;
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  }
}, 120_000);
