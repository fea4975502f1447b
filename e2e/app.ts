import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { RequestInput, RequestName, RequestOutput } from '../core/contract/contract.ts';
import type { Answer } from '../core/contract/envelope.ts';
import type { PracticeState } from '../core/contract/practice.ts';
import { compileCacheDirectory } from '../core/engine-link/process-start.ts';

const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url));

/** A host of its own: `airlock serve` with an empty home. */
export interface App {
  /** Everything of this test is below it. */
  directory: string;
  env: NodeJS.ProcessEnv;
  url: string;
  /** Addresses of approvers. */
  approvers: { name: string; url: string }[];
  serve: ChildProcess;
  /** What a page that has the app open goes to for the screen of an address. */
  at(address: string): string;
  /** A request as a page makes it. */
  ask<N extends RequestName>(name: N, input: RequestInput<N>): Promise<RequestOutput<N>>;
  /** Everything that is told to pages from now on, as it crosses the wire. */
  listen(): Promise<{ text(): string }>;
  /** `airlock ARGS` in a terminal of this host, which may have more in its environment. */
  terminal(args: string[], env?: Record<string, string>): ChildProcess;
  /** What a terminal needs to reach the registries and services of the practice world. */
  practiceEnvironment(): Promise<Record<string, string>>;
  /** Process id of the engine now. */
  enginePid(): Promise<number>;
  /** Answers the first question without a page. */
  side(side: 'connected' | 'disconnected' | 'both'): Promise<void>;
  /** A running practice world, started through the contract. */
  practice(): Promise<PracticeState & { state: 'on' }>;
  /** What `airlock serve` and its engine wrote, on standard output and standard error. */
  log(): string;
}

export const test = base.extend<{ serveOptions: string[]; app: App; outside: string[] }>({
  /** Options of `airlock serve`. */
  serveOptions: [[], { option: true }],
  app: async ({ serveOptions }, use) => {
    const app = await openApp(serveOptions);
    try {
      await use(app);
    } finally {
      await app.close();
    }
  },
  /** Addresses that a page asked for beyond its host: there must be none. */
  outside: [
    async ({ page }, use) => {
      const seen: string[] = [];
      page.on('request', (request) => {
        if (!/^(http:\/\/127\.0\.0\.1:\d+\/|data:|blob:)/.test(request.url())) seen.push(request.url());
      });
      const faults: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(String(error)));
      await use(seen);
      expect(seen).toEqual([]);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, type Locator, type Page };

/** Starts a host with options of `airlock serve`; {@link test} does so for each test. */
export async function openApp(options: readonly string[] = []): Promise<App & { close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-e2e-'));
  for (const folder of ['home', 'tmp']) await mkdir(join(directory, folder));
  const clean = Object.entries(process.env).filter(
    ([name]) => !/^(REGISTRY_|XDG_|.*_proxy$|UPDATE_URL|OCP_SIG)/i.test(name),
  );
  const env = {
    ...Object.fromEntries(clean),
    HOME: join(directory, 'home'),
    XDG_CONFIG_HOME: join(directory, 'config'),
    XDG_STATE_HOME: join(directory, 'state'),
    TMPDIR: join(directory, 'tmp'),
    // As at a user's second start: all hosts of all tests compile once.
    NODE_COMPILE_CACHE: compileCacheDirectory(process.env, homedir()),
    NO_PROXY: '127.0.0.1,localhost',
  };
  const serve = spawn(process.execPath, [MAIN, 'serve', '--json', ...options], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  serve.stderr!.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  type Listening = { url: string; approvers?: App['approvers'] };
  const { url, approvers = [] } = await new Promise<Listening>((resolve, reject) => {
    serve.once('exit', (code) => reject(new Error(`airlock serve ended with ${code}: ${log}`)));
    createInterface({ input: serve.stdout! }).on('line', (line) => {
      log += `${line}\n`;
      const event = JSON.parse(line) as Listening & { type: string };
      if (event.type === 'listening') resolve(event);
    });
  });
  const { origin, searchParams } = new URL(url);
  const entered = await fetch(`${origin}/?token=${searchParams.get('token')}`, { redirect: 'manual' });
  const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
  const ask: App['ask'] = async (name, input) => {
    const response = await fetch(`${origin}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(input),
    });
    const answer = (await response.json()) as Answer;
    if (!answer.ok) throw new Error(`${name}: ${answer.error.code}: ${answer.error.message}`);
    return answer.value as never;
  };
  const terminals: ChildProcess[] = [];
  const listening = new AbortController();
  return {
    directory,
    env,
    url,
    approvers,
    serve,
    at: (address) => `${origin}/#${address}`,
    ask,
    log: () => log,
    async listen() {
      let told = '';
      const { body } = await fetch(`${origin}/api/events`, {
        headers: { cookie },
        signal: listening.signal,
      });
      const read = async () => {
        for await (const chunk of body!.pipeThrough(new TextDecoderStream())) told += chunk;
      };
      // It ends with the host.
      read().catch(() => {});
      return { text: () => told };
    },
    terminal(args, more) {
      const child = spawn(process.execPath, [MAIN, ...args], {
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      terminals.push(child);
      return child;
    },
    async practiceEnvironment() {
      const text = await readFile(join(directory, 'config', 'airlock', 'practice.json'), 'utf8');
      return (JSON.parse(text) as { environment: Record<string, string> }).environment;
    },
    async enginePid() {
      const children = await childrenOf(serve.pid!);
      if (children.length !== 1) throw new Error(`airlock serve has ${children.length} children`);
      return children[0]!;
    },
    async side(side) {
      await ask('settings.write', { side });
    },
    async practice() {
      const state = await ask('practice.start', {});
      if (state.state !== 'on') throw new Error(`the practice world is ${state.state}`);
      return { ...state, state: 'on' };
    },
    async close() {
      listening.abort();
      for (const child of terminals) if (child.exitCode === null) child.kill('SIGKILL');
      if (serve.exitCode === null && serve.signalCode === null) {
        const ended = new Promise((resolve) => serve.once('exit', resolve));
        serve.kill('SIGTERM');
        const late = setTimeout(() => serve.kill('SIGKILL'), 8000);
        await ended;
        clearTimeout(late);
      }
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Process ids whose parent this is (Linux). */
async function childrenOf(pid: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent === pid) found.push(Number(name));
  }
  return found;
}
