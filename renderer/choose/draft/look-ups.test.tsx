import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { EMPTY, lookUpOf, openInDraft } from './draft.fixture.tsx';
import { LookUpCard } from './look-up-card.tsx';
import { t } from './messages.ts';
import { FixButton } from './problem-fix.tsx';
import { useDraft } from './use-draft.tsx';
import { useDraftPlan } from './use-draft-plan.tsx';

/** Shows the card, the fixes of the plan, and buttons that change the draft. */
function Page({ only }: { only?: 'unknown' }) {
  const { plan, current } = useDraftPlan();
  const { change, type } = useDraft();
  return (
    <>
      <LookUpCard kinds={['graph', 'catalog']} only={only ?? 'all'} />
      {plan?.problems.map((problem) => (
        <FixButton key={problem.message} problem={problem} />
      ))}
      <p>{current ? 'current' : 'old'}</p>
      <button type="button" onClick={() => change({ enclave: 'fleet' })}>
        Change
      </button>
      <button type="button" onClick={() => change({ step: 'review' })}>
        Step
      </button>
      <button type="button" onClick={() => type('broken: [')}>
        Break
      </button>
    </>
  );
}

const page = (draft: object, answers: Answers = {}, only?: 'unknown') =>
  openInDraft(<Page only={only} />, draft, answers);

const look = (...lookUps: ReturnType<typeof lookUpOf>[]): Answers => ({ 'drafts.plan': { lookUps } });

test('a plan follows each change that it depends on, and no other', async () => {
  const { user, requested } = page({});
  await screen.findByText('current');
  await user.click(screen.getByRole('button', { name: 'Step' }));
  screen.getByText('current');
  await user.click(screen.getByRole('button', { name: 'Change' }));
  screen.getByText('old');
  await screen.findByText('current');
  expect(requested('drafts.plan').map(({ draft }) => draft.enclave)).toEqual(['default', 'fleet']);
});

test("a text that doesn't parse isn't planned", async () => {
  const { user, requested } = page({});
  await screen.findByText('current');
  await user.click(screen.getByRole('button', { name: 'Break' }));
  await user.click(screen.getByRole('button', { name: 'Change' }));
  screen.getByText('old');
  await expect.poll(() => requested('drafts.save')).toHaveLength(1);
  expect(requested('drafts.plan')).toHaveLength(1);
});

test('a new engine plans the draft again', async () => {
  const { requested, report } = page({});
  await screen.findByText('current');
  report({ type: 'engine', state: 'restarting' } as never);
  report({ type: 'engine', state: 'ready' } as never);
  await expect.poll(() => requested('drafts.plan')).toHaveLength(2);
});

test("graphs are loaded without a click, once, and catalogs aren't", async () => {
  const { requested } = page(
    {},
    { ...look(lookUpOf('graph'), lookUpOf('catalog')), 'drafts.lookUp': { fetched: 1 } },
  );
  await expect.poll(() => requested('drafts.plan')).toHaveLength(2);
  await screen.findByText('current');
  expect(requested('drafts.lookUp').map(({ ids }) => ids)).toEqual([['graph a']]);
});

test('on a metered connection nothing is loaded before a click', async () => {
  const { user, requested } = page({ metered: true }, look(lookUpOf('graph')));
  const button = await buttonThatIs('on', t('loadButton', { size: '2.0 MiB' }));
  screen.getByText(t('unknownText', { name: 'graph a' }));
  expect(requested('drafts.lookUp')).toEqual([]);
  await user.click(button);
  await screen.findByText(t('loadingText'));
  expect(requested('drafts.lookUp')[0]).toMatchObject({ ids: ['graph a'], draft: { id: 'd1' } });
});

test('loading shows its progress, and Cancel offers it again', async () => {
  const { user, requested, report } = page({ metered: true }, look(lookUpOf('graph')));
  await user.click(await buttonThatIs('on', t('loadButton', { size: '2.0 MiB' })));
  await screen.findByText(t('loadingText'));
  const { ticket } = requested('drafts.lookUp')[0]!;
  const progress = { done: 1024 ** 2, total: 2 * 1024 ** 2, unit: 'bytes' };
  report({ type: 'job', job: { kind: 'request', id: ticket, ticket, state: 'running', progress } } as never);
  await screen.findByText(t('loadingSizeText', { progress: '1.0 of 2.0 MiB' }));
  await user.click(screen.getByRole('button', { name: t('cancelButton') }));
  await buttonThatIs('on', t('loadButton', { size: '2.0 MiB' }));
});

test('one download at a time: the other buttons are disabled', async () => {
  const { user } = page({ metered: true }, look(lookUpOf('graph'), lookUpOf('catalog', { bytes: 1024 })));
  await user.click(await buttonThatIs('on', t('loadButton', { size: '2.0 MiB' })));
  await buttonThatIs('off', t('loadButton', { size: '1.0 KiB' }));
});

test('a failed download shows the error, and the next one clears it', async () => {
  let answers = 0;
  const { user } = page(
    { metered: true },
    {
      ...look(lookUpOf('graph')),
      'drafts.lookUp': () => (answers++ === 0 ? failing('no route') : { fetched: 1 }),
    },
  );
  await user.click(await buttonThatIs('on', t('loadButton', { size: '2.0 MiB' })));
  await screen.findByText('No route');
  await user.click(await buttonThatIs('on', t('loadButton', { size: '2.0 MiB' })));
  await expect.poll(() => screen.queryByText('No route')).toBeNull();
});

test.each([
  [undefined, t('refreshButton', { size: '2.0 MiB' })],
  ['unknown' as const, undefined],
])('loaded data (only: %s) shows %s', async (only, button) => {
  page({ metered: true }, look(lookUpOf('graph', { asOf: '2026-01-01T00:00:00Z' })), only);
  await screen.findByText('current');
  if (button) await buttonThatIs('on', button);
  else expect(screen.queryByRole('button', { name: /^(Refresh|Load)/ })).toBeNull();
});

test('a fix is applied to the text of its plan, and disabled for any other text', async () => {
  const fix = { label: 'Name it', bytes: 3 * 1024 ** 3, edits: [{ start: 0, end: 4, text: 'Kind' }] };
  const { user, draft } = page({}, { 'drafts.plan': { problems: [{ message: 'no name', fix }] } });
  await user.click(await buttonThatIs('on', t('fixButton', { fix: 'Name it', size: '+3.0 GiB' })));
  expect(draft().text).toBe(`Kind${EMPTY.slice(4)}`);
  await buttonThatIs('off', t('fixButton', { fix: 'Name it', size: '+3.0 GiB' }));
});

test.each([
  [undefined, 'Name it'],
  [0, 'Name it'],
  [-1536, 'Name it (−1.5 KiB)'],
])('a fix of %s bytes is labeled %j', async (bytes, label) => {
  page({}, { 'drafts.plan': { problems: [{ message: 'm', fix: { label: 'Name it', edits: [], bytes } }] } });
  await buttonThatIs('on', label);
});
