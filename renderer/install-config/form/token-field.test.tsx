import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { openScreen } from '../../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import { TokenField } from './token-field.tsx';

let values: string[] = [];

function Tokens({ start, suggestions }: { start: string[]; suggestions?: string[] }) {
  const [list, setList] = useState(start);
  values = list;
  return (
    <>
      <label htmlFor="t">Networks</label>
      <TokenField
        id="t"
        label="Networks"
        values={list}
        suggestions={suggestions ?? []}
        placeholder="VM Network"
        invalid={false}
        onChange={setList}
      />
      <button type="button">Next</button>
    </>
  );
}

const openTokens = (start: string[] = [], suggestions?: string[]) => {
  const { user } = openScreen(<Tokens start={start} suggestions={suggestions} />, {});
  return { user, input: screen.getByRole<HTMLInputElement>(suggestions ? 'combobox' : 'textbox') };
};

test.each([
  ['Enter', 'VM Network{Enter}', ['a', 'VM Network']],
  ['a comma', 'b,c,', ['a', 'b', 'c']],
  ['leaving the field', 'b', ['a', 'b']],
  ['only spaces', '  {Enter}', ['a']],
  ['an existing text', 'a{Enter}', ['a']],
])('a list gets a text by %s', async (_by, keys, expected) => {
  const { user, input } = openTokens(['a']);
  await user.type(input, keys);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(values).toEqual(expected);
  expect(input.value).toBe('');
});

test('a pasted list is split at commas and lines, without duplicates', async () => {
  const { user, input } = openTokens();
  await user.click(input);
  await user.paste('a, b c,a,,d');
  await user.keyboard('{Enter}');
  expect(values).toEqual(['a', 'b c', 'd']);
});

test('Backspace removes the last text, but only from an empty field', async () => {
  const { user, input } = openTokens(['a', 'b']);
  await user.type(input, 'x{Backspace}');
  expect(values).toEqual(['a', 'b']);
  await user.type(input, '{Backspace}');
  expect(values).toEqual(['a']);
  await user.type(input, '{Backspace}{Backspace}');
  expect(values).toEqual([]);
});

test('a button removes its text, one of two that are the same, and returns the focus', async () => {
  const { user, input } = openTokens(['a', 'b', 'a']);
  await user.click(
    screen.getAllByRole('button', { name: t('removeValueLabel', { value: 'a', field: 'Networks' }) })[1]!,
  );
  expect(values).toEqual(['a', 'b']);
  expect(document.activeElement).toBe(input);
});

test('an empty text of the file is shown, and can be removed', async () => {
  const { user } = openTokens(['']);
  expect(screen.getByText("''")).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Remove/ }));
  expect(values).toEqual([]);
});

test('a suggestion is added as soon as it is complete', async () => {
  const { user, input } = openTokens(['fd-1'], ['fd-1', 'fd-2']);
  const offered = Array.from(document.querySelectorAll('datalist option'), (each) =>
    each.getAttribute('value'),
  );
  expect(offered).toEqual(['fd-2']);
  await user.type(input, 'fd-2');
  expect(values).toEqual(['fd-1', 'fd-2']);
});

test('a suggestion that is the start of another one waits for Enter', async () => {
  const { user, input } = openTokens([], ['fd-1', 'fd-10']);
  await user.type(input, 'fd-10');
  expect(values).toEqual(['fd-10']);
  await user.type(input, 'fd-1{Enter}');
  expect(values).toEqual(['fd-10', 'fd-1']);
});

test('the example is shown only while the list is empty', async () => {
  const { user, input } = openTokens();
  expect(input.placeholder).toBe('VM Network');
  await user.type(input, 'a{Enter}');
  expect(input.placeholder).toBe('');
});
