import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from './failing.fixture.ts';
import { type Answers, openScreen } from './screen.fixture.tsx';
import { useTicketed } from './ticketed.ts';

function Page() {
  const { answer, error, asking, work, ask, cancel, forget, forgetError } = useTicketed('deletes.open');
  const read = (destination: string) => void ask({ workspace: '/w', destination });
  return (
    <>
      <button type="button" onClick={() => read('one')}>
        One
      </button>
      <button type="button" onClick={() => read('two')}>
        Two
      </button>
      <button type="button" onClick={cancel}>
        Cancel
      </button>
      <button type="button" onClick={forget}>
        Forget
      </button>
      <button type="button" onClick={forgetError}>
        Forget the error
      </button>
      <p data-testid="state">
        {[asking ? 'asking' : 'idle', answer?.value.session, error && 'failed', work?.phase]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  );
}

const open = (answers: Answers) => openScreen(<Page />, answers);
const state = () => screen.getByTestId('state').textContent;
const press = (name: string) => screen.getByRole('button', { name });

test('a request has its own ticket, shows its progress, and ends with its answer', async () => {
  let answer = (_value: { session: string }) => {};
  const { user, requested, report } = open({
    'deletes.open': () => new Promise((resolve) => (answer = resolve)),
  });
  expect(state()).toBe('idle');
  await user.click(press('One'));
  const { ticket } = requested('deletes.open')[0]!;
  act(() => {
    report({ type: 'job', job: { kind: 'request', id: ticket, phase: 'probe', status: 'running' } } as never);
    report({ type: 'job', job: { kind: 'request', id: 'other', phase: 'plan', status: 'running' } } as never);
  });
  expect(state()).toBe('asking probe');
  answer({ session: 'd1' });
  await expect.poll(state).toBe('idle d1');
});

test('a second request has another ticket, and its answer is shown', async () => {
  const waiting: ((value: { session: string }) => void)[] = [];
  const { user, requested } = open({ 'deletes.open': () => new Promise((resolve) => waiting.push(resolve)) });
  await user.click(press('One'));
  await user.click(press('Two'));
  const [first, second] = requested('deletes.open');
  expect(first!.ticket).not.toBe(second!.ticket);
  waiting[1]!({ session: 'd2' });
  await expect.poll(state).toBe('idle d2');
});

test('a failure replaces the answer, and each can be cleared alone', async () => {
  let fails = false;
  const { user } = open({
    'deletes.open': () => (fails ? failing('m', { remedy: 'r' }) : { session: 'd1' }),
  });
  await user.click(press('One'));
  await expect.poll(state).toBe('idle d1');
  fails = true;
  await user.click(press('Two'));
  await expect.poll(state).toBe('idle failed');
  await user.click(press('Forget the error'));
  expect(state()).toBe('idle');
  fails = false;
  await user.click(press('One'));
  await expect.poll(state).toBe('idle d1');
  await user.click(press('Forget the error'));
  expect(state()).toBe('idle d1');
  await user.click(press('Forget'));
  expect(state()).toBe('idle');
});
