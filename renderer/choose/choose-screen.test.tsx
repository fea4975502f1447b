import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { t as drafts } from '../editor/messages.ts';
import { failing } from '../engine/failing.fixture.ts';
import { buttonThatIs, expectHeading } from '../engine/screen.fixture.tsx';
import { openChoose } from './draft/draft.fixture.tsx';

test('a draft without a step in its address opens at the step that it was left at', async () => {
  const { address, asked } = openChoose('/choose/d1', { step: 'where' });
  await expect.poll(address).toBe('/choose/d1/where');
  await expectHeading('To disk in w');
  expect(asked('drafts.read')).toEqual([{ id: 'd1' }]);
});

test('an unknown step leads to the one that the draft was left at', async () => {
  const { address } = openChoose('/choose/d1/payment', { step: 'cluster' });
  await expect.poll(address).toBe('/choose/d1/cluster');
});

test('the step that is looked at is saved with the draft', async () => {
  const { asked } = openChoose('/choose/d1/where', { step: 'cluster' });
  await expect.poll(() => asked('drafts.save').map(({ step }) => step)).toEqual(['where']);
});

test('the steps share one draft: a change is there after Back', async () => {
  const { user, asked } = openChoose('/choose/d1/where', { step: 'where' });
  await user.type(await screen.findByLabelText('Enclave'), 'fleet');
  await user.click(await buttonThatIs('on', 'Back'));
  await screen.findByText('No catalog yet');
  await user.click(await buttonThatIs('on', 'Next: Where'));
  expect((await screen.findByLabelText<HTMLInputElement>('Enclave')).value).toBe('fleet');
  expect(asked('drafts.read')).toHaveLength(1);
});

test('a draft that cannot be opened is read again by a press', async () => {
  let answers = 0;
  const { user } = openChoose(
    '/choose/d1/where',
    {},
    {
      'drafts.read': () => (answers++ === 0 ? failing('the file is gone') : { id: 'd1', file: '/w/a.yaml' }),
    },
  );
  await expectHeading('This draft cannot be opened');
  screen.getByText('The file is gone');
  expect(screen.getByRole('link', { name: drafts('allDraftsButton') }).getAttribute('href')).toBe('/choose');
  await user.click(screen.getByRole('button', { name: drafts('reloadDraftButton') }));
  await expectHeading('Where does it go, and for whom?');
});

test('drafts to continue lead to the step that each was left at', async () => {
  const line = { file: '/w/a.yaml', savedAt: '2026-01-01T00:00:00Z' };
  openChoose(
    '/choose',
    {},
    {
      'drafts.list': {
        drafts: [
          { ...line, id: 'a', name: 'first', step: 'review' },
          { ...line, id: 'b', name: 'second', step: 'payment' },
        ],
      },
    },
  );
  expect((await screen.findByRole('link', { name: 'first' })).getAttribute('href')).toBe('/choose/a/review');
  expect(screen.getByRole('link', { name: 'second' }).getAttribute('href')).toBe('/choose/b/cluster');
});
