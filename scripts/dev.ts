// npm run dev: the pages with hot reload from vite, against a real `airlock serve`. Arguments go to `airlock serve`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer } from 'vite';
import { buildRenderer } from './build-renderer.ts';
import { ROOT } from './run.ts';

// Ctrl-C reaches `airlock serve` too: it pauses its runs and ends; this process ends after it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

await buildRenderer();
const serve = spawn(
  process.execPath,
  [join(ROOT, 'cli', 'main.ts'), 'serve', '--json', ...process.argv.slice(2)],
  { stdio: ['inherit', 'pipe', 'inherit'] },
);
const ended = new Promise<number>((resolve, reject) => {
  serve.once('error', reject);
  serve.once('exit', (code) => resolve(code ?? 1));
});

for await (const line of createInterface({ input: serve.stdout })) {
  const event = JSON.parse(line) as { type: string; url?: string; message?: string };
  if (event.type === 'listening') await servePages(new URL(event.url!));
  else if (event.message !== undefined) process.stderr.write(`${event.message}\n`);
}
process.exit(await ended);

/** Requests of the contract and the exchange of the token go to `airlock serve`, which sees the address of the browser. */
async function servePages({ origin, search }: URL): Promise<void> {
  const target = { target: origin, changeOrigin: false };
  const pages = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    root: join(ROOT, 'renderer'),
    server: { host: '127.0.0.1', proxy: { '/api/': target, '^/\\?token=': target } },
  });
  await pages.listen();
  process.stdout.write(`Airlock with hot reload: ${pages.resolvedUrls!.local[0]}${search}\n`);
}
