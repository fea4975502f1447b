import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../engine/screen.fixture.tsx';
import { type ScreenKey, useKeyboard, useKeys, useRegisteredKeys } from './keys.ts';

/** A page with keys of the shell and of its screen, and fields with their own keys. */
function Page({ log, own }: { log: string[]; own: ScreenKey[] }) {
  useKeyboard(
    (letter) => {
      if (letter === 'h') log.push('home');
      return letter === 'h';
    },
    [
      { key: '?', label: 'Keys', run: () => log.push('keys') },
      { key: 'p', label: 'Everywhere', run: () => log.push('shell p') },
      { key: 'Escape', label: 'Close', run: () => log.push('escape') },
    ],
  );
  useKeys(own);
  return (
    <>
      <input aria-label="Text" />
      <input type="checkbox" aria-label="Check" />
      <p>
        {useRegisteredKeys()
          .map(({ key }) => key)
          .join(' ')}
      </p>
    </>
  );
}

function page(own: Partial<ScreenKey>[] = []) {
  const log: string[] = [];
  const keys = own.map((each) => ({
    ...{ key: 'x', label: 'x', run: () => log.push(`own ${each.key}`) },
    ...each,
  }));
  return { ...openScreen(<Page log={log} own={keys} />, {}), log };
}

test('a key of the screen takes precedence over the same key of the shell', async () => {
  const { user, log } = page([{ key: 'P' }]);
  await user.keyboard('p?');
  expect(log).toEqual(['own P', 'keys']);
  expect(screen.getByText('P')).toBeTruthy();
});

test('a disabled key neither acts nor is listed', async () => {
  const { user, log } = page([{ key: 'P', when: false }]);
  await user.keyboard('p');
  expect(log).toEqual(['shell p']);
  expect(screen.queryByText('P')).toBeNull();
});

test('characters typed into a field are text; named keys and Ctrl act there too', async () => {
  const { user, log } = page([{ key: 'Ctrl+S' }]);
  await user.click(screen.getByRole('textbox', { name: 'Text' }));
  await user.keyboard('p?gh');
  expect(log).toEqual([]);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Text' }).value).toBe('p?gh');
  await user.keyboard('{Control>}s{/Control}{Escape}');
  expect(log).toEqual(['own Ctrl+S', 'escape']);
});

test('a key for outside of fields leaves Ctrl+Z to the field with the focus', async () => {
  const { user, log } = page([{ key: 'Ctrl+Z', outsideFields: true }]);
  await user.click(screen.getByRole('textbox', { name: 'Text' }));
  await user.keyboard('{Control>}z{/Control}');
  expect(log).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: 'Check' }));
  await user.keyboard('{Control>}z{/Control}');
  expect(log).toEqual(['own Ctrl+Z']);
});

test('G waits for one letter; a letter without a screen has its own meaning', async () => {
  const { user, log } = page();
  await user.keyboard('gh');
  await user.keyboard('gp');
  await user.keyboard('h');
  expect(log).toEqual(['home', 'shell p']);
});
