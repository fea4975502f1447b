import { describe, expect, test } from 'vitest';
import { arrivalLine, importJob } from '../media.fixture.ts';
import { importInput, NO_RECEIVE_CHOICES } from './choices.ts';
import { t } from './messages.ts';
import { afterRewrite } from './rewrite.ts';
import { arrivalAmong, isRead, readFolders, receivedState, receiveStep, withReceived } from './step.ts';

const step = (state: Partial<Parameters<typeof receiveStep>[0]>) =>
  receiveStep({
    arrival: undefined,
    job: undefined,
    names: [],
    read: false,
    directory: '/r',
    choices: { watch: false },
    isRemoved: () => false,
    ...state,
  });
const complete = arrivalLine(['complete']);
const part = arrivalLine(['complete', 'missing']);

describe('the next steps', () => {
  test('without a transfer, drives must be chosen', () => {
    expect(step({})).toEqual({
      reportsToSender: false,
      push: undefined,
      resume: undefined,
      receive: { label: t('receiveButton'), primary: true, blocked: true },
    });
  });

  test('chosen drives are received from', () => {
    expect(step({ names: ['A', 'B'] }).receive).toEqual({
      label: 'Receive from A and B',
      primary: true,
      blocked: false,
    });
    expect(step({ names: ['A'], directory: '' }).receive?.blocked).toBe(true);
  });

  test('one folder can be watched, several cannot', () => {
    const choices = { watch: true };
    expect(step({ names: ['drop'], choices }).receive).toMatchObject({
      label: t('watchButton', { folder: 'drop' }),
      blocked: false,
    });
    expect(step({ names: ['drop', 'other'], choices }).receive?.blocked).toBe(true);
  });

  test('a complete transfer is pushed, until drives are chosen', () => {
    expect(step({ arrival: complete })).toMatchObject({
      push: { label: t('pushButton', { transfer: 'fleet-0008' }), primary: true },
      receive: { label: t('receiveButton'), primary: false, blocked: true },
    });
    expect(step({ arrival: complete, names: ['A'] })).toMatchObject({
      push: undefined,
      receive: { primary: true },
    });
  });

  test('complete images of a transfer can be pushed', () => {
    const unverified = { ...part, checked: false };
    expect(step({ arrival: unverified }).push).toEqual({
      label: t('pushCompleteButton', { images: part.images.complete }),
      primary: true,
    });
    expect(step({ arrival: part, names: ['A'] }).push?.primary).toBe(false);
    expect(step({ arrival: { ...part, images: { total: 9, complete: 0 } } }).push).toBeUndefined();
  });

  test('a stopped import resumes, unless a transfer is complete or drives are chosen', () => {
    for (const status of ['paused', 'failed'] as const) {
      const job = importJob({ status });
      expect(step({ job, arrival: part })).toEqual({
        reportsToSender: false,
        push: { label: t('pushCompleteButton', { images: part.images.complete }), primary: false },
        resume: { from: ['/mnt/a'], primary: true },
        receive: undefined,
      });
      expect(step({ job, arrival: complete }).resume?.primary).toBe(false);
      expect(step({ job, names: ['B'] })).toMatchObject({
        resume: undefined,
        receive: { label: 'Receive from B' },
      });
    }
    expect(step({ job: importJob({ status: 'done' }) }).resume).toBeUndefined();
  });
});

test("a missing drive is never offered to resume from, and a drive without content isn't a next step", () => {
  const isRemoved = (path: string) => path === '/mnt/a';
  const job = importJob({ status: 'failed' });
  expect(step({ job, arrival: part, isRemoved })).toMatchObject({
    resume: undefined,
    receive: { label: t('receiveButton'), blocked: true },
  });
  expect(step({ job })).toMatchObject({
    ...{ resume: { primary: false }, receive: { primary: true, blocked: true } },
  });
  expect(isRead(undefined, job, ['/mnt/a'])).toBe(true);
  expect(isRead(undefined, job, ['/mnt/b'])).toBe(false);
  expect(step({ job, names: ['A'], read: true }).receive).toMatchObject({
    ...{ label: t('receiveAgainButton', { drives: 'A' }), primary: false, blocked: false },
  });
});

test('a report to the sender of what is missing is the next step, whether the drive is still selected or not', () => {
  const job = importJob({ status: 'done' });
  expect(isRead(part, job, ['/mnt/a'])).toBe(true);
  expect(step({ arrival: part, job, names: ['A'], read: true })).toMatchObject({
    reportsToSender: true,
    push: { label: t('pushCompleteButton', { images: part.images.complete }), primary: false },
    receive: { label: t('receiveAgainButton', { drives: 'A' }), primary: false },
  });
  const reopened = step({ arrival: part, job });
  expect(reopened).toMatchObject({
    ...{ reportsToSender: true, push: { primary: false }, receive: { primary: false } },
  });
  expect(step({ arrival: part, names: ['B'] })).toMatchObject({
    reportsToSender: false,
    receive: { primary: true },
  });
  expect(step({ arrival: complete }).reportsToSender).toBe(false);
  // An unverified transfer has no code.
  expect(step({ arrival: { ...part, checked: false } })).toMatchObject({
    ...{ reportsToSender: false, push: { primary: true } },
  });
  const rewrite = { label: 'Write volume 2 again', to: '/carry' };
  expect(afterRewrite(reopened, rewrite)).toMatchObject({ reportsToSender: false, push: { primary: false } });
  expect(afterRewrite(reopened, undefined)).toBe(reopened);
});

test('volumes that an import received are never shown as missing', () => {
  const volume = (number: number, state: 'received' | 'damaged') => ({
    number,
    name: `p${number}`,
    size: 1,
    state,
  });
  const volumes = [volume(2, 'received'), volume(3, 'damaged')];
  const line = arrivalLine(['complete', 'missing', 'missing']);
  const states = (status: 'done' | 'failed') =>
    withReceived(line, importJob({ status, volumes })).volumes.map(({ state }) => state);
  expect(states('done')).toEqual(['complete', 'complete', 'missing']);
  expect(states('failed')).toEqual(['complete', 'missing', 'missing']);
});

test('the requested transfer, otherwise an incomplete one, otherwise the newest', () => {
  const [first, second] = [
    arrivalLine(['complete'], { transfer: 'a-2' }),
    arrivalLine(['missing'], { transfer: 'a-1' }),
  ];
  expect(arrivalAmong([first, second], 'a-2')).toBe(first);
  expect(arrivalAmong([first, second], 'gone')).toBe(second);
  expect(arrivalAmong([first], null)).toBe(first);
  expect(arrivalAmong([], null)).toBeUndefined();
});

test('keys are searched on chosen drives, otherwise on those that were read', () => {
  expect(readFolders(importJob({ status: 'done' }), ['/mnt/b'], false)).toEqual(['/mnt/b']);
  expect(readFolders(importJob({ status: 'done' }), [], false)).toEqual(['/mnt/a']);
  expect(readFolders(importJob(), [], true)).toEqual([]);
  expect(readFolders(undefined, [], false)).toEqual([]);
});

test('a drive is being read, was read, or neither', () => {
  const drive = { name: 'FLEET-A', isCurrent: false };
  expect(receivedState(importJob(), '/mnt/a', { ...drive, isCurrent: true })).toBe('reading');
  expect(receivedState(importJob({ status: 'done' }), '/mnt/a', drive)).toBe('read');
  expect(receivedState(importJob({ status: 'done' }), '/mnt/b', drive)).toBeUndefined();
  // A wrong drive next to the right ones.
  expect(receivedState(importJob({ status: 'done' }), '/mnt/a', { ...drive, isEmpty: true })).toBe('nothing');
});

test('a drive with a damaged volume is never shown as verified, also after another drive had a valid copy', () => {
  const volume = { number: 1, name: 'p1', size: 1, state: 'received', drive: 'FLEET-B' } as const;
  const job = importJob({ status: 'done', volumes: [volume], damaged: ['FLEET-A'] });
  expect(receivedState(job, '/mnt/a', { name: 'FLEET-A', isCurrent: false })).toBe('damaged');
});

test('a drive from which a failed import received nothing is shown as such', () => {
  const drive = { name: 'FLEET-A', isCurrent: false };
  expect(receivedState(importJob({ status: 'failed' }), '/mnt/a', drive)).toBe('nothing');
  const volume = { number: 1, name: 'p1', size: 1, state: 'received', drive: 'FLEET-A' } as const;
  expect(receivedState(importJob({ status: 'failed', volumes: [volume] }), '/mnt/a', drive)).toBeUndefined();
});

test('after the last drive, the next step is Push, and the drives can be read again', () => {
  const job = importJob({ status: 'done' });
  expect(step({ arrival: complete, job, names: ['FLEET-A'], read: true })).toEqual({
    reportsToSender: false,
    push: { label: t('pushButton', { transfer: 'fleet-0008' }), primary: true },
    resume: undefined,
    receive: { label: t('receiveAgainButton', { drives: 'FLEET-A' }), primary: false, blocked: false },
  });
});

test('the request of an import contains only what was chosen', () => {
  const input = (changes: Partial<typeof NO_RECEIVE_CHOICES>) =>
    importInput({ from: ['/mnt/a'], directory: '/r', choices: { ...NO_RECEIVE_CHOICES, ...changes } });
  expect(JSON.parse(JSON.stringify(input({ verifyKey: ' ', requireCheck: true })))).toEqual({
    from: ['/mnt/a'],
    directory: '/r',
    watch: false,
  });
  expect(input({ verifyKey: ' /k.asc ', check: 'scan', watch: true })).toMatchObject({
    verifyKey: '/k.asc',
    check: 'scan',
    requireCheck: false,
    watch: true,
  });
});
