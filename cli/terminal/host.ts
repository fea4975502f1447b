import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { HostFacts } from '../../core/mirror/run/request.ts';

/** The directory that Airlock is installed in. The bundled `dist/cli/main.js` is as deep in it as the directory of this file. */
export const INSTALLATION: string = join(import.meta.dirname, '..', '..');

const { version } = JSON.parse(readFileSync(join(INSTALLATION, 'package.json'), 'utf8')) as {
  version: string;
};

export const VERSION: string = version;

/** Arguments, environment and streams of a command line. */
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

/** Returns the host of the running command: this process, or the host given to {@link onHost}. */
export function commandHost(): CommandHost {
  return hosts.getStore() ?? thisProcess();
}

/** Runs a command line on a host other than this process. Tests run many command lines in one process. */
export function onHost<T>(host: CommandHost, run: () => Promise<T>): Promise<T> {
  return hosts.run(host, run);
}

function thisProcess(): CommandHost {
  const { env, stdin, stdout, stderr } = process;
  return { argv: process.argv.slice(2), env, home: homedir(), stdin, stdout, stderr };
}

/** Returns the facts about this host for core. The command line reads its environment only here. */
export function hostFacts(): HostFacts {
  const { env, home } = commandHost();
  return { env, home, tool: `airlock ${VERSION}` };
}
