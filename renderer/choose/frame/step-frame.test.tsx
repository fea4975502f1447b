import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useKeyboard } from '../../app-state/keys.ts';
import { t as drafts } from '../../editor/messages.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { FAULTY, mirrorText, openInDraft, type PlanPart } from '../draft/draft.fixture.tsx';
import { STEPS } from '../draft/steps.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { t } from './messages.ts';
import { StepFrame } from './step-frame.tsx';

/** A step with one field, in a page with shortcuts. */
function Step({ name = 'operators' as const, ...props }: { name?: 'cluster' | 'operators' | 'where' }) {
  const { change } = useDraft();
  useKeyboard(() => false, []);
  return (
    <StepFrame step={name} title="A title" {...props}>
      <button type="button" onClick={() => change({ enclave: 'fleet' })}>
        Change
      </button>
    </StepFrame>
  );
}

const frame = (draft: object = {}, answers: Answers = {}, name?: 'cluster' | 'operators' | 'where') =>
  openInDraft(<Step name={name} />, draft, answers, '/choose/d1/operators');

const label = (name: string) => STEPS.find((step) => step.name === name)!.label;

const next = (name: string) => t('nextButton', { step: label(name) });

const planned = (plan: PlanPart): Answers => ({ 'drafts.plan': plan });

test('the title has the focus, and the row of steps marks the current one', async () => {
  frame({}, planned({ images: 1 }));
  await expectHeading('A title');
  expect(document.activeElement?.textContent).toBe('A title');
  screen.getByText(/^: step 2 of 4, /);
  const steps = within(screen.getByRole('navigation', { name: t('stepsLabel') }));
  expect(steps.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    [`${label('cluster')}, done`, '/choose/d1/cluster'],
    [`2${label('operators')}`, '/choose/d1/operators'],
    [`3${label('where')}`, '/choose/d1/where'],
    [`4${label('review')}`, '/choose/d1/review'],
  ]);
  expect(steps.getAllByRole('link').map((link) => link.getAttribute('aria-current'))).toEqual([
    ...[null, 'step', null, null],
  ]);
});

test('a step shows the worst problem of its fields, and an empty selection is not valid', async () => {
  const problems = [
    { level: 'error' as const, path: 'mirror.platform.channels[0]' },
    { level: 'warning' as const, path: 'mirror.additionalImages[0]' },
  ];
  const { user } = frame({}, planned({ problems }));
  const steps = within(screen.getByRole('navigation', { name: t('stepsLabel') }));
  await steps.findByRole('link', { name: /has errors/ });
  expect(steps.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    `${label('cluster')}, has errors`,
    `2${label('operators')}`,
    `${label('where')}, has warnings`,
    `4${label('review')}`,
  ]);
  expect(steps.getByRole('link', { name: /errors/ }).className).toBe('al-choose-step-error');
  await user.click(await buttonThatIs('on', t('yamlButton')));
  await screen.findByText(drafts('yamlErrors', { errors: 1 }));
  await user.click(screen.getByRole('button', { name: t('yamlButton') }));
});

test("the YAML of an empty selection isn't shown as valid", async () => {
  const { user } = frame({}, planned({ images: 0 }));
  await user.click(await buttonThatIs('on', t('yamlButton')));
  await screen.findByText(t('nothingNote'));
  expect(screen.queryByText(drafts('yamlValid'))).toBeNull();
  await user.click(screen.getByRole('button', { name: t('yamlButton') }));
});

test.each([
  [next('where'), '/choose/d1/where'],
  [t('backButton'), '/choose/d1/cluster'],
])('%s leads to %s', async (button, to) => {
  const { user, address } = frame();
  await user.click(await buttonThatIs('on', button));
  expect(address()).toBe(to);
});

test('the first step has no previous step', async () => {
  frame({}, {}, 'cluster');
  await buttonThatIs('on', next('operators'));
  expect(screen.queryByRole('button', { name: t('backButton') })).toBeNull();
});

test.each([
  ['n', '/choose/d1/where'],
  ['b', '/choose/d1/cluster'],
])('the key %s leads to %s', async (key, to) => {
  const { address } = frame();
  await expectHeading('A title');
  fireEvent.keyDown(document.body, { key });
  await expect.poll(address).toBe(to);
});

test('the YAML opens and closes by its button and by its key', async () => {
  const { user } = frame();
  const button = await buttonThatIs('on', t('yamlButton'));
  const open = () => button.getAttribute('aria-expanded');
  expect(open()).toBe('false');
  await user.click(button);
  await screen.findByText(t('yamlNote'));
  expect(open()).toBe('true');
  fireEvent.keyDown(document.body, { key: 'y' });
  await expect.poll(open).toBe('false');
});

test('Save and close saves a change first and then leaves', async () => {
  const { user, requested, address } = frame();
  await user.click(await buttonThatIs('on', 'Change'));
  await user.click(screen.getByRole('button', { name: t('closeButton') }));
  await expect.poll(address).toBe('/choose');
  expect(requested('drafts.save')[0]!.enclave).toBe('fleet');
});

test("a draft that couldn't be saved stays open, and a button saves it again", async () => {
  let answers = 0;
  const { user, address } = frame(
    {},
    { 'drafts.save': ({ id }) => (answers++ === 0 ? failing('the disk is full') : { id }) },
  );
  await user.click(await buttonThatIs('on', 'Change'));
  await user.click(screen.getByRole('button', { name: t('closeButton') }));
  await screen.findByText(drafts('draftUnsaved'));
  expect(address()).toBe('/choose/d1/operators');
  await user.click(await buttonThatIs('on', drafts('saveDraftButton')));
  await screen.findByText(/^Draft saved at \d/);
});

test('a change is saved automatically', async () => {
  const { user, requested } = frame();
  await user.click(await buttonThatIs('on', 'Change'));
  screen.getByText(drafts('draftSaving'));
  await expect.poll(() => requested('drafts.save').map(({ enclave }) => enclave)).toEqual(['fleet']);
  await screen.findByText(/^Draft saved at \d/);
});

test("a text that doesn't parse disables the form and links to its line", async () => {
  const { user } = frame({ text: FAULTY });
  await screen.findByText(/^YAML syntax error on line/);
  expect(screen.getByText('Change').closest('[inert]')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: /^Go to line/ }));
  expect((await buttonThatIs('on', t('yamlButton'))).getAttribute('aria-expanded')).toBe('true');
  await user.click(screen.getByRole('button', { name: t('yamlButton') }));
});

test('lines with missing credentials are listed until the user continues without them', async () => {
  const text = mirrorText('additionalImages:\n  - name: a/b:1');
  const { user, draft } = frame({
    text,
    strippedLines: ['    - name: a/b:1', 'kind: ImageSetConfiguration'],
  });
  await screen.findByText(t('credentialsMissingTitle', { count: 2, lines: '1 and 5' }), { exact: false });
  await user.click(screen.getByRole('button', { name: t('withoutButton') }));
  expect(screen.queryByRole('button', { name: t('withoutButton') })).toBeNull();
  expect(draft().strippedLines).toEqual([]);
});

const problem = (level: 'error' | 'warning' | 'info', message: string) => ({ level, message });

test.each([
  [[problem('info', 'a tag moves')], undefined, undefined, ''],
  [[problem('warning', 'a tag moves')], 'A tag moves.', t('reviewButton', { problems: 1 }), ''],
  [
    [problem('warning', 'a tag moves'), problem('error', 'no channel')],
    'No channel.',
    t('reviewErrorsLink', { errors: 1 }),
    '?severity=error',
  ],
])('the bar shows the worst of %j, and Review its severity', async (problems, message, link, severity) => {
  const { requested } = frame({}, planned({ problems }));
  await expect.poll(() => requested('drafts.plan')).toHaveLength(1);
  if (message === undefined || link === undefined) {
    await expect.poll(() => screen.queryByText(t('totalWaitingText'))).toBeNull();
    return expect(screen.queryByRole('link', { name: /Review$/ })?.textContent).toBe(`4${label('review')}`);
  }
  await screen.findByText(message);
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(`/choose/d1/review${severity}`);
});
