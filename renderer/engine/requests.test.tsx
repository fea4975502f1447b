import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useAsk } from './requests.ts';
import { openScreen } from './screen.fixture.tsx';

function Side({ staleTime }: { staleTime?: number }) {
  const settings = useAsk('settings.read', {}, { staleTime });
  return <p>Side: {settings.data?.side ?? 'unknown'}</p>;
}

/** Shows the side of the gap, and hides it. */
function Page({ staleTime }: { staleTime?: number }) {
  const [shown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
      </button>
      {shown && <Side staleTime={staleTime} />}
    </>
  );
}

test.each([
  { staleTime: undefined, requests: 1, title: 'reuses a recent answer' },
  { staleTime: 0, requests: 2, title: 'requests an answer again that is stale immediately' },
])('a component that is shown again $title', async ({ staleTime, requests }) => {
  const { user, requested } = openScreen(<Page staleTime={staleTime} />, {});
  await screen.findByText('Side: connected');
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await screen.findByText('Side: connected');
  expect(requested('settings.read')).toHaveLength(requests);
});
