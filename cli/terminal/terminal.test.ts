import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { LogLevel } from '../../core/app/log/log.ts';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import type { RunEvent } from '../../core/runs/progress/events.ts';
import { localTime } from './format.ts';
import { Terminal } from './terminal.ts';

/** The lines of an error. */
function reported(error: AirlockError): string {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  new Terminal({ json: false, logLevel: 'info', stdout, stderr }).error(error);
  expect(stdout.read()).toBeNull();
  return String(stderr.read());
}

const facts = { remedy: 'Do it otherwise.' };

test('an error shows the expected and the found value, if known', () => {
  const both = new AirlockError('usage', 'it is wrong', { ...facts, expected: '1', found: '2' });
  expect(reported(both)).toBe('airlock: it is wrong\n    expected 1\n    found    2\n    Do it otherwise.\n');
  const found = new AirlockError('usage', 'it is wrong', { ...facts, found: '2' });
  expect(reported(found)).toBe('airlock: it is wrong\n    found    2\n    Do it otherwise.\n');
  const expected = new AirlockError('usage', 'it is wrong', { ...facts, expected: '1' });
  expect(reported(expected)).toBe('airlock: it is wrong\n    expected 1\n    Do it otherwise.\n');
  expect(reported(new AirlockError('usage', 'it is wrong', facts))).toBe(
    'airlock: it is wrong\n    Do it otherwise.\n',
  );
});

test('an error names its side only if that is a registry or service', () => {
  const local = new AirlockError('disk', "/x isn't a directory", { ...facts, side: 'local' });
  expect(reported(local)).toBe("airlock: /x isn't a directory\n    Do it otherwise.\n");
  const drive = new AirlockError('disk', 'stick is unavailable', { ...facts, side: 'destination' });
  expect(reported(drive)).toBe('airlock: stick is unavailable\n    Do it otherwise.\n');
  const registry = new AirlockError('denied', 'reg.example: denied', { ...facts, side: 'destination' });
  expect(reported(registry)).toBe(
    'airlock: destination registry: reg.example: denied\n    Do it otherwise.\n',
  );
});

test('an error that consists of one problem is shown once', () => {
  const problem = {
    code: 'config-invalid',
    level: 'error',
    message: 'it is wrong',
    remedy: 'Fix it.',
  } as const;
  const one = new AirlockError('config-invalid', 'x.yaml:1:2: it is wrong', {
    ...facts,
    problems: [problem],
  });
  expect(reported(one)).toBe('airlock: x.yaml:1:2: it is wrong\n    Do it otherwise.\n');
  const two = new AirlockError('config-invalid', 'it is wrong (and 1 more)', {
    ...facts,
    problems: [problem, { ...problem, message: 'it is wrong too' }],
  });
  expect(reported(two)).toBe(
    'error: it is wrong\n    Fix it.\nerror: it is wrong too\n    Fix it.\nairlock: it is wrong (and 1 more)\n',
  );
});

/** What a terminal of this level says of events. */
function shown(events: readonly RunEvent[], logLevel: LogLevel, json = false): string {
  const [stdout, stderr] = [
    new PassThrough(),
    Object.assign(new PassThrough(), { isTTY: true, columns: 200 }),
  ];
  const terminal = new Terminal({ json, logLevel, stdout, stderr });
  for (const event of events) terminal.event(event);
  return String((json ? stdout : stderr).read() ?? '');
}

test('a long wait shows when it ends: as a line, in the progress, and as an event', () => {
  const progress: RunEvent = {
    type: 'progress',
    phase: 'copy',
    images: { total: 2, copied: 1, present: 0, failed: 0 },
    bytes: { fetched: 1, sent: 0, written: 0, present: 0 },
    done: 1024,
    total: 2048,
    totalKnown: true,
    rate: 0,
    remainingMs: 60_000,
    deliverables: { complete: 0, total: 1 },
  };
  const until = new Date(Date.now() + 300_000);
  const clock = until.toTimeString().slice(0, 8);
  const wait: RunEvent = {
    type: 'wait',
    host: 'quay.io',
    until: until.toISOString(),
    code: 'rate-limited',
    status: 429,
    retryAfterMs: 300_000,
  };
  const text = shown([wait, progress], 'info');
  expect(text).toContain(`Waiting for quay.io until ${clock} (HTTP 429, Retry-After 300 s)\n`);
  expect(text).toContain(`0 B/s, waiting for quay.io until ${clock}, 1/2 images`);
  expect(shown([wait], 'warning')).toBe('');
  expect(JSON.parse(shown([wait], 'info', true))).toEqual(wait);
  const over = { ...wait, until: new Date(Date.now() - 1).toISOString() };
  expect(shown([over, progress], 'info')).toContain('0 B/s, about 1 min 00 s left, 1/2 images');
  const closed: RunEvent = { type: 'window', state: 'closed', until: until.toISOString() };
  expect(shown([closed, progress], 'info')).toContain(`, transfer window opens ${localTime(closed.until!)}`);
  expect(shown([closed, { type: 'window', state: 'open' }, progress], 'info')).toContain(
    'about 1 min 00 s left',
  );
});
