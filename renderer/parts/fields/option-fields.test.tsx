import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { openScreen } from '../../engine/screen.fixture.tsx';
import { Check, CountField, TextField } from './option-fields.tsx';

function Counter() {
  const [value, setValue] = useState(4);
  return (
    <>
      <CountField id="c" label="At once" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

describe('a number field', () => {
  test.each([
    ['7', '7'],
    ['1', '1'],
    ['10', '10'],
    ['0', '4'],
    ['11', '1'],
    ['-3', '4'],
    ['2.5', '2'],
    ['', '4'],
  ])('typed as "%s", key by key, is %s', async (typed, result) => {
    const { user } = openScreen(<Counter />, {});
    const input = screen.getByRole('spinbutton', { name: 'At once' });
    await user.click(input);
    await user.clear(input);
    if (typed !== '') await user.type(input, typed);
    expect(screen.getByRole('status').textContent).toBe(result);
    await user.tab();
    expect(input).toHaveProperty('value', result);
  });
});

describe('a text field', () => {
  const text = (props: object = {}) => {
    const typed: string[] = [];
    const opened = openScreen(
      <TextField
        id="t"
        label="Name"
        value=""
        note="Letters only."
        onChange={(value) => typed.push(value)}
        {...props}
      />,
      {},
    );
    return { ...opened, typed, input: screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }) };
  };
  const described = (input: HTMLElement) =>
    document.getElementById(input.getAttribute('aria-describedby')!)?.textContent;

  test('reports what is typed and has its note as description', async () => {
    const { user, typed, input } = text({ maxLength: 5, placeholder: 'a' });
    await user.type(input, 'x');
    expect(typed).toEqual(['x']);
    expect(described(input)).toContain('Letters only.');
    expect(input.maxLength).toBe(5);
    expect(input.placeholder).toBe('a');
    expect(input.getAttribute('aria-invalid')).toBe('false');
  });

  test('shows its problem in place of the note and is invalid', () => {
    const { input } = text({ problem: 'Remove the digit.', mono: true });
    expect(described(input)).toContain('Remove the digit.');
    expect(described(input)).not.toContain('Letters only.');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.closest('.al-mono')).not.toBeNull();
  });

  test('accepts nothing while it is disabled', async () => {
    const { user, typed, input } = text({ disabled: true });
    await user.type(input, 'x');
    expect(typed).toEqual([]);
    expect(input.disabled).toBe(true);
  });
});

test('a checkbox reports its new state by mouse and by Space, and shows its description', async () => {
  const states: boolean[] = [];
  const { user } = openScreen(
    <Check
      id="k"
      label="Sign"
      description="With your key."
      isChecked={false}
      onChange={(checked) => states.push(checked)}
    />,
    {},
  );
  await user.click(screen.getByRole('checkbox', { name: 'Sign' }));
  await user.keyboard(' ');
  expect(states).toEqual([true, true]);
  expect(screen.getByText('With your key.')).toBeTruthy();
});
