import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, onTestFinished } from 'vitest';
import {
  CONTRACT,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '../../core/contract/contract.ts';
import { ContractError } from '../../core/contract/contract-error.ts';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import type { HostEvent, SequencedEvent } from '../../core/contract/events.ts';
import { completed, type Part } from './completed.fixture.ts';
import { failing } from './failing.fixture.ts';
import { useLive } from './live.ts';
import { EngineProvider } from './provider.tsx';

configure({ asyncUtilTimeout: 10_000 });

/** The answer of the engine to each request: a partial value, a failure, or a function of the input that returns one. */
export type Answers = {
  [N in RequestName]?:
    | Part<RequestOutput<N>>
    | ContractError
    | ((input: RequestInput<N>) => Part<RequestOutput<N>> | ContractError | Promise<Part<RequestOutput<N>>>);
};

/** Answers of an operator's host with one workspace. */
const HOST: Answers = {
  'host.describe': { home: '/home/op', session: { role: 'operator' } },
  'settings.read': { side: 'connected', workspaces: ['/w'] },
};

/** The height of all elements, px. Without layout, tables would render no rows. */
const HEIGHT = 600;
const HEIGHTS = ['offsetHeight', 'clientHeight'] as const;

/** A page in a document, with the actions of the user and of the engine. */
export interface OpenScreen {
  user: UserEvent;
  /** Returns the inputs of all requests with this name, in the order of the page. */
  requested: <N extends RequestName>(name: N) => RequestInput<N>[];
  /** Sends an event of the engine to the page. */
  report: (event: HostEvent) => void;
  /** Returns the current address of the page. */
  address: () => string;
}

/**
 * Opens a component in a document, with an engine that returns these answers. The contract's schema completes partial
 * answers. A request without an answer stays open, as on a slow line, until the page cancels it.
 */
export function openScreen(element: ReactNode, answers: Answers, address = '/'): OpenScreen {
  const made: { name: RequestName; input: unknown }[] = [];
  /** Answers that the contract doesn't allow. Each is an error in the test. */
  const invalid: unknown[] = [];
  const before = Object.getOwnPropertyDescriptors(HTMLElement.prototype);
  for (const name of HEIGHTS)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: HEIGHT });
  // Not `afterEach`: workers evaluate this file once for many test files, so its hooks would run only for the first one.
  onTestFinished(() => {
    cleanup();
    for (const name of HEIGHTS) Object.defineProperty(HTMLElement.prototype, name, before[name]);
    useLive.setState(useLive.getInitialState(), true);
    localStorage.clear();
    expect(invalid).toEqual([]);
    expect(document.body.textContent).toBe('');
  });
  const listeners = new Set<(event: SequencedEvent) => void>();
  const client: AirlockClient = {
    request: async <N extends RequestName>(
      name: N,
      input: RequestInput<N>,
      options?: { signal?: AbortSignal },
    ) => {
      made.push({ name, input });
      const given = answers[name] ?? HOST[name];
      if (given === undefined) return canceled(options?.signal);
      const answer = await Promise.race<unknown>([
        typeof given === 'function' ? given(input) : given,
        canceled(options?.signal),
      ]);
      if (answer instanceof ContractError) throw answer;
      try {
        return completed(CONTRACT[name].output, answer) as RequestOutput<N>;
      } catch (error) {
        invalid.push(name, error);
        throw error;
      }
    },
    events: (listener, { signal, onConnection }) => {
      listeners.add(listener);
      signal.addEventListener('abort', () => listeners.delete(listener));
      onConnection?.(true);
    },
  };
  let now = address;
  let events = 0;
  const Address = () => {
    const { pathname, search } = useLocation();
    now = pathname + search;
    return null;
  };
  render(
    <EngineProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        {element}
        <Address />
      </MemoryRouter>
    </EngineProvider>,
  );
  return {
    user: userEvent.setup(),
    requested: (name) => made.filter((each) => each.name === name).map(({ input }) => input as never),
    report: (event) => {
      for (const listener of listeners)
        listener({ epoch: 'test', seq: ++events, at: new Date().toISOString(), event });
    },
    address: () => now,
  };
}

/** Rejects when a page cancels its request. */
function canceled(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(failing('canceled', { code: 'interrupted' })));
  });
}

/** Waits until a button with this name is enabled or disabled. @returns the button */
export async function buttonThatIs(state: 'on' | 'off', name: string | RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const found = screen.getByRole<HTMLButtonElement>('button', { name });
    expect(found.disabled ? 'off' : 'on', String(name)).toBe(state);
    return found;
  });
}

/** Waits until the page has this heading. */
export async function expectHeading(text: string | RegExp): Promise<void> {
  await screen.findByRole('heading', { level: 1, name: text });
}
