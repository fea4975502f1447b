import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { FAULTY, lookUpOf, mirrorText, openInDraft, type PlanPart } from '../draft/draft.fixture.tsx';
import ReviewStep from './step.tsx';

const GIB = 1024 ** 3;

const PLAN: PlanPart = {
  images: 3,
  bytes: 3 * GIB,
  bytesToFetch: 2 * GIB,
  bytesToCarry: 2 * GIB,
  exact: true,
  releases: ['4.18.9'],
};

const SETTINGS = { workflow: 'mirrorToDisk' as const, directory: '/w', configFile: '/w/set.yaml' };

let drafts = 0;

/** Opens Review; each draft has a name of its own, because plans outlive the screen. */
const review = (plan: PlanPart = {}, answers: Answers = {}, draft: object = {}) =>
  openInDraft(
    <ReviewStep />,
    { id: `d${++drafts}`, text: mirrorText('platform: {}'), digest: 'sha256:old', ...draft },
    {
      'drafts.plan': { ...PLAN, ...plan },
      'drafts.command': { command: 'airlock mirror --config /w/set.yaml', settings: SETTINGS },
      'drafts.compare': {},
      'configurations.save': { digest: 'sha256:new' },
      'workspaces.open': { directory: '/w' },
      'runs.start': { run: { root: '/w', sequence: 4 } },
      ...answers,
    },
    `/choose/d${drafts}/review`,
  );

const problem = (level: 'error' | 'warning', message: string) => ({ level, message, remedy: 'Fix it.' });

test('the title is the sentence of the plan, and nothing happens without a press', async () => {
  const { asked } = review();
  await expectHeading(/^New cluster/);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'New cluster on 4.18.9: 3.0 GiB, 1.0 GiB held here, 2.0 GiB to fetch, 1 stick.',
  );
  screen.getByText('airlock mirror --config /w/set.yaml');
  expect([asked('configurations.save'), asked('runs.start'), asked('plans.make')]).toEqual([[], [], []]);
});

test('Run fetch saves the file, opens the workspace and starts the run', async () => {
  const { user, asked, address } = review();
  await user.click(await buttonThatIs('on', 'Run fetch'));
  await expect.poll(address).toBe('/run/4?root=%2Fw');
  expect(asked('configurations.save')).toMatchObject([{ file: '/w/set.yaml', digest: 'sha256:old' }]);
  expect(asked('workspaces.open')).toEqual([{ directory: '/w', create: true }]);
  expect(asked('runs.start')[0]!.settings).toMatchObject(SETTINGS);
});

test.each([
  ['configurations.save', 'The configuration was not saved'],
  ['workspaces.open', 'The workspace was not opened'],
  ['runs.start', 'The run was not started'],
] as const)('a failure of %s shows it, and no later request is made', async (request, title) => {
  const { user, asked, address } = review(
    {},
    { [request]: failing('the disk is full', { remedy: 'Remove files.' }) },
  );
  const before = address();
  await user.click(await buttonThatIs('on', 'Run fetch'));
  await screen.findByText(title, { exact: false });
  screen.getByText('Remove files.');
  expect(asked('runs.start')).toHaveLength(request === 'runs.start' ? 1 : 0);
  expect(address()).toBe(before);
  await buttonThatIs('on', 'Run fetch');
});

test('an error of the plan prevents the run until it is fixed', async () => {
  const text = mirrorText('platform: {}');
  const start = text.indexOf('platform');
  const fix = {
    label: 'Remove platform',
    edits: [{ start, end: start + 'platform: {}'.length, text: 'x: 1' }],
  };
  const page = review(
    {},
    {
      'drafts.plan': ({ draft }) => ({
        ...PLAN,
        problems: draft.text.includes('platform')
          ? [{ ...problem('error', 'there is no channel'), line: 4, fix: { ...fix, bytes: -GIB } }]
          : [],
      }),
    },
  );
  await screen.findByText('1 of them prevents the run');
  await buttonThatIs('off', 'Run fetch');
  await buttonThatIs('off', 'Send for approval');
  await buttonThatIs('on', 'Save configuration');
  await page.user.click(await buttonThatIs('on', 'Remove platform, −1.0 GiB'));
  await screen.findByText('Nothing to know');
  await buttonThatIs('on', 'Run fetch');
  expect(page.draft().text).toContain('x: 1');
});

test('problems are listed with the gravest first', async () => {
  review({ problems: [problem('warning', 'a tag moves'), problem('error', 'a channel is missing')] });
  const list = within(await screen.findByRole('region', { name: 'Things to know' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())).toEqual([
    expect.stringContaining('A channel is missing'),
    expect.stringContaining('A tag moves'),
  ]);
  list.getByRole('heading', { name: '2 things to know' });
});

test('a plan without images has nothing to run', async () => {
  review({ images: 0 });
  await expectHeading('Nothing is chosen yet.');
  await buttonThatIs('off', 'Run fetch');
});

test('Save configuration writes the file and opens no workspace', async () => {
  const { user, asked, draft } = review({}, {}, { goal: 'both', destination: 'r.lab' });
  await screen.findByText("The push is offered on the run's page when the fetch is whole.");
  await user.click(await buttonThatIs('on', 'Save configuration'));
  await screen.findByText('Saved to set.yaml');
  expect(draft().digest).toBe('sha256:new');
  expect(asked('workspaces.open')).toEqual([]);
});

test('a file that changed since is only saved over by a press', async () => {
  const { user, asked } = review(
    {},
    {
      'configurations.save': ({ digest }) =>
        digest === 'sha256:theirs'
          ? { digest }
          : failing('the file changed', { remedy: 'Read it.', code: 'file-changed' }),
      'configurations.read': ({ file }) => ({ file, digest: 'sha256:theirs' }),
    },
  );
  await user.click(await buttonThatIs('on', 'Save configuration'));
  await screen.findByText('The file changed');
  expect(asked('configurations.read')).toEqual([]);
  await user.click(await buttonThatIs('on', 'Save over it'));
  await screen.findByText('Saved to set.yaml');
  expect(asked('configurations.save').map(({ digest }) => digest)).toEqual(['sha256:old', 'sha256:theirs']);
});

test('a file that cannot be read is not saved over, and the page shows why', async () => {
  const { user } = review(
    {},
    {
      'configurations.save': failing('the file changed', { remedy: 'Read it.', code: 'file-changed' }),
      'configurations.read': failing('the disk is gone'),
    },
  );
  await user.click(await buttonThatIs('on', 'Save configuration'));
  await user.click(await buttonThatIs('on', 'Save over it'));
  await screen.findByText('The disk is gone');
  await buttonThatIs('on', 'Save configuration');
});

test('another failure offers no Save over it', async () => {
  const { user } = review({}, { 'configurations.save': failing('the disk is full') });
  await user.click(await buttonThatIs('on', 'Save configuration'));
  await screen.findByText('The disk is full');
  expect(screen.queryByRole('button', { name: 'Save over it' })).toBeNull();
});

test('a draft that cannot run says what is missing and leads to its step', async () => {
  review({}, { 'drafts.command': failing('the workspace is missing', { remedy: 'Choose one.' }) });
  await screen.findByText('The workspace is missing.');
  await buttonThatIs('off', 'Run fetch');
  const link = screen.getByRole('link', { name: 'Say where it goes' });
  expect(link.getAttribute('href')).toMatch(/\/where$/);
});

test('a draft that was not planned is planned again by a press', async () => {
  let answers = 0;
  const { user } = review({}, { 'drafts.plan': () => (answers++ === 0 ? failing('no engine') : PLAN) });
  await screen.findByText('No engine');
  await user.click(await buttonThatIs('on', 'Try again'));
  await expectHeading(/^New cluster on 4\.18\.9/);
});

test('missing credentials prevent the run and the saving', async () => {
  review({}, {}, { withheld: ['mirror:'] });
  await screen.findByText('Credentials are missing, see above.');
  await buttonThatIs('off', 'Run fetch');
  await buttonThatIs('off', 'Save configuration');
});

test('a text that is no YAML cannot be run', async () => {
  const { asked } = review({}, {}, { text: FAULTY });
  await expectHeading('The configuration cannot be read.');
  await buttonThatIs('off', 'Run fetch');
  expect(asked('drafts.plan')).toEqual([]);
});

test.each([
  [[lookUpOf('manifests')], 'Read manifests, 2.0 MiB', ['manifests a']],
  [
    [lookUpOf('manifests'), lookUpOf('catalog')],
    'Read what is not known, 4.0 MiB',
    ['manifests a', 'catalog a'],
  ],
])('an estimate offers to read what makes it exact', async (lookUps, button, ids) => {
  const { user, asked } = review({ exact: false, error: 0.04, lookUps }, {}, { metered: true });
  await screen.findByText('estimate ± 4 %');
  expect(asked('drafts.lookUp')).toEqual([]);
  await user.click(await buttonThatIs('on', button));
  await expect.poll(() => asked('drafts.lookUp')[0]?.ids).toEqual(ids);
});

test('a look-up that failed shows why', async () => {
  const { user } = review(
    { exact: false, lookUps: [lookUpOf('manifests')] },
    { 'drafts.lookUp': failing('no login') },
    { metered: true },
  );
  await user.click(await buttonThatIs('on', /^Read manifests/));
  await screen.findByText('No login');
});

test('Send for approval lists the images first, and only then asks for a file', async () => {
  const { user, asked } = review(
    {},
    { 'plans.make': { plan: 'p1', verdicts: { verified: 3 } }, 'plans.save': ({ file }) => ({ file }) },
  );
  await user.click(await buttonThatIs('on', 'Send for approval'));
  await screen.findByRole('button', { name: 'Save for approval' });
  expect(asked('plans.make')[0]!.settings).toMatchObject(SETTINGS);
  expect(asked('plans.save')).toEqual([]);
  await user.click(await buttonThatIs('on', 'Save for approval'));
  await expect.poll(() => asked('plans.save')).toEqual([{ plan: 'p1', file: '/w/plan.json' }]);
});

test('a listing that failed shows why and sends nothing', async () => {
  const { user } = review({}, { 'plans.make': failing('a signature is wrong') });
  await user.click(await buttonThatIs('on', 'Send for approval'));
  await screen.findByText('A signature is wrong');
  expect(screen.queryByRole('button', { name: 'Save for approval' })).toBeNull();
});

test('a reader may look at all of it and start nothing', async () => {
  review({}, { 'host.describe': { home: '/home/op', session: { role: 'reader' } } });
  await expectHeading(/^New cluster/);
  await buttonThatIs('off', 'Run fetch');
  await buttonThatIs('off', 'Send for approval');
  await buttonThatIs('off', 'Save configuration');
});

test('a run of a draft without a workspace opens none', async () => {
  const { user, asked } = review({}, {}, { workspace: undefined });
  await user.click(await buttonThatIs('on', 'Run fetch'));
  await expect.poll(() => asked('runs.start')).toHaveLength(1);
  expect(asked('workspaces.open')).toEqual([]);
});
