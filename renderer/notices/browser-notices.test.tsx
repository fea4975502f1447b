import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notice as schema } from '../../core/contract/topics/schedules/notifications.ts';
import { useLive } from '../engine/live.ts';
import { useAsk } from '../engine/requests.ts';
import { openScreen } from '../engine/screen.fixture.tsx';
import { useBrowserNotices } from './browser-notices.ts';

interface Shown {
  title: string;
  options: { body: string; tag: string };
  onclick?: () => void;
  close(): void;
}

let shown: Shown[];
beforeEach(() => {
  shown = [];
  class FakeNotification {
    static permission = 'granted';
    constructor(title: string, options: Shown['options']) {
      shown.push(Object.assign(this, { title, options, close: () => {} }) as unknown as Shown);
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Page() {
  useBrowserNotices();
  return <p>{useAsk('host.describe', {}).data?.carrier}</p>;
}

const notice = (id: string, at = new Date().toISOString()) =>
  schema.parse({
    ...{ id, at, kind: 'run-ended', level: 'info', title: 'nightly is complete', text: '3 images' },
    run: { root: '/w', sequence: 7 },
  });

const describe = (carrier: 'browser' | 'desktop') => ({
  'host.describe': { carrier, home: '/home/op', session: { role: 'operator' as const } },
});

test('a page in the background shows each notice once, and a click opens the run', async () => {
  const { report, address } = openScreen(<Page />, describe('browser'));
  await expect.poll(() => document.body.textContent).toBe('browser');
  const old = notice('old', '2026-01-01T00:00:00Z');
  act(() => report({ type: 'notices', notices: [old, notice('a')] }));
  act(() => report({ type: 'notices', notices: [old, notice('a')] }));
  await expect.poll(() => useLive.getState().notices).toHaveLength(2);
  expect(shown.map(({ title, options }) => [title, options.tag])).toEqual([['nightly is complete', 'a']]);
  act(() => shown[0]!.onclick?.());
  expect(address()).toBe('/run/7?root=%2Fw');
});

test('the desktop app shows its own notifications', async () => {
  const { report } = openScreen(<Page />, describe('desktop'));
  await expect.poll(() => document.body.textContent).toBe('desktop');
  act(() => report({ type: 'notices', notices: [notice('a')] }));
  expect(shown).toEqual([]);
});
