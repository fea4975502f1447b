import { create } from 'zustand';
import type { RequestInput } from '../../../core/contract/contract.ts';
import { failureOf } from '../../../core/contract/contract-error.ts';
import type { AirlockClient } from '../../../core/contract/envelope.ts';
import type { TestState } from '../parts/registry-words.ts';
import { atMost } from './at-most.ts';

/** Most tests at the same time. */
const AT_ONCE = 4;

/** Results of tests by registry, until the page is closed. They never contain credentials. */
export const useRegistryTests = create<{ tests: Record<string, TestState | undefined> }>(() => ({
  tests: {},
}));

function note(name: string, state: TestState | undefined): void {
  useRegistryTests.setState(({ tests }) => ({ tests: { ...tests, [name]: state } }));
}

/**
 * Tests one registry and stores the result. When the test is canceled, the previous result remains.
 * @returns the result, or undefined when the test was canceled
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
    found = { state: 'untestable', failure: failureOf(error) };
  }
  note(input.name, found);
  return found;
}

/** Tests several registries, four at once. */
export function testRegistries(
  client: AirlockClient,
  inputs: RequestInput<'registries.test'>[],
  signal: AbortSignal,
): Promise<void> {
  return atMost(AT_ONCE, inputs, (input) => testRegistry(client, input, signal), signal);
}

/** Removes the result of a registry that was removed or changed. */
export function forgetTest(name: string): void {
  note(name, undefined);
}
