import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Ended } from '../core/mirror/airlock-process.fixture.ts';
import type { CommandOrder } from './command-loop.fixture.ts';

const LOOP = fileURLToPath(new URL('./command-loop.fixture.ts', import.meta.url));

/**
 * A process that runs command lines one after another, and starts with the first one: starting a process for each takes
 * longer than most commands. Tests of signals or of the end of a process need a separate process.
 */
export class CommandProcess {
  readonly #wrapper: string[];
  #child: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(wrapper: string[] = []) {
    this.#wrapper = wrapper;
  }

  /** Runs a command line after the earlier ones. */
  run(order: CommandOrder): Promise<Ended> {
    const ended = this.#last.then(() => this.#sent(order));
    this.#last = ended.catch(() => {});
    return ended;
  }

  end(): void {
    this.#child?.kill('SIGKILL');
  }

  #sent(order: CommandOrder): Promise<Ended> {
    this.#child ??= this.#started(order);
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const exited = (code: number | null) =>
        reject(new Error(`the process of commands exited with ${code}`));
      child.once('exit', exited);
      child.once('message', (ended: Ended) => {
        child.off('exit', exited);
        resolve(ended);
      });
      child.send(order);
    });
  }

  #started({ host }: CommandOrder): ChildProcess {
    const [command, ...words] = [...this.#wrapper, process.execPath, LOOP];
    return spawn(command!, words, {
      env: { PATH: process.env.PATH, HOME: host.home, ...host.env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }
}
