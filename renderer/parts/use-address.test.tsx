import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { useAddress } from './use-address.ts';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

/** Renders each address for so long that React handles other events in between. */
function Slow() {
  useLocation();
  for (const start = performance.now(); performance.now() - start < 8; );
  return null;
}

type Change = ReturnType<typeof useAddress>[1];

/** A page at `/a?from=1` that takes long to render a new address. */
async function renderPage() {
  const before = environment.IS_REACT_ACT_ENVIRONMENT;
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  const element = document.createElement('div');
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    environment.IS_REACT_ACT_ENVIRONMENT = before;
  });
  const page = {
    shown: () => element.textContent,
    change: undefined as unknown as Change,
    navigate: undefined as unknown as ReturnType<typeof useNavigate>,
    updates: [] as ((value: number) => void)[],
  };
  const Page = () => {
    const [address, change] = useAddress();
    page.change = change;
    page.navigate = useNavigate();
    page.updates[0] = useState(0)[1];
    return address.toString();
  };
  const Notices = () => {
    page.updates[1] = useState(0)[1];
    return null;
  };
  root.render(
    <MemoryRouter initialEntries={['/a?from=1']}>
      <Page />
      <Notices />
      <Slow />
      <Slow />
      <Slow />
    </MemoryRouter>,
  );
  await expect.poll(page.shown).toBe('from=1');
  return page;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a change remains if other updates interrupt React while it renders the new address', async () => {
  const { shown, change, updates } = await renderPage();
  change((parameters) => parameters.set('job', '7'));
  for (let event = 1; event <= 20; event++) {
    await wait(3);
    flushSync(() => updates[(event + 1) % 2]!(event));
  }
  // The last update leaves time for the address.
  await wait(200);
  expect(shown()).toBe('from=1&job=7');
});

test.for([2, 6, 10, 14, 18, 22])('a change remains if another one follows after %d ms', async (ms) => {
  const page = await renderPage();
  flushSync(() => page.change((parameters) => parameters.set('directory', '/a')));
  expect(page.shown()).toBe('from=1&directory=%2Fa');
  await wait(ms);
  flushSync(() => page.change((parameters) => parameters.set('kubeconfig', '/b')));
  expect(page.shown()).toBe('from=1&directory=%2Fa&kubeconfig=%2Fb');
  await wait(200);
  expect(page.shown()).toBe('from=1&directory=%2Fa&kubeconfig=%2Fb');
});

test('a link replaces changes, also one to an address that was changed and changed back', async () => {
  const page = await renderPage();
  flushSync(() => page.change((parameters) => parameters.set('job', '7')));
  flushSync(() => page.change((parameters) => parameters.delete('job')));
  expect(page.shown()).toBe('from=1');
  await wait(200);
  await page.navigate('/a?from=1&job=7');
  await expect.poll(page.shown).toBe('from=1&job=7');
  flushSync(() => page.change((parameters) => parameters.set('job', '8')));
  await page.navigate('/a?from=2');
  await expect.poll(page.shown).toBe('from=2');
  flushSync(() => page.change((parameters) => parameters.set('job', '9')));
  expect(page.shown()).toBe('from=2&job=9');
});
