import { expect, test } from 'vitest';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { createFirstContact, retriesWithin } from './first-contact.ts';

const fault = (code: string) =>
  new AirlockError('connection', 'no contact', {
    cause: new Error('outer', { cause: Object.assign(new Error('inner'), { code }) }),
  });

test.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'])(
  'retries %s of a host that never answered for 8 s after its first attempt',
  (code) => {
    let now = 1_000;
    const contact = createFirstContact(false, () => now);
    expect(contact.timeLeft(fault(code), 1_000)).toBe(8_000);
    now = 7_000;
    expect(contact.timeLeft(fault(code), 6_000)).toBe(2_000);
    // Another request to the same host isn't retried again from the start.
    now = 60_000;
    expect(contact.timeLeft(fault(code), 59_000)).toBe(0);
  },
);

test('gives a silent host one more attempt', () => {
  let now = 20_000;
  const contact = createFirstContact(false, () => now);
  expect(contact.timeLeft(fault('UND_ERR_CONNECT_TIMEOUT'), 0)).toBe(10_000);
  now = 41_000;
  expect(contact.timeLeft(fault('UND_ERR_CONNECT_TIMEOUT'), 21_000)).toBe(0);
});

test('sets no limit after an answer, for a patient run, and for faults of an existing connection', () => {
  const contact = createFirstContact();
  expect(contact.timeLeft(fault('ECONNRESET'), 0)).toBeUndefined();
  contact.answer();
  expect(contact.timeLeft(fault('ECONNREFUSED'), 0)).toBeUndefined();
  expect(createFirstContact(true).timeLeft(fault('ECONNREFUSED'), 0)).toBeUndefined();
});

test('counts the retries within a time, and always the next one', () => {
  const doubling = (n: number) => 1_000 * 2 ** n;
  expect(retriesWithin(8_000, doubling)).toBe(3);
  expect(retriesWithin(2_999, doubling)).toBe(1);
  expect(retriesWithin(100, doubling)).toBe(1);
  expect(retriesWithin(undefined, doubling)).toBe(Number.POSITIVE_INFINITY);
});
