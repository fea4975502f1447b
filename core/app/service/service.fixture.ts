import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CONTRACT,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '../../contract/contract.ts';
import { answer } from '../../contract/envelope.ts';
import { type HostEvent, hostEvent } from '../../contract/events.ts';
import type { ContractFailure } from '../../contract/topics/vocabulary.ts';
import { createService, type Service, type ServiceOptions } from './service.ts';

/** A service with its own home and requests as a page sends them: answers and events are validated by the contract's schemas. */
export interface TestService extends AsyncDisposable {
  service: Service;
  /** Home of the user; `home/.config/airlock` contains the settings. */
  home: string;
  /** Folder for everything else, which is removed at the end. */
  directory: string;
  events: HostEvent[];
  /** The value. @throws an error with the failure */
  ask<N extends RequestName>(name: N, input: RequestInput<N>): Promise<RequestOutput<N>>;
  /** The failure. @throws if there is none */
  fail(name: string, input: unknown): Promise<ContractFailure>;
  /** Another service on the same home: the next engine process. Closed with this one. */
  again(options?: Partial<ServiceOptions>): TestService;
}

export interface TestServiceOptions extends Partial<Omit<ServiceOptions, 'host'>> {
  env?: Record<string, string>;
}

export async function newTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-service-'));
  const home = join(directory, 'home');
  await mkdir(home);
  const opened: TestService[] = [];
  const open = (changed: Partial<ServiceOptions> = {}): TestService => {
    const { env, ...rest } = options;
    const one = testService(directory, {
      host: {
        env: { PATH: process.env.PATH, TMPDIR: directory, ...env },
        home,
        tool: 'airlock 0.1.0',
      },
      carrier: 'browser',
      configDirectory: join(home, '.config', 'airlock'),
      keyStore: { available: false, reason: 'a browser has none' },
      nativeDialogs: false,
      ...rest,
      ...changed,
    });
    opened.push(one);
    return { ...one, again: open };
  };
  const first = open();
  return {
    ...first,
    async [Symbol.asyncDispose]() {
      for (const one of opened) await one.service.close();
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function testService(directory: string, options: ServiceOptions): TestService {
  const service = createService(options);
  const events: HostEvent[] = [];
  service.events((event) => void events.push(hostEvent.parse(event)));
  const request = async (name: string, input: unknown) =>
    answer.parse(await service.request(name, input, { signal: new AbortController().signal }));
  return {
    service,
    home: options.host.home,
    directory,
    events,
    async ask(name, input) {
      const given = await request(name, input);
      if (given.ok) return CONTRACT[name].output.parse(given.value) as RequestOutput<typeof name>;
      throw new Error(`${name}: ${JSON.stringify(given.error)}`);
    },
    async fail(name, input) {
      const given = await request(name, input);
      if (given.ok) throw new Error(`${name} did not fail: ${JSON.stringify(given.value)}`);
      return given.error;
    },
    again: () => {
      throw new Error('ask the service that was opened first');
    },
    [Symbol.asyncDispose]: () => service.close(),
  };
}

/** Every file below a folder with its text, to search for forbidden content. */
export async function textsBelow(directory: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) texts.set(path, (await readFile(path)).toString('latin1'));
  }
  return texts;
}
