import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { RegistryEntry, RegistryTest } from '../../../core/contract/topics/settings.ts';
import type { Part } from '../../engine/completed.fixture.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { DESCRIBED, openSettings, READER, registry, tested } from '../settings.fixture.tsx';

const NAME = 'registry.lab/mirror';

/** Opens one registry whose tests find this. */
const open = (entry: Part<RegistryEntry> = {}, found = tested(NAME), answers: Answers = {}) =>
  openSettings('registries', {
    'registries.list': { registries: [registry(NAME, entry)] },
    'registries.test': found,
    'registries.add': { registries: [] },
    'registries.remove': { registries: [] },
    'credentials.forget': {},
    ...answers,
  });

/** Opens it and tests it. */
const openTested = async (entry: Part<RegistryEntry>, found: Part<RegistryTest>, answers: Answers = {}) => {
  const opened = open(entry, found, answers);
  await opened.user.click(await buttonThatIs('on', 'Test registry'));
  return opened;
};

describe('the facts of a registry', () => {
  test('are its login, its mirrors, its certificate and the notes', async () => {
    open({
      tlsVerify: false,
      credentials: { from: 'auth-file', where: '~/auth.json, entry registry.lab', user: 'op' },
      mirrors: ['mirror.lab', 'mirror2.lab'],
      notes: ['registries.conf rewrites it'],
    });
    const card = await screen.findByRole('region', { name: `Registry ${NAME}` });
    expect(card.textContent).toContain('op, ~/auth.json, entry registry.lab');
    expect(card.textContent).toContain('mirror.lab, mirror2.lab');
    expect(card.textContent).toContain('not checked');
    expect(card.textContent).toContain('registries.conf rewrites it');
  });

  test.each([
    { entry: { listed: false }, absent: ['Remove from the list', 'Stop checking its certificate'] },
    { entry: {}, absent: ['Forget the typed login', 'Use another login'] },
  ])('decide on its actions: without $absent', async ({ entry, absent }) => {
    open(entry);
    await buttonThatIs('on', 'Test pushing, too');
    for (const name of absent) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('without a path there is no test of pushing', async () => {
    open({}, undefined, { 'registries.list': { registries: [registry('registry.lab')] } });
    await buttonThatIs('on', 'Type a login');
    expect(screen.queryByRole('button', { name: 'Test pushing, too' })).toBeNull();
  });
});

describe('an action', () => {
  test('tests pushing, too', async () => {
    const { user, asked } = open();
    await user.click(await buttonThatIs('on', 'Test pushing, too'));
    expect(asked('registries.test')).toEqual([{ name: NAME, tlsVerify: true, push: true }]);
  });

  test('stops checking the certificate and tests again without it', async () => {
    const { user, asked } = open();
    await user.click(await buttonThatIs('on', 'Stop checking its certificate'));
    await screen.findByText('Passed, 0.5 s');
    expect(asked('registries.add')).toEqual([{ name: NAME, tlsVerify: false }]);
    expect(asked('registries.test')).toEqual([{ name: NAME, tlsVerify: false }]);
    expect(asked('registries.list')).toHaveLength(2);
  });

  test('removes the registry and its result', async () => {
    let registries = [registry(NAME), registry('quay.io')];
    const { user, asked } = await openTested({}, tested(NAME), {
      'registries.list': () => ({ registries }),
      'registries.remove': ({ name }) => {
        registries = registries.filter((one) => one.name !== name);
        return { registries };
      },
    });
    await screen.findByText('Passed, 0.5 s');
    await user.click(await buttonThatIs('on', 'Remove from the list'));
    await screen.findByRole('region', { name: 'Registry quay.io' });
    expect(asked('registries.remove')).toEqual([{ name: NAME }]);
    expect(screen.queryByText('Passed, 0.5 s')).toBeNull();
  });

  test('forgets a typed login and the result of its test', async () => {
    const { user, asked } = await openTested({ credentials: { from: 'session', user: 'op' } }, tested(NAME));
    await screen.findByText('Passed, 0.5 s');
    await user.click(await buttonThatIs('on', 'Forget the typed login'));
    await screen.findByText('Not tested', { selector: 'td *' });
    expect(asked('credentials.forget')).toEqual([{ registry: NAME }]);
  });

  test('that fails is reported', async () => {
    const { user } = open({}, undefined, { 'registries.remove': failing('settings.json is read-only') });
    await user.click(await buttonThatIs('on', 'Remove from the list'));
    await screen.findByText('Settings.json is read-only', { exact: false });
  });
});

describe('a failed test', () => {
  test.each([
    {
      stage: 'connection',
      code: 'proxy',
      title: 'The proxy does not let it through.',
      fix: { role: 'link', name: 'See which proxy counts here' },
    },
    {
      stage: 'tls',
      code: 'tls-unknown-issuer',
      title: 'The certificate was issued by an authority that is not trusted here.',
      fix: { role: 'button', name: 'Trust for registry.lab and test' },
    },
    {
      stage: 'path',
      code: 'denied',
      title: 'The login is good, but not for this path.',
      fix: { role: 'button', name: 'Test login' },
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
    await screen.findByRole('heading', { level: 3, name: 'registries.conf blocks this registry.' });
    expect(screen.queryByRole('button', { name: 'Test login' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'See which proxy counts here' })).toBeNull();
  });

  test('by an unknown issuer is tested again once the authority is trusted', async () => {
    const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
    let trusted = false;
    const { user, asked } = await openTested(
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
    await user.click(await screen.findByRole('textbox', { name: 'Certificate of the authority (PEM)' }));
    await user.paste(PEM);
    await user.click(await buttonThatIs('on', 'Trust for registry.lab and test'));
    await screen.findByText('Passed, 0.5 s');
    expect(asked('authorities.add')).toEqual([{ host: 'registry.lab', pem: PEM }]);
  });
});

describe('a login', () => {
  const REFUSED = {
    stage: 'login',
    result: 'failed',
    code: 'unauthorized',
    detail: 'wrong password',
  } as const;
  /** The engine's answers: only this password is right. */
  const logins: Answers = {
    'registries.test': ({ typed }) => (typed?.password === 'right' ? tested(NAME) : tested(NAME, REFUSED)),
    'credentials.set': { where: 'memory' },
  };
  const userField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'User' });
  const password = () => screen.getByLabelText<HTMLInputElement>('Password or token');

  test('is tested first and kept only when the person confirms it', async () => {
    const { user, asked } = await openTested({}, {}, logins);
    await user.type(await userField(), 'op');
    await buttonThatIs('off', 'Test login');
    await user.type(password(), 'right{Enter}');
    await screen.findByText('The registry takes this login.');
    expect(asked('registries.test').at(-1)).toEqual({
      name: NAME,
      tlsVerify: true,
      typed: { username: 'op', password: 'right' },
    });
    expect(asked('credentials.set')).toEqual([]);
    await user.click(await buttonThatIs('on', 'Keep login'));
    expect(asked('credentials.set')).toEqual([
      { registry: NAME, username: 'op', password: 'right', keep: 'session' },
    ]);
    await waitFor(() => expect(asked('registries.test')).toHaveLength(3));
    await waitFor(() => expect(asked('registries.list').length).toBeGreaterThan(1));
  });

  test('that is refused is typed again', async () => {
    const { user, asked } = await openTested(
      { credentials: { from: 'auth-file', where: 'auth.json', user: 'old' } },
      {},
      logins,
    );
    expect((await userField()).value).toBe('old');
    await user.type(password(), 'wrong{Enter}');
    const verdict = await screen.findByText('Refused as well: wrong password');
    expect(verdict.closest('[role=alert]')).not.toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(password()));
    expect(password().value).toBe('');
    await user.type(password(), 'r');
    expect(screen.queryByText('Refused as well: wrong password')).toBeNull();
    expect(asked('credentials.set')).toEqual([]);
  });

  test('is kept in the auth file when the person chooses it', async () => {
    const { user, asked } = await openTested({}, {}, logins);
    await user.type(await userField(), 'op');
    await user.type(password(), 'right');
    await user.click(screen.getByRole('radio', { name: '~/.config/containers/auth.json' }));
    await user.click(await buttonThatIs('on', 'Test login'));
    await user.click(await buttonThatIs('on', 'Keep login'));
    expect(asked('credentials.set')[0]?.keep).toBe('auth-file');
  });

  test('is kept in the key store where there is one', async () => {
    const { user, asked } = await openTested(
      {},
      {},
      {
        ...logins,
        'host.describe': { ...DESCRIBED, keyStore: { available: true } },
      },
    );
    await user.type(await userField(), 'op');
    await user.type(password(), 'right{Enter}');
    await user.click(await buttonThatIs('on', 'Keep login'));
    expect(asked('credentials.set')[0]?.keep).toBe('key-store');
  });

  test('that could not be kept is still there to be kept again', async () => {
    const { user } = await openTested(
      {},
      {},
      {
        ...logins,
        'credentials.set': failing('auth.json is read-only'),
      },
    );
    await user.type(await userField(), 'op');
    await user.type(password(), 'right{Enter}');
    await user.click(await buttonThatIs('on', 'Keep login'));
    await screen.findByText('Auth.json is read-only', { exact: false });
    expect(screen.getByText('The login was not kept', { exact: false })).toBeDefined();
    await buttonThatIs('on', 'Keep login');
    await user.click(screen.getByRole('button', { name: 'Discard it' }));
    expect(password().value).toBe('');
    await buttonThatIs('off', 'Test login');
  });

  test('of a registry that answers is changed and canceled', async () => {
    const { user } = open();
    await user.click(await buttonThatIs('on', 'Type a login'));
    await userField();
    expect(screen.queryByRole('button', { name: 'Type a login' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('textbox', { name: 'User' })).toBeNull();
    await buttonThatIs('on', 'Type a login');
  });
});

describe('what a registry takes', () => {
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

  test('is found out on request and shown', async () => {
    let profiles: Part<typeof PROFILE>[] = [];
    const { user, asked, report } = open({}, undefined, {
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
    await screen.findByText(/^Not asked yet/);
    await user.click(await buttonThatIs('on', 'Check what it takes'));
    await screen.findByText('Quay: nothing can be pushed there yet.');
    expect(asked('registries.probe')).toMatchObject([{ name: NAME, tlsVerify: true }]);
    const card = screen.getByRole('region', { name: `Registry ${NAME}` });
    for (const words of [
      '; the next push asks again',
      'Quay (its login page)',
      'Missing projectsocp',
      'Left behindtag scratch',
      'Elements of a name: at most 2',
      'Set 2 nested paths.',
      'All that was tried (2)',
    ])
      expect(card.textContent).toContain(words);
    expect(within(card).getAllByRole('row', { hidden: true })).toHaveLength(3);
    await buttonThatIs('on', 'Check again');
  });

  test('can be canceled while it is being found out', async () => {
    const { user } = open({}, undefined, { 'registries.probe': () => new Promise<never>(() => {}) });
    await user.click(await buttonThatIs('on', 'Check what it takes'));
    await user.click(await buttonThatIs('on', 'Cancel check'));
    await buttonThatIs('on', 'Check what it takes');
    expect(screen.queryByText('The check was not made', { exact: false })).toBeNull();
  });

  test.each([
    { answers: { 'registries.probe': failing('denied') }, title: 'The check was not made' },
    { answers: { 'registries.profiles': failing('denied') }, title: 'What is known could not be read' },
  ] as { answers: Answers; title: string }[])(
    'that fails is reported: $title',
    async ({ answers, title }) => {
      const { user } = open({}, undefined, answers);
      const check = await screen.findByRole<HTMLButtonElement>('button', { name: 'Check what it takes' });
      if (answers['registries.probe']) await user.click(await buttonThatIs('on', 'Check what it takes'));
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
      'Use another login',
      'Forget the typed login',
      'Test pushing, too',
      'Stop checking its certificate',
      'Remove from the list',
      'Check what it takes',
    ])
      expect((await buttonThatIs('off', name)).title).toBe('This session is read-only.');
  });
});
