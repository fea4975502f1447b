import { create } from 'zustand';
import type { RequestInput } from '../../../core/contract/contract.ts';
import { failureOf } from '../../../core/contract/contract-error.ts';
import type { AirlockClient } from '../../../core/contract/envelope.ts';
import type { TestState } from '../parts/registry-words.ts';
import { atMost } from './at-most.ts';

/** Tests under way at one time when all are tested. */
const AT_ONCE = 4;

/** What tests found, by registry, for as long as the page lives; credentials are never part of it. */
export const useRegistryTests = create<{ tests: Record<string, TestState | undefined> }>(() => ({
  tests: {},
}));

function note(name: string, state: TestState | undefined): void {
  useRegistryTests.setState(({ tests }) => ({ tests: { ...tests, [name]: state } }));
}

/**
 * Tests one registry and notes what was found. Cancelled: what was known before stays.
 * @returns what was found, or undefined when it was cancelled
 */
export async function testRegistry(
  client: AirlockClient,
  input: RequestInput<'registries.test'>,
  signal?: AbortSignal,
): Promise<TestState | undefined> {
  const before = useRegistryTests.getState().tests[input.name];
  note(input.name, { state: 'testing' });
  let found: TestState;
  try {
    const test = await client.request('registries.test', input, { signal });
    found = { state: 'done', test };
  } catch (error) {
    if (signal?.aborted) {
      note(input.name, before?.state === 'testing' ? undefined : before);
      return undefined;
    }
    found = { state: 'refused', failure: failureOf(error) };
  }
  note(input.name, found);
  return found;
}

/** Tests them all, four at once. */
export function testRegistries(
  client: AirlockClient,
  inputs: RequestInput<'registries.test'>[],
  signal: AbortSignal,
): Promise<void> {
  return atMost(AT_ONCE, inputs, (input) => testRegistry(client, input, signal), signal);
}

/** What was found says nothing about a registry any more that is gone or asked otherwise. */
export function forgetTest(name: string): void {
  note(name, undefined);
}
