import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { useAddress } from './use-address.ts';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

/** Renders each address for so long that React handles other events in between. */
function Slow() {
  useLocation();
  for (const start = performance.now(); performance.now() - start < 8; );
  return null;
}

test('a change remains if other updates interrupt React while it renders the new address', async () => {
  const before = environment.IS_REACT_ACT_ENVIRONMENT;
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  const element = document.createElement('div');
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    environment.IS_REACT_ACT_ENVIRONMENT = before;
  });
  let change: ReturnType<typeof useAddress>[1] | undefined;
  const updates: ((value: number) => void)[] = [];
  const Page = () => {
    const [address, changeAddress] = useAddress();
    change = changeAddress;
    updates[0] = useState(0)[1];
    return address.toString();
  };
  const Notices = () => {
    updates[1] = useState(0)[1];
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
  await expect.poll(() => element.textContent).toBe('from=1');
  change!((parameters) => parameters.set('job', '7'));
  for (let event = 1; event <= 20; event++) {
    await new Promise((resolve) => setTimeout(resolve, 3));
    flushSync(() => updates[(event + 1) % 2]!(event));
  }
  // The last update leaves time for the address.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(element.textContent).toBe('from=1&job=7');
});
