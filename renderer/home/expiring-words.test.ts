import { expect, test } from 'vitest';
import { expiringView } from './expiring-words.ts';
import { t } from './messages.ts';

const now = new Date('2026-03-04T12:00:00Z');
const line = (kind: 'token' | 'certificate' | 'graph', until: string) => ({
  kind,
  subject: 'credentials for quay.io',
  file: '/f',
  until,
});

test('shows what expires or has expired, and update graphs only when they are old', () => {
  expect(expiringView(line('token', '2026-03-07T12:00:00Z'), now)).toEqual({
    mark: 'warning',
    subject: 'Credentials for quay.io',
    when: t('expiresNote', { when: 'in 3 days' }),
  });
  expect(expiringView(line('certificate', '2026-03-03T12:00:00Z'), now)).toMatchObject({
    mark: 'bad',
    when: t('expiredNote', { ago: '1 day ago' }),
  });
  expect(expiringView(line('graph', '2026-03-07T12:00:00Z'), now)).toBeUndefined();
  expect(expiringView(line('graph', '2026-03-01T12:00:00Z'), now)?.when).toBe(t('outdatedNote'));
});
