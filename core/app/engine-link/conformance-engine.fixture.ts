// The application's own engine, which also floods its host with events on request.
import type { HostEvent } from '../../contract/events.ts';
import { createService, type Service } from '../service/service.ts';
import { childProcessPort, engineProcess } from './child-process-port.ts';
import { serveEngine } from './engine-side.ts';
import type { EngineOptions } from './wire-messages.ts';

const TICKETS = 5;
const BATCH = 200;
const BATCH_MS = 30;

function floodingService(options: EngineOptions): Service {
  const service = createService(options);
  const listeners = new Set<(event: HostEvent) => void>();
  /** `plans.make` with the ticket `flood N`: N `job` events of a few topics. */
  async function flood(ticket: string): Promise<void> {
    const total = Number(ticket.split(' ')[1]);
    for (let done = 1; done <= total; done++) {
      const event: HostEvent = {
        type: 'job',
        job: {
          ...{ kind: 'request', id: `${ticket}, part ${done % TICKETS}`, status: 'running' },
          ...{ phase: 'collect', unit: 'images', progress: { done, total } },
        },
      };
      for (const listener of listeners) listener(event);
      if (done % BATCH === 0) await new Promise((resolve) => setTimeout(resolve, BATCH_MS));
    }
  }
  return {
    ...service,
    async request(name, input, requested) {
      const { ticket } = (input ?? {}) as { ticket?: unknown };
      if (name !== 'plans.make' || typeof ticket !== 'string' || !ticket.startsWith('flood '))
        return service.request(name, input, requested);
      await flood(ticket);
      return { ok: true, value: {} };
    },
    events(listener) {
      listeners.add(listener);
      const end = service.events(listener);
      return () => {
        listeners.delete(listener);
        end();
      };
    },
  };
}

await engineProcess(serveEngine(childProcessPort(), floodingService));
