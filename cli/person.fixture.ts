import { spawnSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Airlock, airlock, type Ended } from '../core/mirror/airlock-process.fixture.ts';
import type { HostFacts } from '../core/mirror/run/request.ts';
import { CommandProcess } from './command-process.fixture.ts';

/** A user of this host without an entry in passwd, who is in one group or in none. Only root can act as another user. */
export class Person {
  readonly #user: string[];
  readonly #caches: string;
  readonly #commands: CommandProcess;

  /** @param caches a directory that only this user writes to; {@link copyCompiledCode} fills it */
  constructor(uid: number, group: number | undefined, caches: string) {
    const groups = group === undefined ? '--clear-groups' : `--groups=${group}`;
    this.#user = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, groups];
    this.#caches = caches;
    this.#commands = new CommandProcess(this.#user);
  }

  /** Starts a command line in a separate process. */
  start(host: HostFacts, args: string[], umask: string): Airlock {
    const wrapper = [...this.#user, 'sh', '-c', `umask ${umask} && exec "$@"`, 'sh'];
    return airlock({ host: this.#own(host) }, args, wrapper);
  }

  /** Runs a command line in the shared process of this person. */
  run(host: HostFacts, args: string[], umask: string): Promise<Ended> {
    return this.#commands.run({ host: this.#own(host), args, umask });
  }

  end(): void {
    this.#commands.end();
  }

  /** Node ignores compiled code of another user and starts a second time, so each person has their own. */
  #own(host: HostFacts): HostFacts {
    return { ...host, env: { ...host.env, NODE_COMPILE_CACHE: undefined, XDG_CACHE_HOME: this.#caches } };
  }
}

/**
 * Copies the code that this user's processes have compiled to the caches of another user. Node names the directory of a
 * user `VERSION-UID`.
 */
export async function copyCompiledCode(from: string, caches: string, uid: number): Promise<void> {
  const below = join(caches, 'airlock', 'compile-cache');
  await mkdir(below, { recursive: true });
  const own = new RegExp(`-${process.getuid!()}$`);
  // These tools are much faster than copying thousands of files one by one.
  for (const name of await readdir(from).catch(() => []))
    if (own.test(name)) spawnSync('cp', ['-r', join(from, name), join(below, name.replace(own, `-${uid}`))]);
  spawnSync('chown', ['-R', `${uid}:${uid}`, caches]);
}
