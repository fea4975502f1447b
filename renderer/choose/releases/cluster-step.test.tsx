import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { RequestInput } from '../../../core/contract/contract.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { t as upgrades } from '../../upgrades/messages.ts';
import { t as question } from '../../upgrades/question/messages.ts';
import { lookUpOf, mirrorText, openInDraft } from '../draft/draft.fixture.tsx';
import { t as draftTexts } from '../draft/messages.ts';
import { rememberMetered } from '../draft/metered.ts';
import { t as frame } from '../frame/messages.ts';
import { t } from './messages.ts';
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

/** The update service has one update between the requested versions. */
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

test('without a selection the title is the instruction', async () => {
  const { requested } = step();
  await expectHeading(t('openTitle'));
  expect(requested('upgrades.path')).toEqual([]);
});

test("a version that doesn't exist is an error with a fix, and the step is marked", async () => {
  const edits = [{ start: 0, end: 0, text: '# fixed\n' }];
  const problems = [
    {
      ...{ code: 'release-unknown', level: 'error' as const, subject: '4.99' },
      message: "version 4.99 isn't in the update graphs",
      fix: { label: 'Use 4.16.5', to: '4.16.5', edits },
    },
    ...['one', 'two', 'three'].map((message) => ({
      level: 'error' as const,
      path: 'mirror.platform',
      message,
    })),
  ];
  const page = step(
    { to: '4.99' },
    { 'drafts.plan': ({ draft }) => ({ problems: draft.to === '4.99' ? problems : [] }) },
  );
  const list = await screen.findByRole('list', { name: frame('stepProblemsLabel') });
  expect(list.textContent).toContain("Version 4.99 isn't in the update graphs.");
  const link = within(list).getByRole('link', { name: frame('reviewErrorsLink', { errors: 4 }) });
  expect(link.getAttribute('href')).toBe('/choose/d1/review?severity=error');
  screen.getByRole('link', { name: /has errors/ });
  await page.user.click(await buttonThatIs('on', 'Use 4.16.5'));
  expect(page.draft()).toMatchObject({ to: '4.16.5', text: expect.stringContaining('# fixed') });
  await expect.poll(() => screen.queryByRole('list', { name: frame('stepProblemsLabel') })).toBeNull();
});

test('the update service finds the path, and the answer is written to the text', async () => {
  const page = step();
  await page.user.type(await screen.findByLabelText(t('fromLabel')), '4.16.1{Enter}');
  await page.user.type(screen.getByLabelText(t('toLabel')), '4.16.5{Enter}');
  await expect.poll(() => releases(page)).toEqual(['stable-4.16 4.16.1 4.16.5 shortest']);
  expect(page.requested('upgrades.path').at(-1)).toEqual({
    workspace: '/w',
    from: '4.16.1',
    to: '4.16.5',
    channel: 'stable',
    architecture: 'amd64',
    avoidRisks: false,
    source: { kind: 'service' },
  });
  expect(page.draft()).toMatchObject({ from: '4.16.1', to: '4.16.5' });
  await expectHeading(t('rangeTitle', { channel: 'stable-4.16', from: '4.16.1', to: '4.16.5' }));
});

test('versions of a draft that are none are errors of their fields, and nothing is requested', async () => {
  const { requested } = step({ from: 'abc', to: 'def' });
  await screen.findByText(question('fullVersionError'));
  screen.getByText(question('versionError'));
  expect(screen.queryByText(t('graphFailedTitle'))).toBeNull();
  expect(requested('upgrades.path')).toEqual([]);
  expect(requested('drafts.save').every(({ text }) => !text?.includes('abc'))).toBe(true);
});

test('a version is used when its field loses focus, not with each key', async () => {
  const page = step();
  const field = await screen.findByLabelText(t('toLabel'));
  await page.user.type(field, '5.0.7');
  expect(page.draft().to).toBeUndefined();
  await page.user.tab();
  await expect.poll(() => page.draft().to).toBe('5.0.7');
  expect(releases(page)).toEqual(['stable-5.0 5.0.7 5.0.7']);
  expect(page.requested('upgrades.path')).toEqual([]);
});

test.each([
  [t('fromLabel'), '4.18', question('fullVersionError')],
  [t('toLabel'), 'four', question('versionError')],
])('the field "%s" rejects %j', async (label, typed, problem) => {
  const page = step();
  await page.user.type(await screen.findByLabelText(label), `${typed}{Enter}`);
  await screen.findByText(problem);
  expect(page.draft()).toMatchObject({ text: page.draft().text });
  expect([page.draft().from, page.draft().to]).toEqual([undefined, undefined]);
});

test('a minor version selects its latest known release', async () => {
  const page = step();
  await page.user.type(await screen.findByLabelText(t('toLabel')), '4.16{Enter}');
  await expect.poll(() => releases(page)).toEqual(['stable-4.16 4.16.5 4.16.5']);
});

test('the version with which a draft was started is written without a click', async () => {
  const page = step({ to: '4.18.9' });
  await expect.poll(() => releases(page)).toEqual(['stable-4.18 4.18.9 4.18.9']);
});

test('a target version that is cleared removes its releases from the text', async () => {
  const page = step({ text: SELECTED, from: '4.16.1', to: '4.16.5' });
  const target = await screen.findByRole<HTMLInputElement>('combobox', { name: t('toLabel') });
  expect(releases(page)).toEqual(['stable-4.16 4.16.1 4.16.5 shortest']);
  await page.user.clear(target);
  await page.user.tab();
  await expect.poll(() => releases(page)).toEqual([]);
  expect(target.value).toBe('');
});

test('a text with several channels keeps them when its current version changes', async () => {
  const page = step({
    text: mirrorText('platform: {channels: [{name: stable-4.16}, {name: stable-4.18}]}'),
  });
  const from = await screen.findByRole('combobox', { name: t('fromLabel') });
  await page.user.type(from, '4.16.1');
  await page.user.tab();
  await expect.poll(() => releases(page)).toEqual(['stable-4.16  ', 'stable-4.18  ']);
});

test('another channel repeats the request', async () => {
  const page = step({ text: SELECTED });
  await page.user.selectOptions(await screen.findByRole('combobox', { name: t('channelLabel') }), 'fast');
  await expect
    .poll(() => page.requested('upgrades.path').map(({ channel }) => channel))
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

test('a metered connection uses only stored graphs', async () => {
  const page = step({ from: '4.16.1', to: '4.16.5', metered: true, text: SELECTED });
  await expect.poll(() => page.requested('upgrades.path')[0]?.source).toEqual({ kind: 'cached' });
});

test('the switch of the metered connection applies to this draft and the next ones', async () => {
  const page = step();
  await page.user.click(await screen.findByRole('switch', { name: t('meteredText') }));
  expect(page.draft().metered).toBe(true);
  expect(localStorage.getItem('airlock-metered')).toBe('yes');
});

test('versions without a stored graph leave the text unchanged, until a graph is loaded', async () => {
  const page = step(
    { from: '4.16.1', to: '4.16.5', metered: true },
    {
      'upgrades.path': { rejection: { kind: 'unknown-version', message: 'unknown' } },
      'drafts.plan': { lookUps: [lookUpOf('graph')] },
    },
  );
  await screen.findByText(t('pathUnknownText', { from: '4.16.1', to: '4.16.5' }));
  await buttonThatIs('on', draftTexts('loadButton', { size: '2.0 MiB' }));
  expect(page.requested('drafts.lookUp')).toEqual([]);
});

test('a failed request offers to try again, or to use the versions without a path', async () => {
  let answers = 0;
  const page = step(
    { from: '4.16.1', to: '4.16.5', text: SELECTED },
    { 'upgrades.path': (input) => (answers++ === 0 ? failing('no route to host') : PATH(input)) },
  );
  await screen.findByText(t('graphFailedTitle'), { exact: false });
  screen.getByText('No route to host');
  await buttonThatIs('on', t('plainButton'));
  await page.user.click(await buttonThatIs('on', t('retryButton')));
  await screen.findByRole('region', { name: t('pathLabel') });
  expect(page.requested('upgrades.path')).toHaveLength(2);
});

test('a text with another selection is unchanged until a click writes the answer', async () => {
  const page = step({ from: '4.16.1', to: '4.16.5', text: SELECTED.replace('4.16.1', '4.16.3') });
  await screen.findByText(t('differsTitle'), { exact: false });
  expect(releases(page)).toEqual(['stable-4.16 4.16.3 4.16.5 shortest']);
  await page.user.click(screen.getByRole('button', { name: t('writeButton') }));
  await expect.poll(() => releases(page)).toEqual(['stable-4.16 4.16.1 4.16.5 shortest']);
  expect(screen.queryByRole('button', { name: t('writeButton') })).toBeNull();
});

test('buttons switch between the path without risks and the shortest one', async () => {
  const page = step(
    { from: '4.16.1', to: '4.16.5', text: SELECTED },
    {
      'upgrades.path': ({ from, to, avoidRisks }) => ({
        answer: { path: [from, to], hops: [hop(from, to, avoidRisks ? [] : [RISK])] },
        alternative: avoidRisks
          ? undefined
          : { path: [from, '4.16.4', to], hops: [hop(from, '4.16.4'), hop('4.16.4', to)] },
        configuration: { channels },
      }),
    },
  );
  await screen.findByText(/4\.16\.1 → 4\.16\.4 → 4\.16\.5 \(2 updates\)/);
  await page.user.click(screen.getByRole('button', { name: t('aroundButton') }));
  await screen.findByText(t('avoidedText'), { exact: false });
  expect(page.requested('upgrades.path').map(({ avoidRisks }) => avoidRisks)).toEqual([false, true]);
  await page.user.click(screen.getByRole('button', { name: t('shortestButton') }));
  await screen.findByRole('button', { name: t('aroundButton') });
});

test('the picture shows all releases of the mirror, and a choice switches between the path and the range', async () => {
  const page = step(
    { from: '4.16.1', to: '4.16.5', text: SELECTED },
    {
      'drafts.plan': ({ draft }) => ({
        releases: draft.text.includes('shortestPath')
          ? ['4.16.1', '4.16.2', '4.16.5']
          : ['4.16.1', '4.16.2', '4.16.3', '4.16.5'],
      }),
    },
  );
  await screen.findByText(t('shortestExtraSentence', { versions: '4.16.2' }));
  const steps = await screen.findByRole('list', { name: upgrades('stepsLabel') });
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('p')!.textContent),
  ).toEqual([...['4.16.1', '4.16.2', '4.16.5']]);
  const path = screen.getByRole<HTMLInputElement>('radio', { name: /shortestPath: true/ });
  expect(path.checked).toBe(true);
  await page.user.click(screen.getByRole('radio', { name: /no shortestPath/ }));
  await screen.findByText(t('rangeExtraSentence', { versions: '4.16.2, 4.16.3' }));
  expect(releases(page)).toEqual(['stable-4.16 4.16.1 4.16.5']);
  expect(screen.queryByText(t('differsTitle'), { exact: false })).toBeNull();
  await page.user.click(path);
  await expect.poll(() => page.draft().text).toBe(SELECTED);
});

test('without a range there is no choice', async () => {
  step({ text: SELECTED.replace('4.16.1', '4.16.5') });
  await screen.findByLabelText(t('toLabel'));
  expect(screen.queryByRole('radio')).toBeNull();
});

test('the diagram of the path has the same versions', async () => {
  step({ from: '4.16.1', to: '4.16.5', text: SELECTED });
  const link = await screen.findByRole('link', { name: t('diagramButton') });
  expect(link.getAttribute('href')).toBe('/upgrades?from=4.16.1&to=4.16.5');
});

test('an answer without a path leaves the text unchanged', async () => {
  const page = step(
    { from: '4.16.1', to: '4.16.5' },
    { 'upgrades.path': { rejection: { kind: 'no-path', message: 'no path leads there' } } },
  );
  await screen.findByText(/no path leads there/i);
  await expectHeading(t('noPathTitle', { from: '4.16.1', to: '4.16.5' }));
  expect(releases(page)).toEqual([]);
  expect(screen.queryByText(t('unchangedText'))).toBeNull();
});

test('an answer without a path says that the configuration keeps its releases', async () => {
  const page = step(
    { from: '4.16.1', to: '4.16.5', text: SELECTED },
    { 'upgrades.path': { rejection: { kind: 'no-path', message: 'no path leads there' } } },
  );
  await screen.findByText(t('unchangedText'));
  expect(page.draft().text).toBe(SELECTED);
});
