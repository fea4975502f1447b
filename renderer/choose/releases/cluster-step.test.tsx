import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { RequestInput } from '../../../core/contract/contract.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { lookUpOf, mirrorText, openInDraft } from '../draft/draft.fixture.tsx';
import { rememberMetered } from '../draft/metered.ts';
import ClusterStep from './step.tsx';

afterEach(() => rememberMetered(false));

const VERSIONS: Answers['upgrades.versions'] = {
  versions: [
    { version: '4.16.1', channels: ['stable-4.16', 'fast-4.16'] },
    { version: '4.16.5', channels: ['stable-4.16', 'fast-4.16'] },
    { version: '4.18.9', channels: ['stable-4.18'] },
  ],
};

const channels = [{ name: 'stable-4.16', minVersion: '4.16.1', maxVersion: '4.16.5', shortestPath: true }];

const RISK = { name: 'SlowBoot', message: 'Nodes boot slowly.', url: 'https://x.example/slow', always: true };

const hop = (from: string, to: string, risks: object[] = []) => ({ from, to, risks, suggested: false });

/** The update service has one update between the versions, which it asks about. */
const PATH = ({ from, to }: RequestInput<'upgrades.path'>) => ({
  answer: { path: [from, to], hops: [hop(from, to)] },
  configuration: { channels },
});

const step = (draft: object = {}, answers: Answers = {}) =>
  openInDraft(<ClusterStep />, draft, {
    'upgrades.versions': VERSIONS,
    'upgrades.path': PATH,
    ...answers,
  });

const releases = (page: ReturnType<typeof step>) =>
  page
    .view()
    .releases.map(({ name, minVersion, maxVersion, shortestPath }) =>
      [name, minVersion ?? '', maxVersion ?? '', ...(shortestPath ? ['shortest'] : [])].join(' '),
    );

const SELECTED = mirrorText(`
platform:
  channels:
    - name: stable-4.16
      minVersion: 4.16.1
      maxVersion: 4.16.5
      shortestPath: true
`);

test('without a selection the title is the question', async () => {
  const { asked } = step();
  await expectHeading('Which version is the cluster on, and which one is wanted?');
  expect(asked('upgrades.path')).toEqual([]);
});

test('two versions are answered by the update service, and the answer is written', async () => {
  const page = step();
  await page.user.type(await screen.findByLabelText('I am on'), '4.16.1{Enter}');
  await page.user.type(screen.getByLabelText('I want'), '4.16.5{Enter}');
  await expect.poll(() => releases(page)).toEqual(['stable-4.16 4.16.1 4.16.5 shortest']);
  expect(page.asked('upgrades.path').at(-1)).toEqual({
    workspace: '/w',
    from: '4.16.1',
    to: '4.16.5',
    channel: 'stable',
    architecture: 'amd64',
    avoidRisks: false,
    source: { kind: 'service' },
  });
  expect(page.draft()).toMatchObject({ from: '4.16.1', to: '4.16.5' });
  await expectHeading('Releases of stable-4.16 from 4.16.1 to 4.16.5');
});

test('a version counts when its field is left, not with each key', async () => {
  const page = step();
  const field = await screen.findByLabelText('I want');
  await page.user.type(field, '5.0.7');
  expect(page.draft().to).toBeUndefined();
  await page.user.tab();
  await expect.poll(() => page.draft().to).toBe('5.0.7');
  expect(releases(page)).toEqual(['stable-5.0 5.0.7 5.0.7']);
  expect(page.asked('upgrades.path')).toEqual([]);
});

test.each([
  ['I am on', '4.18', 'Write it with its patch, 4.16.20.'],
  ['I want', 'four', 'Write 4.18.9 or 4.18.'],
])('the field "%s" rejects %j', async (label, typed, problem) => {
  const page = step();
  await page.user.type(await screen.findByLabelText(label), `${typed}{Enter}`);
  await screen.findByText(problem);
  expect(page.draft()).toMatchObject({ text: page.draft().text });
  expect([page.draft().from, page.draft().to]).toEqual([undefined, undefined]);
});

test('a minor stands for its newest known version', async () => {
  const page = step();
  await page.user.type(await screen.findByLabelText('I want'), '4.16{Enter}');
  await expect.poll(() => releases(page)).toEqual(['stable-4.16 4.16.5 4.16.5']);
});

test('the version that a draft began with is written without a press', async () => {
  const page = step({ to: '4.18.9' });
  await expect.poll(() => releases(page)).toEqual(['stable-4.18 4.18.9 4.18.9']);
});

test('another channel asks again', async () => {
  const page = step({ text: SELECTED });
  await page.user.selectOptions(await screen.findByRole('combobox', { name: 'Channel' }), 'fast');
  await expect
    .poll(() => page.asked('upgrades.path').map(({ channel }) => channel))
    .toEqual(['stable', 'fast']);
});

test('architectures are written in their order, and the last one stays', async () => {
  const page = step();
  await page.user.click(await screen.findByLabelText('amd64'));
  expect(screen.getByLabelText<HTMLInputElement>('amd64').checked).toBe(true);
  await page.user.click(screen.getByLabelText('s390x'));
  await page.user.click(screen.getByLabelText('arm64'));
  await expect.poll(() => page.view().architectures).toEqual(['amd64', 'arm64', 's390x']);
});

test('a metered link asks only what is kept on this host', async () => {
  const page = step({ from: '4.16.1', to: '4.16.5', metered: true, text: SELECTED });
  await expect.poll(() => page.asked('upgrades.path')[0]?.source).toEqual({ kind: 'kept' });
});

test('the switch of the metered link counts for this draft and the next ones', async () => {
  const page = step();
  await page.user.click(await screen.findByRole('switch', { name: /^Metered link/ }));
  expect(page.draft().metered).toBe(true);
  expect(localStorage.getItem('airlock-metered')).toBe('yes');
});

test('versions that no kept graph has leave the text as it is, until a graph is looked up', async () => {
  const page = step(
    { from: '4.16.1', to: '4.16.5', metered: true },
    {
      'upgrades.path': { refusal: { kind: 'unknown-version', message: 'unknown' } },
      'drafts.plan': { lookUps: [lookUpOf('graph')] },
    },
  );
  await screen.findByText(/^No update graph that is kept here knows the way from 4.16.1 to 4.16.5/);
  await buttonThatIs('on', 'Look it up, 2.0 MiB');
  expect(page.asked('drafts.lookUp')).toEqual([]);
});

test('a failed question offers to ask again, or to write the versions as they are', async () => {
  let answers = 0;
  const page = step(
    { from: '4.16.1', to: '4.16.5', text: SELECTED },
    { 'upgrades.path': (input) => (answers++ === 0 ? failing('no route to host') : PATH(input)) },
  );
  await screen.findByText('The update graph could not be read', { exact: false });
  screen.getByText('No route to host');
  await buttonThatIs('on', 'Write the versions as they are');
  await page.user.click(await buttonThatIs('on', 'Try again'));
  await screen.findByRole('region', { name: 'The way' });
  expect(page.asked('upgrades.path')).toHaveLength(2);
});

test('a text that selects something else keeps it until the answer is written by a press', async () => {
  const page = step({ from: '4.16.1', to: '4.16.5', text: SELECTED.replace('4.16.1', '4.16.3') });
  await screen.findByText('The configuration selects something else than this question', { exact: false });
  expect(releases(page)).toEqual(['stable-4.16 4.16.3 4.16.5 shortest']);
  await page.user.click(screen.getByRole('button', { name: 'Write the answer into it' }));
  await expect.poll(() => releases(page)).toEqual(['stable-4.16 4.16.1 4.16.5 shortest']);
  expect(screen.queryByRole('button', { name: 'Write the answer into it' })).toBeNull();
});

test('a path around the risks is asked for by a press, and so is the shortest one again', async () => {
  const page = step(
    { from: '4.16.1', to: '4.16.5', text: SELECTED },
    {
      'upgrades.path': ({ from, to, avoidRisks }) => ({
        answer: { path: [from, to], hops: [hop(from, to, avoidRisks ? [] : [RISK])] },
        around: avoidRisks
          ? undefined
          : { path: [from, '4.16.4', to], hops: [hop(from, '4.16.4'), hop('4.16.4', to)] },
        configuration: { channels },
      }),
    },
  );
  await screen.findByText(/4\.16\.1 → 4\.16\.4 → 4\.16\.5, 2 updates/);
  await page.user.click(screen.getByRole('button', { name: 'Take this way' }));
  await screen.findByText(/^Risks are avoided\./);
  expect(page.asked('upgrades.path').map(({ avoidRisks }) => avoidRisks)).toEqual([false, true]);
  await page.user.click(screen.getByRole('button', { name: 'Take the shortest way' }));
  await screen.findByRole('button', { name: 'Take this way' });
});

test('the drawing of the path has the same question', async () => {
  step({ from: '4.16.1', to: '4.16.5', text: SELECTED });
  const link = await screen.findByRole('link', { name: 'See the drawing' });
  expect(link.getAttribute('href')).toBe('/upgrades?from=4.16.1&to=4.16.5');
});

test('a refusal leaves the text as it is', async () => {
  const page = step(
    { from: '4.16.1', to: '4.16.5' },
    { 'upgrades.path': { refusal: { kind: 'no-path', message: 'no path leads there' } } },
  );
  await screen.findByText(/no path leads there/i);
  expect(releases(page)).toEqual([]);
});
