import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { RegistryEntry, RegistryTest } from '../../../core/contract/topics/settings.ts';
import type { Part } from '../../engine/completed.fixture.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { READER_REJECTION } from '../../engine/session.fixture.ts';
import { t as parts } from '../parts/messages.ts';
import { DESCRIBED, openSettings, READER, registry, tested } from '../settings.fixture.tsx';
import { t } from './messages.ts';

const PASSED = parts('passedOutcome', { time: '0.5 s' });

const NAME = 'registry.lab/mirror';

/** Opens one registry with this test result. */
const open = (entry: Part<RegistryEntry> = {}, found = tested(NAME), answers: Answers = {}) =>
  openSettings('registries', {
    'registries.list': { registries: [registry(NAME, entry)] },
    'registries.test': found,
    'registries.add': { registries: [] },
    'registries.remove': { registries: [] },
    'credentials.forget': {},
    ...answers,
  });

/** Opens the registry and tests it. */
const openTested = async (entry: Part<RegistryEntry>, found: Part<RegistryTest>, answers: Answers = {}) => {
  const opened = open(entry, found, answers);
  await opened.user.click(await buttonThatIs('on', t('testButton')));
  return opened;
};

describe('the facts of a registry', () => {
  test('are its credentials, its mirrors, its certificate and the notes', async () => {
    open({
      tlsVerify: false,
      credentials: { from: 'auth-file', where: '~/auth.json, entry registry.lab', user: 'op' },
      mirrors: ['mirror.lab', 'mirror2.lab'],
      notes: ['registries.conf rewrites it'],
    });
    const card = await screen.findByRole('region', { name: t('registryLabel', { registry: NAME }) });
    expect(card.textContent).toContain('op, from ~/auth.json, entry registry.lab');
    expect(card.textContent).toContain('mirror.lab, mirror2.lab');
    expect(card.textContent).toContain(t('certificateNotVerified'));
    expect(card.textContent).toContain('registries.conf rewrites it');
  });

  test.each([
    { entry: { listed: false }, absent: [t('removeButton'), t('skipCertificateButton')] },
    { entry: {}, absent: [t('forgetCredentialsButton'), t('changeCredentialsButton')] },
  ])('decide on its actions: without $absent', async ({ entry, absent }) => {
    open(entry);
    await buttonThatIs('on', t('testPushButton'));
    for (const name of absent) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('without a path, push access is not tested', async () => {
    open({}, undefined, { 'registries.list': { registries: [registry('registry.lab')] } });
    await buttonThatIs('on', t('logInButton'));
    expect(screen.queryByRole('button', { name: t('testPushButton') })).toBeNull();
  });
});

describe('an action', () => {
  test('tests push access', async () => {
    const { user, requested } = open();
    await user.click(await buttonThatIs('on', t('testPushButton')));
    expect(requested('registries.test')).toEqual([{ name: NAME, tlsVerify: true, push: true }]);
  });

  test('skips the verification of the certificate and tests again', async () => {
    const { user, requested } = open();
    await user.click(await buttonThatIs('on', t('skipCertificateButton')));
    await screen.findByText(PASSED);
    expect(requested('registries.add')).toEqual([{ name: NAME, tlsVerify: false }]);
    expect(requested('registries.test')).toEqual([{ name: NAME, tlsVerify: false }]);
    expect(requested('registries.list')).toHaveLength(2);
  });

  test('removes the registry and its result', async () => {
    let registries = [registry(NAME), registry('quay.io')];
    const { user, requested } = await openTested({}, tested(NAME), {
      'registries.list': () => ({ registries }),
      'registries.remove': ({ name }) => {
        registries = registries.filter((one) => one.name !== name);
        return { registries };
      },
    });
    await screen.findByText(PASSED);
    await user.click(await buttonThatIs('on', t('removeButton')));
    await screen.findByRole('region', { name: t('registryLabel', { registry: 'quay.io' }) });
    expect(requested('registries.remove')).toEqual([{ name: NAME }]);
    expect(screen.queryByText(PASSED)).toBeNull();
  });

  test('forgets entered credentials and the result of their test', async () => {
    const { user, requested } = await openTested(
      { credentials: { from: 'session', user: 'op' } },
      tested(NAME),
    );
    await screen.findByText(PASSED);
    await user.click(await buttonThatIs('on', t('forgetCredentialsButton')));
    await screen.findByText(parts('untestedOutcome'), { selector: 'td *' });
    expect(requested('credentials.forget')).toEqual([{ registry: NAME }]);
  });

  test('that fails is reported', async () => {
    const { user } = open({}, undefined, { 'registries.remove': failing('settings.json is read-only') });
    await user.click(await buttonThatIs('on', t('removeButton')));
    await screen.findByText('Settings.json is read-only', { exact: false });
  });
});

describe('a failed test', () => {
  test.each([
    {
      stage: 'connection',
      code: 'proxy',
      title: parts('proxyTitle'),
      fix: { role: 'link', name: t('proxyLink') },
    },
    {
      stage: 'tls',
      code: 'tls-unknown-issuer',
      title: parts('issuerTitle'),
      fix: { role: 'button', name: t('trustForButton', { registry: 'registry.lab' }) },
    },
    {
      stage: 'path',
      code: 'denied',
      title: parts('deniedTitle'),
      fix: { role: 'button', name: t('testCredentialsButton') },
    },
  ] as const)('at $stage explains itself and offers its fix', async ({ stage, code, title, fix }) => {
    await openTested(
      {},
      tested(NAME, { stage, code, result: 'failed', detail: 'no', remedy: 'Ask the administrator.' }),
    );
    expect(await screen.findByRole('heading', { level: 3, name: title })).toBeDefined();
    expect(screen.getByText('Ask the administrator.', { exact: false })).toBeDefined();
    expect(screen.getByRole(fix.role, { name: fix.name })).toBeDefined();
  });

  test('by a blocked registry offers no fix', async () => {
    await openTested(
      {},
      tested(NAME, { stage: 'name', code: 'blocked-registry', result: 'failed', detail: 'no' }),
    );
    await screen.findByRole('heading', { level: 3, name: parts('blockedTitle') });
    expect(screen.queryByRole('button', { name: t('testCredentialsButton') })).toBeNull();
    expect(screen.queryByRole('link', { name: t('proxyLink') })).toBeNull();
  });

  test('by an unknown issuer is repeated once the CA is trusted', async () => {
    const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
    let trusted = false;
    const { user, requested } = await openTested(
      {},
      {},
      {
        'registries.test': () =>
          trusted
            ? tested(NAME)
            : tested(NAME, { stage: 'tls', code: 'tls-unknown-issuer', result: 'failed', detail: 'no' }),
        'authorities.add': () => {
          trusted = true;
          return { file: '/x', subjects: ['CN=Lab'] };
        },
      },
    );
    await user.click(await screen.findByRole('textbox', { name: t('caCertificateField') }));
    await user.paste(PEM);
    await user.click(await buttonThatIs('on', t('trustForButton', { registry: 'registry.lab' })));
    await screen.findByText(PASSED);
    expect(requested('authorities.add')).toEqual([{ host: 'registry.lab', pem: PEM }]);
  });
});

describe('credentials', () => {
  const REJECTED = {
    stage: 'login',
    result: 'failed',
    code: 'unauthorized',
    detail: 'wrong password',
  } as const;
  /** The engine accepts only this password. */
  const accepting: Answers = {
    'registries.test': ({ typed }) => (typed?.password === 'right' ? tested(NAME) : tested(NAME, REJECTED)),
    'credentials.set': { where: 'memory' },
  };
  const userField = () => screen.findByRole<HTMLInputElement>('textbox', { name: t('userField') });
  const password = () => screen.getByLabelText<HTMLInputElement>(t('passwordField'));

  test('is tested first and saved only after a confirmation', async () => {
    const { user, requested } = await openTested({}, {}, accepting);
    await user.type(await userField(), 'op');
    await buttonThatIs('off', t('testCredentialsButton'));
    await user.type(password(), 'right{Enter}');
    await screen.findByText(t('credentialsAcceptedText'));
    expect(requested('registries.test').at(-1)).toEqual({
      name: NAME,
      tlsVerify: true,
      typed: { username: 'op', password: 'right' },
    });
    expect(requested('credentials.set')).toEqual([]);
    await user.click(await buttonThatIs('on', t('saveCredentialsButton')));
    expect(requested('credentials.set')).toEqual([
      { registry: NAME, username: 'op', password: 'right', keep: 'session' },
    ]);
    await waitFor(() => expect(requested('registries.test')).toHaveLength(3));
    await waitFor(() => expect(requested('registries.list').length).toBeGreaterThan(1));
  });

  test('that is rejected is entered again', async () => {
    const { user, requested } = await openTested(
      { credentials: { from: 'auth-file', where: 'auth.json', user: 'old' } },
      {},
      accepting,
    );
    expect((await userField()).value).toBe('old');
    await user.type(password(), 'wrong{Enter}');
    const verdict = await screen.findByText(t('credentialsRejectedText', { reason: 'wrong password' }));
    expect(verdict.closest('[role=alert]')).not.toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(password()));
    expect(password().value).toBe('');
    await user.type(password(), 'r');
    expect(screen.queryByText(t('credentialsRejectedText', { reason: 'wrong password' }))).toBeNull();
    expect(requested('credentials.set')).toEqual([]);
  });

  test('is saved in the auth file if the person chooses it', async () => {
    const { user, requested } = await openTested({}, {}, accepting);
    await user.type(await userField(), 'op');
    await user.type(password(), 'right');
    await user.click(screen.getByRole('radio', { name: '~/.config/containers/auth.json' }));
    await user.click(await buttonThatIs('on', t('testCredentialsButton')));
    await user.click(await buttonThatIs('on', t('saveCredentialsButton')));
    expect(requested('credentials.set')[0]?.keep).toBe('auth-file');
  });

  test('is saved in the key store if there is one', async () => {
    const { user, requested } = await openTested(
      {},
      {},
      {
        ...accepting,
        'host.describe': { ...DESCRIBED, keyStore: { available: true } },
      },
    );
    await user.type(await userField(), 'op');
    await user.type(password(), 'right{Enter}');
    await user.click(await buttonThatIs('on', t('saveCredentialsButton')));
    expect(requested('credentials.set')[0]?.keep).toBe('key-store');
  });

  test('that could not be saved can be saved again', async () => {
    const { user } = await openTested(
      {},
      {},
      {
        ...accepting,
        'credentials.set': failing('auth.json is read-only'),
      },
    );
    await user.type(await userField(), 'op');
    await user.type(password(), 'right{Enter}');
    await user.click(await buttonThatIs('on', t('saveCredentialsButton')));
    await screen.findByText('Auth.json is read-only', { exact: false });
    expect(screen.getByText(t('credentialsSaveFailedTitle'), { exact: false })).toBeDefined();
    await buttonThatIs('on', t('saveCredentialsButton'));
    await user.click(screen.getByRole('button', { name: t('discardCredentialsButton') }));
    expect(password().value).toBe('');
    await buttonThatIs('off', t('testCredentialsButton'));
  });

  test('of a working registry can be changed, and the change canceled', async () => {
    const { user } = open();
    await user.click(await buttonThatIs('on', t('logInButton')));
    await userField();
    expect(screen.queryByRole('button', { name: t('logInButton') })).toBeNull();
    await user.click(screen.getByRole('button', { name: t('cancelButton') }));
    expect(screen.queryByRole('textbox', { name: t('userField') })).toBeNull();
    await buttonThatIs('on', t('logInButton'));
  });
});

describe('the capabilities of a registry', () => {
  const PROFILE = {
    host: 'registry.lab',
    product: { name: 'Quay', evidence: 'its login page' },
    fresh: false,
    checkedAt: '2026-01-01T00:00:00.000Z',
    missingProjects: ['ocp'],
    leftovers: ['tag scratch'],
    capabilities: [
      { what: 'elements of a name', found: 'at most 2', level: 'warning', remedy: 'Set 2 nested paths.' },
      { what: 'blobs', found: 'accepted', level: 'ok', evidence: '201' },
    ],
  } as const;

  test('are probed on request and shown', async () => {
    let profiles: Part<typeof PROFILE>[] = [];
    const { user, requested, report } = open({}, undefined, {
      'registries.profiles': () => ({ profiles }),
      'registries.probe': ({ ticket }) => {
        report({
          type: 'job',
          job: {
            kind: 'request',
            id: ticket,
            status: 'running',
            phase: 'probe',
            unit: 'checks',
            progress: { done: 1, total: 9 },
          },
        });
        profiles = [PROFILE];
        return PROFILE;
      },
    });
    await screen.findByText(t('noProfileText'));
    await user.click(await buttonThatIs('on', t('probeButton')));
    await screen.findByText(parts('unfitProfile', { product: 'Quay' }));
    expect(requested('registries.probe')).toMatchObject([{ name: NAME, tlsVerify: true }]);
    const card = screen.getByRole('region', { name: t('registryLabel', { registry: NAME }) });
    for (const words of [
      '. The registry is probed again before the next push.',
      'Quay (its login page)',
      `${parts('missingProjectsLabel')}ocp`,
      `${parts('leftoversLabel')}tag scratch`,
      'Elements of a name: at most 2',
      'Set 2 nested paths.',
      parts('capabilitiesTitle', { count: 2 }),
    ])
      expect(card.textContent).toContain(words);
    expect(within(card).getAllByRole('row', { hidden: true })).toHaveLength(3);
    await buttonThatIs('on', t('probeAgainButton'));
  });

  test('stay unknown when the probe is canceled', async () => {
    const { user } = open({}, undefined, { 'registries.probe': () => new Promise<never>(() => {}) });
    await user.click(await buttonThatIs('on', t('probeButton')));
    await user.click(await buttonThatIs('on', t('cancelProbeButton')));
    await buttonThatIs('on', t('probeButton'));
    expect(screen.queryByText(t('probeFailedTitle'), { exact: false })).toBeNull();
  });

  test.each([
    { answers: { 'registries.probe': failing('denied') }, title: t('probeFailedTitle') },
    { answers: { 'registries.profiles': failing('denied') }, title: t('profileFailedTitle') },
  ] as { answers: Answers; title: string }[])(
    'that fails is reported: $title',
    async ({ answers, title }) => {
      const { user } = open({}, undefined, answers);
      const check = await screen.findByRole<HTMLButtonElement>('button', { name: t('probeButton') });
      if (answers['registries.probe']) await user.click(await buttonThatIs('on', t('probeButton')));
      await screen.findByText(title, { exact: false });
      expect(check.disabled).toBe(answers['registries.profiles'] !== undefined);
    },
  );
});

describe('a reader', () => {
  test('can change nothing about a registry', async () => {
    openSettings('registries', {
      ...READER,
      'registries.list': { registries: [registry(NAME, { credentials: { from: 'session', user: 'op' } })] },
    });
    for (const name of [
      t('changeCredentialsButton'),
      t('forgetCredentialsButton'),
      t('testPushButton'),
      t('skipCertificateButton'),
      t('removeButton'),
      t('probeButton'),
    ])
      expect((await buttonThatIs('off', name)).title).toBe(READER_REJECTION);
  });
});
