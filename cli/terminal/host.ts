import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import type { HostFacts } from '../../core/mirror/run/request.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const VERSION: string = version;

/** What a command line has of its process. */
export interface CommandHost {
  /** The words after the program's name. */
  argv: string[];
  env: NodeJS.ProcessEnv;
  home: string;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream & { columns?: number };
  stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
}

const hosts = new AsyncLocalStorage<CommandHost>();

/** The host of the command that is running: this process, or what {@link onHost} was given. */
export function commandHost(): CommandHost {
  return hosts.getStore() ?? thisProcess();
}

/** Runs a command line on another host than this process: tests run many of them in one process. */
export function onHost<T>(host: CommandHost, run: () => Promise<T>): Promise<T> {
  return hosts.run(host, run);
}

function thisProcess(): CommandHost {
  const { env, stdin, stdout, stderr } = process;
  return { argv: process.argv.slice(2), env, home: homedir(), stdin, stdout, stderr };
}

/** This host as core needs to know it: the only place where the command line reads its environment. */
export function hostFacts(): HostFacts {
  const { env, home } = commandHost();
  return { env, home, tool: `airlock ${VERSION}` };
}
