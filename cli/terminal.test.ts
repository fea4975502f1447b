import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { AirlockError } from '../core/errors/airlock-error.ts';
import { Terminal } from './terminal.ts';

/** What is said of an error. */
function said(error: AirlockError): string {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  new Terminal({ json: false, logLevel: 'info', stdout, stderr }).error(error);
  expect(stdout.read()).toBeNull();
  return String(stderr.read());
}

const facts = { remedy: 'Do it otherwise.' };

test('an error shows what was expected and what was found, each where it is known', () => {
  const both = new AirlockError('usage', 'it is wrong', { ...facts, expected: '1', found: '2' });
  expect(said(both)).toBe('airlock: it is wrong\n    expected 1\n    found    2\n    Do it otherwise.\n');
  const found = new AirlockError('usage', 'it is wrong', { ...facts, found: '2' });
  expect(said(found)).toBe('airlock: it is wrong\n    found    2\n    Do it otherwise.\n');
  const expected = new AirlockError('usage', 'it is wrong', { ...facts, expected: '1' });
  expect(said(expected)).toBe('airlock: it is wrong\n    expected 1\n    Do it otherwise.\n');
  expect(said(new AirlockError('usage', 'it is wrong', facts))).toBe(
    'airlock: it is wrong\n    Do it otherwise.\n',
  );
});
