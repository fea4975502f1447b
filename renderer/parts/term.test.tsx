import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen } from '../engine/screen.fixture.tsx';
import { closeGlossary, useGlossary } from './glossary.ts';
import { Term } from './term.tsx';

afterEach(closeGlossary);

const shown = () => useGlossary.getState().shown?.term;
const term = () =>
  openScreen(
    <p>
      Names an <Term term="enclave">enclave</Term>.
    </p>,
    {},
  );

test('a term opens the glossary by mouse', async () => {
  const { user } = term();
  await user.click(screen.getByRole('button', { name: 'enclave' }));
  expect(shown()).toBe('enclave');
});

test.each(['{Enter}', ' '])('a term is in the tab order and opens the glossary with "%s"', async (key) => {
  const { user } = term();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'enclave' }));
  await user.keyboard('x');
  expect(shown()).toBeUndefined();
  await user.keyboard(key);
  expect(shown()).toBe('enclave');
});
