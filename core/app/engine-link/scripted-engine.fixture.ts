// An engine process with a service for the tests of the link: it waits, floods and returns its inputs.
import type { HostEvent } from '../../contract/events.ts';
import type { RunRef } from '../../contract/topics/vocabulary.ts';
import type { Service } from '../service/service.ts';
import { childProcessPort, engineProcess } from './child-process-port.ts';
import { serveEngine } from './engine-side.ts';
import { sampleRun } from './sample-run.fixture.ts';
import type { EngineOptions } from './wire-messages.ts';

function scriptedService(options: EngineOptions): Service {
  if (options.host.env.AIRLOCK_TEST === 'dies at once') process.exit(9);
  const listeners = new Set<(event: HostEvent) => void>();
  const emit = (event: HostEvent) => {
    for (const listener of listeners) listener(event);
  };
  const given: string[] = [];
  let canceled = 0;
  let resumed: RunRef[] = [];
  return {
    redacted: (text) => text,
    async request(name, input, { signal }) {
      if (name === 'test.wait') {
        await new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve(), { once: true }),
        );
        canceled += 1;
      } else if (name === 'test.emit') emit(input as HostEvent);
      else if (name === 'test.wrong') return 'no answer' as never;
      else if (name === 'runs.live') {
        const { run } = input as { run: RunRef };
        return { ok: true, value: sampleRun(run.sequence, { status: 'interrupted' }) };
      } else if (name.startsWith('credentials.')) given.push(`${name} ${JSON.stringify(input)}`);
      return { ok: true, value: { pid: process.pid, given, canceled, resumed, input } };
    },
    events(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async resumeAfterCrash(runs) {
      resumed = runs;
      return runs.map(({ root, sequence }) => ({ root, sequence: sequence + 1 }));
    },
    async close() {
      await new Promise((resolve) => setTimeout(resolve, 50));
    },
  };
}

await engineProcess(serveEngine(childProcessPort(), scriptedService));
