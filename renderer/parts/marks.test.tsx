import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openScreen } from '../engine/screen.fixture.tsx';
import { Bar } from './bar.tsx';
import { CopyButton } from './copy-button.tsx';
import { DigestText } from './digest.tsx';
import { Empty } from './empty.tsx';
import { t } from './messages.ts';
import { type Mark, StateMark } from './state-mark.tsx';
import { StepRow } from './step-row.tsx';
import { RelativeTime } from './time.tsx';
import { Words } from './words.tsx';

describe('a bar', () => {
  test.each([
    [0, 100, '0'],
    [999, 1000, '99'],
    [1000, 1000, '100'],
    [1200, 1000, '100'],
    [5, 0, '0'],
  ])('with %d of %d shows %s percent', (done, total, percent) => {
    openScreen(<Bar done={done} total={total} label="Bytes" mark="paused" />, {});
    const bar = screen.getByRole('progressbar', { name: 'Bytes' });
    expect(bar.getAttribute('aria-valuenow')).toBe(percent);
    expect(bar.className).toBe('al-bar al-bar-paused');
  });
});

describe('a copy button', () => {
  test('copies its text and reports it', async () => {
    const { user } = openScreen(<CopyButton text="airlock plan" what="Copy the command" />, {});
    await user.click(screen.getByRole('button', { name: 'Copy the command' }));
    expect(await navigator.clipboard.readText()).toBe('airlock plan');
    expect(screen.getByRole('button', { name: t('copiedButton') })).toBeTruthy();
  });

  test('confirms for two seconds, and leaves no timer when it is closed', async () => {
    openScreen(<CopyButton text="x" label="Copy path" />, {});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const copy = () => act(async () => fireEvent.click(screen.getByRole('button')));
    await copy();
    await act(async () => vi.advanceTimersByTime(1_500));
    await copy();
    await act(async () => vi.advanceTimersByTime(1_500));
    expect(screen.getByRole('button', { name: t('copiedButton') })).toBeTruthy();
    await act(async () => vi.advanceTimersByTime(500));
    expect(screen.getByRole('button', { name: 'Copy path' })).toBeTruthy();
    await copy();
    cleanup();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('with a label changes the label', async () => {
    const { user } = openScreen(<CopyButton text="x" label="Copy path" />, {});
    await user.click(screen.getByRole('button', { name: 'Copy path' }));
    expect(screen.getByRole('button', { name: t('copiedButton') })).toBeTruthy();
  });
});

const DIGEST = `sha256:${'ab'.repeat(32)}`;

test('a digest is truncated, and copied completely', async () => {
  const { user } = openScreen(<DigestText digest={DIGEST} />, {});
  expect(screen.getByText('abababababab').title).toBe(DIGEST);
  await user.click(screen.getByRole('button', { name: t('copyDigestButton', { digest: 'abababababab' }) }));
  expect(await navigator.clipboard.readText()).toBe(DIGEST);
});

test('a digest can omit its button', () => {
  openScreen(<DigestText digest={DIGEST} copy={false} />, {});
  expect(screen.queryByRole('button')).toBeNull();
});

test.each<Mark>(['good', 'running', 'waiting', 'paused', 'warning', 'bad', 'left-out', 'blocked', 'info'])(
  'the state %s has a word next to its icon, which screen readers skip',
  (mark) => {
    openScreen(<StateMark mark={mark}>Word</StateMark>, {});
    const icon = document.querySelector('.al-mark-icon')!;
    expect(icon.getAttribute('aria-hidden')).toBe('true');
    expect(icon.querySelector('svg')).not.toBeNull();
    expect(screen.getByText('Word')).toBeTruthy();
  },
);

test('steps name their state for screen readers and mark the current one', () => {
  openScreen(
    <StepRow
      label="Transfer"
      steps={[
        { label: 'Fetched', state: 'done', at: '2026-05-09T12:00:00Z' },
        { label: 'Carried', state: 'warning' },
        { label: 'Received', state: 'current' },
        { label: 'Pushed', state: 'todo' },
      ]}
    />,
    {},
  );
  const steps = screen.getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    ...['Fetched, doneMay 9', 'Carried, incomplete', 'Received, next', 'Pushed, later'],
  ]);
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'step', null]);
  expect(screen.getByText('May 9').title).toMatch(/^Sat, May 9, 2026, /);
});

test('a time is relative, with the exact time on hover', () => {
  const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  openScreen(<RelativeTime at={at} />, {});
  const time = screen.getByText('3 days ago');
  expect(time.getAttribute('datetime')).toBe(at);
  expect(time.title).toMatch(/^[A-Z][a-z]{2}, [A-Z][a-z]+ \d+, \d{4}, \d\d:\d\d:\d\d$/);
});

test.each([
  ['plain', []],
  ['run `a` then `b`', ['a', 'b']],
  ['`a`', ['a']],
  ['an open `a', ['a']],
  ['<b>`<i>`', ['<i>']],
])('the words of "%s" have %j in the fixed-width font, and no markup', (text, code) => {
  openScreen(<Words text={text} />, {});
  const found = [...document.querySelectorAll('code')];
  expect(found.map(({ textContent }) => textContent)).toEqual(code);
  expect(document.body.textContent).toBe(text.replaceAll('`', ''));
});

test('an empty state says what goes here, with its action', () => {
  openScreen(
    <Empty title="No transfers" action={<button type="button">Fetch</button>}>
      The first fetch creates one.
    </Empty>,
    {},
  );
  expect(screen.getByRole('heading', { name: 'No transfers' })).toBeTruthy();
  expect(screen.getByText('The first fetch creates one.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Fetch' })).toBeTruthy();
});
