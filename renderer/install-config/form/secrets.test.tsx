import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import { setValue, valueAt } from '../../../core/contract/documents/document.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { draftWith, HELD, openConfig, VSPHERE } from '../open-config.fixture.tsx';
import { SecretField } from './secret-field.tsx';
import { SecretsOverview } from './secrets-overview.tsx';
import { useConfig } from './use-config.tsx';

const NEW = 'held-in-memory-89abcdef';
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
        onHeld={(held) => edit((doc) => setValue(doc, PASSWORD, held ?? ''))}
      />
    </>
  );
}

const EMPTY = VSPHERE.replace(`password: ${HELD}`, "password: ''");
const openSecret = (text: string, answers: Answers = {}, long = false) => {
  const opened = openConfig(draftWith(text), <Password long={long} />, {
    'installConfig.keepSecret': { held: NEW },
    ...answers,
  });
  return { ...opened, secret: () => valueAt(opened.now().doc, PASSWORD) };
};

describe('a secret that nobody gave', () => {
  test('goes to the engine once, and its name into the text', async () => {
    const { user, asked, secret, now } = openSecret(EMPTY);
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    expect(field.type).toBe('password');
    await buttonThatIs('off', 'Keep in memory: Password');
    await user.type(field, 'hunter2');
    expect(asked('installConfig.keepSecret')).toEqual([]);
    await user.click(await buttonThatIs('on', 'Keep in memory: Password'));
    await screen.findByText('Held in memory');
    expect(asked('installConfig.keepSecret')).toEqual([{ value: 'hunter2' }]);
    expect(secret()).toBe(NEW);
    expect(now().text).not.toContain('hunter2');
    expect(document.body.innerHTML).not.toContain('hunter2');
  });

  test('is sent at Enter, once however often that is pressed', async () => {
    let answer = (_: { held: string }) => {};
    const { user, asked, secret } = openSecret(EMPTY, {
      'installConfig.keepSecret': () => new Promise((done) => (answer = done)),
    });
    await user.type(screen.getByLabelText('Password'), 'hunter2{Enter}{Enter}');
    await buttonThatIs('off', 'Keep in memory: Password');
    expect(asked('installConfig.keepSecret')).toHaveLength(1);
    expect(secret()).toBe('');
    answer({ held: NEW });
    await expect.poll(secret).toBe(NEW);
  });

  test('stays in its field when the engine fails', async () => {
    const { user, secret } = openSecret(EMPTY, {
      'installConfig.keepSecret': new ContractError({
        code: 'internal',
        level: 'error',
        message: 'The engine has stopped',
        remedy: 'Try again.',
        problems: [],
      }),
    });
    await user.type(screen.getByLabelText('Password'), 'hunter2{Enter}');
    await screen.findByText('The secret was not kept');
    expect(screen.getByText('Try again.')).toBeDefined();
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'hunter2');
    expect(secret()).toBe('');
  });

  test('of several lines has Enter for itself', async () => {
    const { user, asked } = openSecret(EMPTY, {}, true);
    const field = screen.getByLabelText('Password');
    expect(field.tagName).toBe('TEXTAREA');
    await user.type(field, 'a{Enter}b');
    expect(asked('installConfig.keepSecret')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Keep in memory: Password' }));
    await expect.poll(() => asked('installConfig.keepSecret')).toEqual([{ value: 'a\nb' }]);
  });
});

describe('a secret that the engine has', () => {
  test('is replaced, or stays after Cancel', async () => {
    const { user, asked, secret } = openSecret(VSPHERE);
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Replace Password' }));
    await user.type(screen.getByLabelText('Password'), 'hunter2');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(secret()).toBe(HELD);
    await user.click(screen.getByRole('button', { name: 'Replace Password' }));
    expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
    await user.type(screen.getByLabelText('Password'), 'swordfish{Enter}');
    await expect.poll(secret).toBe(NEW);
    expect(asked('installConfig.keepSecret')).toEqual([{ value: 'swordfish' }]);
  });

  test('is removed from the text', async () => {
    const { user, asked, secret } = openSecret(VSPHERE);
    await user.click(screen.getByRole('button', { name: 'Take out Password' }));
    expect(secret()).toBe('');
    expect(screen.getByLabelText('Password')).toBeDefined();
    expect(asked('installConfig.keepSecret')).toEqual([]);
  });

  test('that died with the engine is asked for again', async () => {
    const lost = { 'installConfig.save': ({ text }: { text: string }) => ({ text, lost: [HELD] }) };
    openSecret(VSPHERE, lost);
    await screen.findByText('Gone with the engine: type it again');
    expect(screen.queryByText('Held in memory')).toBeNull();
  });
});

describe('the overview of secrets', () => {
  const states = () => {
    const [, ...rows] = within(screen.getByRole('region', { name: 'Where secrets are' })).getAllByRole('row');
    return rows.map((row) => within(row).getByRole('cell').textContent?.trim());
  };

  test('has each secret of the file with its state', async () => {
    openConfig(draftWith(EMPTY), <SecretsOverview />, {
      'installConfig.save': ({ text }) => ({ text, lost: ['held-in-memory-0123abce'] }),
    });
    await screen.findByText('Gone with the engine: type it again');
    expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
      'platform.vsphere.vcenters[1].password',
      'platform.vsphere.vcenters[2].password',
      'pullSecret',
      'sshKey',
    ]);
    expect(states()).toEqual([
      'Held in memory',
      'Held in memory',
      'Gone with the engine: type it again',
      'Held in memory',
    ]);
  });

  test('says that a file has none', () => {
    openConfig(draftWith('metadata:\n  name: a\n'), <SecretsOverview />);
    expect(screen.getByText('The file has none yet.')).toBeDefined();
  });
});
