import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import { Announcement, Card, Screen } from './screen.tsx';
import { useAddress } from './use-address.ts';
import { useSettled } from './use-settled.ts';

test('the heading has the focus when the address changes', async () => {
  const Page = () => {
    const navigate = useNavigate();
    return (
      <Screen
        eyebrow={['Tools', 'Doctor']}
        sentence="No problems"
        actions={<button type="button">Run</button>}
      >
        <button type="button" onClick={() => navigate('/b')}>
          Go
        </button>
      </Screen>
    );
  };
  const { user } = openScreen(<Page />, {}, '/a');
  const heading = screen.getByRole('heading', { level: 1, name: 'No problems' });
  expect(document.activeElement).toBe(heading);
  await user.click(screen.getByRole('button', { name: 'Go' }));
  expect(document.activeElement).toBe(heading);
});

test("scrolling content has a tab stop; a screen that fills its height isn't a region", () => {
  openScreen(
    <>
      <Screen eyebrow={[]} sentence="One">
        a
      </Screen>
      <Screen eyebrow={[]} sentence="Two" scroll={false}>
        b
      </Screen>
    </>,
    {},
  );
  const regions = screen.getAllByRole('region', { name: t('contentLabel') });
  expect(regions.map(({ textContent, tabIndex }) => [textContent, tabIndex])).toEqual([['a', 0]]);
});

test('a card has a heading with note and actions, or a label alone', () => {
  openScreen(
    <>
      <Card title="Sets" note="3 of 4" actions={<button type="button">Add</button>}>
        x
      </Card>
      <Card label="Progress">y</Card>
    </>,
    {},
  );
  expect(screen.getByRole('heading', { level: 2, name: 'Sets' })).toBeTruthy();
  expect(screen.getByText('3 of 4')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Progress' }).textContent).toBe('y');
});

function Filter() {
  const [address, change] = useAddress();
  const navigate = useNavigate();
  return (
    <>
      <input
        aria-label="Name"
        value={address.get('name') ?? ''}
        onChange={({ target }) =>
          change((parameters) => {
            if (target.value === '') parameters.delete('name');
            else parameters.set('name', target.value);
          })
        }
      />
      <button type="button" onClick={() => navigate('/a?name=other&keep=1')}>
        Elsewhere
      </button>
    </>
  );
}

test('the address follows typing, other parameters are unchanged, and an emptied field removes its parameter', async () => {
  const { user, address } = openScreen(<Filter />, {}, '/a?keep=1');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await user.type(field, 'a b&c');
  expect(field.value).toBe('a b&c');
  await expect.poll(address).toBe('/a?keep=1&name=a+b%26c');
  await user.clear(field);
  await expect.poll(address).toBe('/a?keep=1');
});

test('an address from elsewhere replaces what was typed', async () => {
  const { user } = openScreen(<Filter />, {}, '/a');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await user.type(field, 'typed');
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await expect.poll(() => field.value).toBe('other');
});

test('a settled value follows once nothing changed for its time; equal contents are no change', () => {
  vi.useFakeTimers();
  try {
    let set = (_value: { text: string }) => {};
    const Shown = () => {
      const [value, setValue] = useState({ text: 'a' });
      set = setValue;
      return <p>{useSettled(value, 100).text}</p>;
    };
    openScreen(<Shown />, {});
    act(() => set({ text: 'ab' }));
    act(() => void vi.advanceTimersByTime(90));
    act(() => set({ text: 'abc' }));
    act(() => void vi.advanceTimersByTime(90));
    expect(document.body.textContent).toBe('a');
    act(() => set({ text: 'abc' }));
    act(() => void vi.advanceTimersByTime(20));
    expect(document.body.textContent).toBe('abc');
  } finally {
    vi.useRealTimers();
  }
});

test('an equal text is announced again for another event, and not for the same one', async () => {
  const Page = () => {
    const [event, setEvent] = useState(0);
    const [, setOther] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setEvent((before) => before + 1)}>
          Undo
        </button>
        <button type="button" onClick={() => setOther((before) => before + 1)}>
          Other
        </button>
        <Announcement event={event}>Change undone</Announcement>
      </>
    );
  };
  const { user } = openScreen(<Page />, {});
  const region = screen.getByRole('status');
  const first = region.firstChild;
  await user.click(screen.getByRole('button', { name: 'Other' }));
  expect(region.firstChild).toBe(first);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(region.firstChild).not.toBe(first);
  expect(region.textContent).toBe('Change undone');
});
