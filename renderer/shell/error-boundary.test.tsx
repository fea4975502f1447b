import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openScreen } from '../engine/screen.fixture.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { t } from './messages.ts';

// React reports caught errors to the console too.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

let broken = true;
function Broken() {
  if (broken) throw new TypeError('x is undefined');
  return <p>The screen</p>;
}

function Frame() {
  const [at, setAt] = useState('/a');
  return (
    <>
      <button type="button" onClick={() => setAt('/b')}>
        Another screen
      </button>
      <ErrorBoundary resetOn={at}>
        <Broken />
      </ErrorBoundary>
    </>
  );
}

beforeEach(() => {
  broken = true;
});

test('a screen that fails is replaced by its message, and the rest of the page works', async () => {
  const { user } = openScreen(<Frame />, {});
  expect(screen.getByRole('alert').textContent).toContain('x is undefined');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Another screen' }));
  expect(await screen.findByText('The screen')).toBeTruthy();
});

test('a screen is shown again on request', async () => {
  const { user } = openScreen(<Frame />, {});
  broken = false;
  await user.click(screen.getByRole('button', { name: t('showAgainButton') }));
  expect(await screen.findByText('The screen')).toBeTruthy();
});

test('a screen that fails again shows the message again', async () => {
  const { user } = openScreen(<Frame />, {});
  await user.click(screen.getByRole('button', { name: t('showAgainButton') }));
  expect(screen.getByRole('alert')).toBeTruthy();
});

test('the copied report has the error and the component', async () => {
  const { user } = openScreen(<Frame />, {});
  await user.click(screen.getByRole('button', { name: t('copyReportButton') }));
  const report = await navigator.clipboard.readText();
  expect(report).toContain('TypeError: x is undefined');
  expect(report).toContain('Broken');
});
