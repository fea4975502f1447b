import { expect, test } from 'vitest';
import type { AirlockError } from '../../../base/errors/airlock-error.ts';
import { watched } from './upload-content.ts';

async function* chunks(count: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield new Uint8Array(100);
}

/** Receives a body at the given rate. Returns the reports of the watch. */
async function receive(minimum: { bytes: number; overMs: number }, waitMs: number) {
  const stalls: (AirlockError | undefined)[] = [];
  let met = 0;
  let count = 0;
  const onBytes = (bytes: number, isMet: boolean) => {
    count += bytes;
    if (isMet) met++;
  };
  const body = watched(chunks(30), minimum, 'blob x', onBytes, (error) => stalls.push(error));
  for await (const _ of body) await new Promise((resolve) => setTimeout(resolve, waitMs));
  return { stalls, met, count };
}

test('reports a receiver below the minimum rate as stalled, without progress', async () => {
  const { stalls, met, count } = await receive({ bytes: 3_001, overMs: 100 }, 10);
  expect(count).toBe(3_000);
  expect(met).toBe(0);
  expect(stalls.find((error) => error)).toMatchObject({
    code: 'stalled',
    retryable: true,
    message: expect.stringMatching(
      /^blob x: the transfer is slower than the minimum rate \(\d+ bytes accepted in 0 s\)$/,
    ),
  });
});

test('does not report a receiver at the minimum rate, or without one', async () => {
  expect(await receive({ bytes: 1_000, overMs: 60_000 }, 1)).toEqual({ stalls: [], met: 3, count: 3_000 });
  expect(await receive({ bytes: 0, overMs: 60_000 }, 1)).toEqual({ stalls: [], met: 30, count: 3_000 });
});
