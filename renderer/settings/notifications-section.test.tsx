import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { buttonThatIs, expectHeading } from '../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import { cardOf, openSettings, READER } from './settings.fixture.tsx';

const READ = { kinds: {}, desktop: true, expiryDays: 14, recent: [] };

afterEach(() => vi.unstubAllGlobals());

/** A browser with this permission, which grants the next request. */
function browser(permission: NotificationPermission): void {
  vi.stubGlobal('Notification', { permission, requestPermission: async () => 'granted' });
}

test('kinds and the days before an expiry are saved at once', async () => {
  const { user, requested } = openSettings('notifications', {
    'notifications.read': READ,
    'notifications.write': READ,
  });
  await user.click(await screen.findByRole('checkbox', { name: t('nothingNewKind') }));
  await user.selectOptions(screen.getByRole('combobox', { name: t('expiryDaysLabel') }), '30');
  expect(requested('notifications.write')).toEqual([{ kinds: { 'nothing-new': true } }, { expiryDays: 30 }]);
});

test('a browser shows notifications only after the user allowed them', async () => {
  browser('default');
  const { user } = openSettings('notifications', { 'notifications.read': READ });
  await expectHeading(t('notAllowedTitle'));
  await user.click(await buttonThatIs('on', t('allowButton')));
  await expectHeading(t('desktopOnlyTitle'));
  screen.getByText(t('allowedText'));
});

test('a browser that blocks notifications says so', async () => {
  browser('denied');
  openSettings('notifications', { 'notifications.read': READ });
  await screen.findByText(t('blockedText'));
});

test('a webhook is entered with its secret, and only its host and header name are shown afterwards', async () => {
  let saved = false;
  const { user, requested } = openSettings('notifications', {
    'notifications.read': () => ({
      ...READ,
      webhook: saved ? { origin: 'https://hooks.lab', header: 'Authorization', allowHttp: false } : undefined,
    }),
    'notifications.write': () => {
      saved = true;
      return READ;
    },
  });
  await user.click(await buttonThatIs('on', t('setWebhookButton')));
  await user.type(
    screen.getByRole('textbox', { name: t('webhookAddressLabel') }),
    'https://hooks.lab/secret-path',
  );
  await user.type(screen.getByRole('textbox', { name: t('webhookHeaderLabel') }), 'Authorization');
  await buttonThatIs('off', t('saveWebhookButton'));
  await user.type(screen.getByLabelText(t('webhookValueLabel')), 'Bearer secret-value');
  await user.click(await buttonThatIs('on', t('saveWebhookButton')));
  await screen.findByText(t('webhookHeaderSaved', { name: 'Authorization' }));
  expect(requested('notifications.write')).toEqual([
    {
      webhook: {
        url: 'https://hooks.lab/secret-path',
        header: { name: 'Authorization', value: 'Bearer secret-value' },
        allowHttp: false,
      },
    },
  ]);
  expect(document.body.innerHTML).not.toMatch(/secret-path|secret-value/);
});

test('Cancel forgets that HTTP is allowed, and the failure', async () => {
  const { user } = openSettings('notifications', {
    'notifications.read': READ,
    'notifications.write': failing('read-only disk', { remedy: 'Check it.' }),
  });
  const open = async () => user.click(await buttonThatIs('on', t('setWebhookButton')));
  const http = () => screen.getByRole<HTMLInputElement>('checkbox', { name: t('allowHttpLabel') });
  await open();
  await user.type(screen.getByRole('textbox', { name: t('webhookAddressLabel') }), 'http://hooks.lab');
  await user.click(http());
  await user.click(await buttonThatIs('on', t('saveWebhookButton')));
  await screen.findByText('Check it.');
  await user.click(await buttonThatIs('on', t('cancelButton')));
  expect(screen.queryByText('Check it.')).toBeNull();
  await open();
  expect(http().checked).toBe(false);
});

test('a test shows what the webhook answered', async () => {
  const delivery = {
    at: '2026-11-28T12:00:00Z',
    ok: false,
    detail: 'https://hooks.lab responded with status 403.',
  };
  let tested = false;
  const { user } = openSettings('notifications', {
    'notifications.read': () => ({
      ...{ ...READ, webhook: { origin: 'https://hooks.lab', allowHttp: false } },
      delivery: tested ? delivery : undefined,
    }),
    'notifications.test': () => {
      tested = true;
      return { delivery };
    },
  });
  await user.click(await buttonThatIs('on', t('sendTestButton')));
  await screen.findByText(delivery.detail);
  expect(cardOf(t('webhookTitle')).textContent).toContain(t('webhookNoHeader'));
});

test('a reader changes and sends nothing', async () => {
  openSettings('notifications', { ...READER, 'notifications.read': READ });
  await buttonThatIs('off', t('sendTestButton'));
  await buttonThatIs('off', t('setWebhookButton'));
});
