import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { t as drafts } from '../editor/messages.ts';
import { failing } from '../engine/failing.fixture.ts';
import { buttonThatIs, expectHeading } from '../engine/screen.fixture.tsx';
import { t as setup } from '../run/setup/messages.ts';
import { openChoose } from './draft/draft.fixture.tsx';
import { t } from './draft/messages.ts';
import { stepLabel } from './draft/steps.ts';
import { t as frame } from './frame/messages.ts';
import { t as operators } from './operators/messages.ts';
import { t as where } from './where/messages.ts';

test('a draft without a step in its address opens at the step at which it was closed', async () => {
  const { address, requested } = openChoose('/choose/d1', { step: 'where' });
  await expect.poll(address).toBe('/choose/d1/where');
  await expectHeading(where('diskHeading', { workspace: 'w', enclave: 'default' }));
  expect(requested('drafts.read')).toEqual([{ id: 'd1' }]);
});

test('an unknown step opens the one at which the draft was closed', async () => {
  const { address } = openChoose('/choose/d1/payment', { step: 'cluster' });
  await expect.poll(address).toBe('/choose/d1/cluster');
});

test('the current step is saved with the draft', async () => {
  const { requested } = openChoose('/choose/d1/where', { step: 'cluster' });
  await expect.poll(() => requested('drafts.save').map(({ step }) => step)).toEqual(['where']);
});

test("the steps share one draft: Back doesn't lose a change", async () => {
  const { user, requested } = openChoose('/choose/d1/where', { step: 'where' });
  await user.type(await screen.findByLabelText(setup('enclaveLabel')), 'fleet');
  await user.click(await buttonThatIs('on', frame('backButton')));
  await screen.findByText(operators('noCatalogTitle'));
  await user.click(await buttonThatIs('on', frame('nextButton', { step: stepLabel('where') })));
  expect((await screen.findByLabelText<HTMLInputElement>(setup('enclaveLabel'))).value).toBe('fleet');
  expect(requested('drafts.read')).toHaveLength(1);
});

test("a draft that couldn't be opened can be read again", async () => {
  let answers = 0;
  const { user } = openChoose(
    '/choose/d1/where',
    {},
    {
      'drafts.read': () => (answers++ === 0 ? failing('the file is gone') : { id: 'd1', file: '/w/a.yaml' }),
    },
  );
  await expectHeading(t('openFailedTitle'));
  screen.getByText('The file is gone');
  expect(screen.getByRole('link', { name: drafts('allDraftsButton') }).getAttribute('href')).toBe('/choose');
  await user.click(screen.getByRole('button', { name: drafts('reloadDraftButton') }));
  await expectHeading(where('openTitle'));
});

test('drafts link to the step at which each was closed', async () => {
  const line = { file: '/w/a.yaml', savedAt: '2026-01-01T00:00:00', enclave: 'fleet' };
  openChoose(
    '/choose',
    {},
    {
      'drafts.list': {
        drafts: [
          { ...line, id: 'a', name: 'first', named: true, step: 'review' },
          { ...line, id: 'b', name: 'a.yaml', from: '4.16.1', to: '4.16.9', step: 'payment' },
        ],
      },
    },
  );
  expect((await screen.findByRole('link', { name: 'first' })).getAttribute('href')).toBe('/choose/a/review');
  const named = screen.getByRole('link', { name: '4.16.1 to 4.16.9, enclave fleet, Jan 1, 00:00' });
  expect(named.getAttribute('href')).toBe('/choose/b/cluster');
  screen.getByRole('button', { name: drafts('renameNamedDraftButton', { name: 'first' }) });
});
