import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useKeyboard } from '../../app-state/keys.ts';
import { t as drafts } from '../../editor/messages.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { FAULTY, mirrorText, openInDraft, type PlanPart } from '../draft/draft.fixture.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { StepFrame } from './step-frame.tsx';

/** A step with one field, in a page that hears shortcuts. */
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

const planned = (plan: PlanPart): Answers => ({ 'drafts.plan': plan });

test('the title has the focus, and the row of steps marks where one is', async () => {
  frame();
  await expectHeading('A title');
  expect(document.activeElement?.textContent).toBe('A title');
  screen.getByText(': step 2 of 4, Operators');
  const steps = within(screen.getByRole('navigation', { name: 'Steps' }));
  expect(steps.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Cluster, done', '/choose/d1/cluster'],
    ['2Operators', '/choose/d1/operators'],
    ['3Where', '/choose/d1/where'],
    ['4Review', '/choose/d1/review'],
  ]);
  expect(steps.getAllByRole('link').map((link) => link.getAttribute('aria-current'))).toEqual([
    ...[null, 'step', null, null],
  ]);
});

test.each([
  ['Next: Where', '/choose/d1/where'],
  ['Back', '/choose/d1/cluster'],
])('%s leads to %s', async (button, to) => {
  const { user, address } = frame();
  await user.click(await buttonThatIs('on', button));
  expect(address()).toBe(to);
});

test('the first step has no step before it', async () => {
  frame({}, {}, 'cluster');
  await buttonThatIs('on', 'Next: Operators');
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
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
  const button = await buttonThatIs('on', 'YAML');
  const open = () => button.getAttribute('aria-expanded');
  expect(open()).toBe('false');
  await user.click(button);
  await screen.findByText('Edits go both ways. Comments and order stay as you wrote them.');
  expect(open()).toBe('true');
  fireEvent.keyDown(document.body, { key: 'y' });
  await expect.poll(open).toBe('false');
});

test('Save and close saves a change first and then leaves', async () => {
  const { user, asked, address } = frame();
  await user.click(await buttonThatIs('on', 'Change'));
  await user.click(screen.getByRole('button', { name: 'Save and close' }));
  await expect.poll(address).toBe('/choose');
  expect(asked('drafts.save')[0]!.enclave).toBe('fleet');
});

test('a draft that could not be saved is not left, and saving is tried again by a press', async () => {
  let answers = 0;
  const { user, address } = frame(
    {},
    { 'drafts.save': ({ id }) => (answers++ === 0 ? failing('the disk is full') : { id }) },
  );
  await user.click(await buttonThatIs('on', 'Change'));
  await user.click(screen.getByRole('button', { name: 'Save and close' }));
  await screen.findByText(drafts('draftUnsaved'));
  expect(address()).toBe('/choose/d1/operators');
  await user.click(await buttonThatIs('on', drafts('saveDraftButton')));
  await screen.findByText(/^Draft saved at \d/);
});

test('a change is saved without a press', async () => {
  const { user, asked } = frame();
  await user.click(await buttonThatIs('on', 'Change'));
  screen.getByText(drafts('draftSaving'));
  await expect.poll(() => asked('drafts.save').map(({ enclave }) => enclave)).toEqual(['fleet']);
  await screen.findByText(/^Draft saved at \d/);
});

test('a text that is no YAML locks the form and leads to its line', async () => {
  const { user } = frame({ text: FAULTY });
  await screen.findByText(/^YAML syntax error in line/);
  expect(screen.getByText('Change').closest('[inert]')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: /^Go to line/ }));
  expect((await buttonThatIs('on', 'YAML')).getAttribute('aria-expanded')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'YAML' }));
});

test('withheld credentials are named by their lines until they are given up', async () => {
  const text = mirrorText('additionalImages:\n  - name: a/b:1');
  const { user, draft } = frame({ text, withheld: ['    - name: a/b:1', 'kind: ImageSetConfiguration'] });
  await screen.findByText(/Credentials are missing in lines 1 and 5/);
  await user.click(screen.getByRole('button', { name: 'Go on without them' }));
  expect(screen.queryByText(/Credentials are missing/)).toBeNull();
  expect(draft().withheld).toEqual([]);
});

const problem = (level: 'error' | 'warning' | 'info', message: string) => ({ level, message });

test.each([
  [[problem('info', 'a tag moves')], undefined, undefined],
  [[problem('warning', 'a tag moves')], 'a tag moves', 'See it in Review'],
  [
    [problem('warning', 'a tag moves'), problem('error', 'no channel')],
    'no channel',
    '2 problems, see Review',
  ],
])('the bar shows the worst of %j', async (problems, message, link) => {
  const { asked } = frame({}, planned({ problems }));
  await expect.poll(() => asked('drafts.plan')).toHaveLength(1);
  if (message === undefined || link === undefined) {
    await expect.poll(() => screen.queryByText('What the draft comes to will stand here.')).toBeNull();
    return expect(screen.queryByRole('link', { name: /Review$/ })?.textContent).toBe('4Review');
  }
  await screen.findByText(message);
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/choose/d1/review');
});
