import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import { setValue, valueAt } from '../../../core/contract/documents/document.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { draftWith, openConfig, STORED, VSPHERE } from '../open-config.fixture.tsx';
import { t } from './messages.ts';
import { SecretField } from './secret-field.tsx';
import { SecretsOverview } from './secrets-overview.tsx';
import { useConfig } from './use-config.tsx';

const STORE = 'Store Password in memory';
const NEW = 'secret-in-memory-89abcdef';
const PASSWORD = ['platform', 'vsphere', 'vcenters', 0, 'password'];

/** The password of the first vCenter. */
function Password({ long = false }: { long?: boolean }) {
  const { readable, edit } = useConfig();
  return (
    <>
      <label htmlFor="s">Password</label>
      <SecretField
        id="s"
        label="Password"
        value={valueAt(readable, PASSWORD)}
        long={long}
        invalid={false}
        onStored={(placeholder) => edit((doc) => setValue(doc, PASSWORD, placeholder ?? ''))}
      />
    </>
  );
}

const EMPTY = VSPHERE.replace(`password: ${STORED}`, "password: ''");
const openSecret = (text: string, answers: Answers = {}, long = false) => {
  const opened = openConfig(draftWith(text), <Password long={long} />, {
    'installConfig.storeSecret': { placeholder: NEW },
    ...answers,
  });
  return { ...opened, secret: () => valueAt(opened.now().doc, PASSWORD) };
};

describe('a secret that is not set', () => {
  test('goes to the engine once, and its placeholder into the text', async () => {
    const { user, requested, secret, now } = openSecret(EMPTY);
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    expect(field.type).toBe('password');
    await buttonThatIs('off', STORE);
    await user.type(field, 'hunter2');
    expect(requested('installConfig.storeSecret')).toEqual([]);
    await user.click(await buttonThatIs('on', STORE));
    await screen.findByText(t('secretStored'));
    expect(requested('installConfig.storeSecret')).toEqual([{ value: 'hunter2' }]);
    expect(secret()).toBe(NEW);
    expect(now().text).not.toContain('hunter2');
    expect(document.body.innerHTML).not.toContain('hunter2');
  });

  test('is sent at Enter, once however often that is pressed', async () => {
    let answer = (_: { placeholder: string }) => {};
    const { user, requested, secret } = openSecret(EMPTY, {
      'installConfig.storeSecret': () => new Promise((done) => (answer = done)),
    });
    await user.type(screen.getByLabelText('Password'), 'hunter2{Enter}{Enter}');
    await buttonThatIs('off', STORE);
    expect(requested('installConfig.storeSecret')).toHaveLength(1);
    expect(secret()).toBe('');
    answer({ placeholder: NEW });
    await expect.poll(secret).toBe(NEW);
  });

  test('stays in its field when the engine fails', async () => {
    const { user, secret } = openSecret(EMPTY, {
      'installConfig.storeSecret': new ContractError({
        code: 'internal',
        level: 'error',
        message: 'The engine has stopped',
        remedy: 'Try again.',
        problems: [],
      }),
    });
    await user.type(screen.getByLabelText('Password'), 'hunter2{Enter}');
    await screen.findByText(t('storeFailedTitle'));
    expect(screen.getByText('Try again.')).toBeDefined();
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'hunter2');
    expect(secret()).toBe('');
  });

  test('of several lines accepts Enter as a line break', async () => {
    const { user, requested } = openSecret(EMPTY, {}, true);
    const field = screen.getByLabelText('Password');
    expect(field.tagName).toBe('TEXTAREA');
    await user.type(field, 'a{Enter}b');
    expect(requested('installConfig.storeSecret')).toEqual([]);
    await user.click(screen.getByRole('button', { name: STORE }));
    await expect.poll(() => requested('installConfig.storeSecret')).toEqual([{ value: 'a\nb' }]);
  });
});

describe('a secret that the engine has', () => {
  test('is replaced, or stays after Cancel', async () => {
    const { user, requested, secret } = openSecret(VSPHERE);
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Replace Password' }));
    await user.type(screen.getByLabelText('Password'), 'hunter2');
    await user.click(screen.getByRole('button', { name: t('cancelButton') }));
    expect(secret()).toBe(STORED);
    await user.click(screen.getByRole('button', { name: 'Replace Password' }));
    expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
    await user.type(screen.getByLabelText('Password'), 'swordfish{Enter}');
    await expect.poll(secret).toBe(NEW);
    expect(requested('installConfig.storeSecret')).toEqual([{ value: 'swordfish' }]);
  });

  test('is removed from the text', async () => {
    const { user, requested, secret } = openSecret(VSPHERE);
    await user.click(screen.getByRole('button', { name: 'Remove Password' }));
    expect(secret()).toBe('');
    expect(screen.getByLabelText('Password')).toBeDefined();
    expect(requested('installConfig.storeSecret')).toEqual([]);
  });

  test('that was lost with the engine must be entered again', async () => {
    const lost = { 'installConfig.save': ({ text }: { text: string }) => ({ text, lost: [STORED] }) };
    openSecret(VSPHERE, lost);
    await screen.findByText(t('secretLost'));
    expect(screen.queryByText(t('secretStored'))).toBeNull();
  });
});

describe('the overview of secrets', () => {
  const states = () => {
    const [, ...rows] = within(screen.getByRole('region', { name: t('secretsTitle') })).getAllByRole('row');
    return rows.map((row) => within(row).getByRole('cell').textContent?.trim());
  };

  test('has each secret of the file with its state', async () => {
    openConfig(draftWith(EMPTY), <SecretsOverview />, {
      'installConfig.save': ({ text }) => ({ text, lost: ['secret-in-memory-0123abce'] }),
    });
    await screen.findByText(t('secretLost'));
    expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
      'platform.vsphere.vcenters[1].password',
      'platform.vsphere.vcenters[2].password',
      'pullSecret',
    ]);
    expect(states()).toEqual([t('secretStored'), t('secretStored'), t('secretLost')]);
  });

  test('reports that a file has none', () => {
    openConfig(draftWith('metadata:\n  name: a\n'), <SecretsOverview />);
    expect(screen.getByText(t('secretsEmpty'))).toBeDefined();
  });
});
