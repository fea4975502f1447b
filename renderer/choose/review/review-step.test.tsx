import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { t as editor } from '../../editor/messages.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { t as parts } from '../../parts/problem-groups/messages.ts';
import { t as planTexts } from '../../run/plan/messages.ts';
import { FAULTY, lookUpOf, mirrorText, openInDraft, type PlanPart } from '../draft/draft.fixture.tsx';
import { t as draftTexts } from '../draft/messages.ts';
import { t as frame } from '../frame/messages.ts';
import { t as issues } from './issues/messages.ts';
import { t } from './messages.ts';
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

/** Opens Review; each draft has a name of its own, because plans remain after the screen closes. */
const review = (plan: PlanPart = {}, answers: Answers = {}, draft: object = {}, query = '') =>
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
    `/choose/d${drafts}/review${query}`,
  );

const problem = (level: 'error' | 'warning', message: string) => ({ level, message, remedy: 'Fix it.' });

test('the title is the summary of the plan, and nothing happens without a click', async () => {
  const { requested } = review();
  await expectHeading(/^New cluster/);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'New cluster on 4.18.9: 3.0 GiB in total, 1.0 GiB stored in the workspace, 2.0 GiB to download, 1 drive',
  );
  screen.getByText(
    (_, element) =>
      element?.tagName === 'CODE' && element.textContent.trim() === 'airlock mirror --config /w/set.yaml',
  );
  expect([requested('configurations.save'), requested('runs.start'), requested('plans.make')]).toEqual([
    [],
    [],
    [],
  ]);
});

test('Run fetch saves the file, opens the workspace and starts the run', async () => {
  const { user, requested, address } = review();
  await user.click(await buttonThatIs('on', t('fetchButton')));
  await expect.poll(address).toBe('/run/4?root=%2Fw');
  expect(requested('configurations.save')).toMatchObject([{ file: '/w/set.yaml', digest: 'sha256:old' }]);
  expect(requested('workspaces.open')).toEqual([{ directory: '/w', create: true }]);
  expect(requested('runs.start')[0]!.settings).toMatchObject(SETTINGS);
});

test.each([
  ['configurations.save', t('saveFailedTitle')],
  ['workspaces.open', t('workspaceFailedTitle')],
  ['runs.start', t('runFailedTitle')],
] as const)('a failure of %s shows it, and no later request is made', async (request, title) => {
  const { user, requested, address } = review(
    {},
    { [request]: failing('the disk is full', { remedy: 'Remove files.' }) },
  );
  const before = address();
  await user.click(await buttonThatIs('on', t('fetchButton')));
  await screen.findByText(title, { exact: false });
  screen.getByText('Remove files.');
  expect(requested('runs.start')).toHaveLength(request === 'runs.start' ? 1 : 0);
  expect(address()).toBe(before);
  await buttonThatIs('on', t('fetchButton'));
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
          ? [{ ...problem('error', 'a channel is missing'), line: 4, fix: { ...fix, bytes: -GIB } }]
          : [],
      }),
    },
  );
  await screen.findByText(issues('errorsCountNote', { errors: 1 }));
  await buttonThatIs('off', t('fetchButton'));
  await buttonThatIs('off', t('approvalButton'));
  await buttonThatIs('on', t('saveButton'));
  await page.user.click(await buttonThatIs('on', 'Remove platform (−1.0 GiB)'));
  await screen.findByText(issues('noIssuesTitle'));
  await buttonThatIs('on', t('fetchButton'));
  expect(page.draft().text).toContain('x: 1');
});

test('problems are sorted by severity', async () => {
  review({ problems: [problem('warning', 'a tag moves'), problem('error', 'a channel is missing')] });
  const list = within(await screen.findByRole('region', { name: issues('issuesLabel') }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())).toEqual([
    expect.stringContaining('A channel is missing'),
    expect.stringContaining('A tag moves'),
  ]);
  list.getByRole('heading', { name: issues('issuesTitle', { issues: 2 }) });
});

test('a selection whose images are not known yet is not empty', async () => {
  review({ images: 0, parts: [{ id: 'release', kind: 'release' }] });
  await expectHeading(/^New cluster/);
  await buttonThatIs('on', t('fetchButton'));
  expect(screen.queryByText(t('emptyNote'))).toBeNull();
});

test("an empty selection isn't without issues, and shows what to select", async () => {
  review({ images: 0 });
  await expectHeading(frame('nothingTitle'));
  await buttonThatIs('off', t('fetchButton'));
  screen.getByText(t('emptyNote'));
  const list = within(screen.getByRole('region', { name: issues('issuesLabel') }));
  list.getByRole('heading', { name: issues('nothingTitle') });
  expect(screen.queryByText(issues('noIssuesTitle'))).toBeNull();
  for (const [link, step] of [
    [issues('releasesButton'), 'cluster'],
    [issues('operatorsButton'), 'operators'],
    [issues('imagesButton'), 'where'],
  ] as const)
    expect(list.getByRole('link', { name: link }).getAttribute('href')).toMatch(new RegExp(`/${step}$`));
});

/** A text with this many images that don't exist, and a plan with their problems. */
function missingImages(count: number) {
  const names = Array.from({ length: count }, (_, position) => `quay.io/lab/image-${position}:1`);
  const listOf = (some: readonly string[]) =>
    mirrorText(['additionalImages:', ...some.map((name) => `  - name: ${name}`)].join('\n'));
  const problemOf = (name: string, position: number) => ({
    ...problem('error', `${name}: the registry has no such image`),
    ...{ code: 'not-found', cause: 'image-unreadable', entry: `mirror.additionalImages[${position}]` },
  });
  return {
    text: listOf(['quay.io/lab/existing:1', ...names]),
    rest: listOf(['quay.io/lab/existing:1']),
    plan: ({ draft }: { draft: { text: string } }): PlanPart => ({
      ...PLAN,
      problems: draft.text.includes('image-0') ? names.map((name, at) => problemOf(name, at + 1)) : [],
    }),
  };
}

test('images that do not exist are one issue, and are removed with one undo step', async () => {
  const { text, rest, plan } = missingImages(100);
  const { user, draft } = review({}, { 'drafts.plan': plan }, { text });
  const title = issues('notFoundTitle', { count: 100 });
  await screen.findByText(title);
  screen.getByText(t('errorsNote', { errors: 100 }));
  await buttonThatIs('off', t('fetchButton'));
  const list = within(screen.getByRole('region', { name: issues('issuesLabel') }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);

  await user.click(list.getByRole('button', { name: parts('showButton', { count: 100 }) }));
  const members = () => within(list.getByRole('list', { name: /^Items/ })).getAllByRole('listitem');
  expect(members()).toHaveLength(100);
  expect(members()[0]!.textContent).toBe('quay.io/lab/image-0:1: the registry has no such image.');
  await user.click(list.getByRole('button', { name: parts('hideButton') }));
  await user.click(list.getByRole('textbox', { name: issues('searchLabel') }));
  await user.paste('image-42');
  await list.findByText('quay.io/lab/image-42:1: the registry has no such image.');
  expect(list.queryByText(title)).toBeNull();
  await user.clear(list.getByRole('textbox', { name: issues('searchLabel') }));
  await list.findByText(title);

  await user.click(await buttonThatIs('on', issues('removeButton', { count: 100 })));
  await screen.findByText(issues('noIssuesTitle'));
  expect(draft().text).toBe(rest);
  await buttonThatIs('on', t('fetchButton'));
  await user.click(screen.getByRole('button', { name: editor('undoButton') }));
  expect(draft().text).toBe(text);
});

test('a filter shows only one severity', async () => {
  const problems = ['a', 'b', 'c', 'd'].map((name) => problem('error', `${name} is missing`));
  const { user } = review({ problems: [...problems, problem('warning', 'a tag moves')] });
  await screen.findByText('A tag moves.');
  await user.selectOptions(screen.getByRole('combobox', { name: issues('severityLabel') }), 'error');
  expect(screen.queryByText('A tag moves.')).toBeNull();
  screen.getByText(/similar issues/);
  screen.getByRole('heading', { name: issues('issuesTitle', { issues: 5 }) });
});

test('the address of a step lists exactly the errors, without warnings and data to load', async () => {
  const problems = [problem('error', 'a is missing'), problem('warning', 'a tag moves')];
  const catalog = lookUpOf('catalog', { catalog: 'registry.lab/catalogs/redhat:v4.18' });
  const { user } = review({ problems, lookUps: [catalog], images: 0 }, {}, {}, '?severity=error');
  const list = within(await screen.findByRole('region', { name: issues('issuesLabel') }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('A is missing.'),
  ]);
  await user.selectOptions(list.getByRole('combobox', { name: issues('severityLabel') }), '');
  expect(list.getAllByRole('listitem')).toHaveLength(4);
});

test('fixes of one cause are applied together', async () => {
  const text = mirrorText('platform: {}\noperators: []');
  const fixed = (name: string) => {
    const start = text.indexOf(name);
    return {
      ...problem('warning', `${name} is empty`),
      fix: { label: 'Rename', to: '4.16.5', edits: [{ start, end: start + name.length, text: `x-${name}` }] },
    };
  };
  const { user, draft } = review(
    {},
    {
      'drafts.plan': ({ draft: { text: now } }) => ({
        ...PLAN,
        problems: now.includes('x-') ? [] : [fixed('platform'), fixed('operators')],
      }),
    },
    { text, from: '4.16.1', to: '4.99' },
  );
  await user.click(await buttonThatIs('on', issues('fixAllButton', { count: 2 })));
  expect(draft().to).toBe('4.16.5');
  expect(draft().text).toBe(mirrorText('x-platform: {}\nx-operators: []'));
  await screen.findByText(issues('noIssuesTitle'));
});

test('a fix may change the target version too', async () => {
  const text = mirrorText('platform: {}');
  const start = text.indexOf('platform');
  const edits = [{ start, end: start + 8, text: 'x-platform' }];
  const { user, draft } = review(
    { problems: [{ ...problem('error', 'no'), fix: { label: 'Use 4.16.5', to: '4.16.5', edits } }] },
    {},
    { text, from: '4.16.1', to: '4.99' },
  );
  await user.click(await buttonThatIs('on', 'Use 4.16.5'));
  expect([draft().from, draft().to]).toEqual(['4.16.1', '4.16.5']);
  expect(draft().text).toContain('x-platform');
});

test('Save as writes another file, and the draft continues with it', async () => {
  const { user, requested, draft } = review();
  await user.click(await buttonThatIs('on', t('saveAsButton')));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('combobox', { name: t('fileLabel') });
  expect(dialog.getByRole('button', { name: t('saveButton') })).toHaveProperty('disabled', true);
  await user.clear(field);
  await user.type(field, '/w/may.yaml');
  await user.click(dialog.getByRole('button', { name: t('saveButton') }));
  await screen.findByText(t('savedNote', { file: 'may.yaml' }));
  expect(requested('configurations.save')).toMatchObject([{ file: '/w/may.yaml' }]);
  expect(requested('configurations.save')[0]!.digest).toBeUndefined();
  expect(draft()).toMatchObject({ file: '/w/may.yaml', digest: 'sha256:new' });
});

test('an existing file of Save as is only overwritten by a click, and the draft keeps its file until then', async () => {
  const { user, requested, draft } = review(
    {},
    {
      'configurations.save': ({ digest }) =>
        digest === 'sha256:theirs'
          ? { digest }
          : failing('the file exists', { remedy: 'Read it.', code: 'file-changed' }),
      'configurations.read': ({ file }) => ({ file, digest: 'sha256:theirs' }),
    },
  );
  await user.click(await buttonThatIs('on', t('saveAsButton')));
  const field = await screen.findByRole('combobox', { name: t('fileLabel') });
  await user.clear(field);
  await user.type(field, '/w/may.yaml');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('saveButton') }));
  await screen.findByText('The file exists');
  expect(draft().file).toBe('/w/set.yaml');
  expect(screen.getAllByRole('button', { name: t('saveAsButton') })).toHaveLength(2);
  await user.click(await buttonThatIs('on', t('overwriteButton')));
  await screen.findByText(t('savedNote', { file: 'may.yaml' }));
  expect(requested('configurations.save').map(({ file }) => file)).toEqual(['/w/may.yaml', '/w/may.yaml']);
});

test('Save configuration writes the file and opens no workspace', async () => {
  const { user, requested, draft } = review({}, {}, { goal: 'both', destination: 'r.lab' });
  await screen.findByText(t('pushNote'));
  await user.click(await buttonThatIs('on', t('saveButton')));
  await screen.findByText(t('savedNote', { file: 'set.yaml' }));
  expect(draft().digest).toBe('sha256:new');
  expect(requested('workspaces.open')).toEqual([]);
});

test('a changed file is only overwritten by a click', async () => {
  const { user, requested } = review(
    {},
    {
      'configurations.save': ({ digest }) =>
        digest === 'sha256:theirs'
          ? { digest }
          : failing('the file changed', { remedy: 'Read it.', code: 'file-changed' }),
      'configurations.read': ({ file }) => ({ file, digest: 'sha256:theirs' }),
    },
  );
  await user.click(await buttonThatIs('on', t('saveButton')));
  await screen.findByText('The file changed');
  expect(requested('configurations.read')).toEqual([]);
  await user.click(await buttonThatIs('on', t('overwriteButton')));
  await screen.findByText(t('savedNote', { file: 'set.yaml' }));
  expect(requested('configurations.save').map(({ digest }) => digest)).toEqual([
    'sha256:old',
    'sha256:theirs',
  ]);
});

test("a file that can't be read isn't overwritten, and the page shows the error", async () => {
  const { user } = review(
    {},
    {
      'configurations.save': failing('the file changed', { remedy: 'Read it.', code: 'file-changed' }),
      'configurations.read': failing('the disk is gone'),
    },
  );
  await user.click(await buttonThatIs('on', t('saveButton')));
  await user.click(await buttonThatIs('on', t('overwriteButton')));
  await screen.findByText('The disk is gone');
  await buttonThatIs('on', t('saveButton'));
});

test("another failure doesn't offer to overwrite the file", async () => {
  const { user } = review({}, { 'configurations.save': failing('the disk is full') });
  await user.click(await buttonThatIs('on', t('saveButton')));
  await screen.findByText('The disk is full');
  expect(screen.queryByRole('button', { name: t('overwriteButton') })).toBeNull();
});

test("a draft that can't run shows what is missing and links to its step", async () => {
  review({}, { 'drafts.command': failing('the workspace is missing', { remedy: 'Choose one.' }) });
  await screen.findByText('The workspace is missing.');
  await buttonThatIs('off', t('fetchButton'));
  screen.getByText(t('targetNote'), { exact: false });
  // Next to Run, and next to the reason.
  const links = screen.getAllByRole('link', { name: t('targetButton') });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    expect.stringMatching(/\/where$/),
    expect.stringMatching(/\/where$/),
  ]);
});

test("a draft that couldn't be planned is planned again by a click", async () => {
  let answers = 0;
  const { user } = review({}, { 'drafts.plan': () => (answers++ === 0 ? failing('no engine') : PLAN) });
  await screen.findByText('No engine');
  await user.click(await buttonThatIs('on', t('retryButton')));
  await expectHeading(/^New cluster on 4\.18\.9/);
});

test('missing credentials prevent running and saving', async () => {
  review({}, {}, { strippedLines: ['mirror:'] });
  await screen.findByText(t('credentialsMissingNote'));
  await buttonThatIs('off', t('fetchButton'));
  await buttonThatIs('off', t('saveButton'));
});

test("a text that doesn't parse can't be run", async () => {
  const { requested } = review({}, {}, { text: FAULTY });
  await expectHeading(t('faultTitle'));
  await buttonThatIs('off', t('fetchButton'));
  expect(requested('drafts.plan')).toEqual([]);
});

test.each([
  [[lookUpOf('manifests')], '2.0 MiB', ['manifests a']],
  [[lookUpOf('manifests'), lookUpOf('catalog')], '4.0 MiB', ['manifests a', 'catalog a']],
])('an estimate offers to get exact sizes', async (lookUps, size, ids) => {
  const { user, requested } = review({ exact: false, error: 0.04, lookUps }, {}, { metered: true });
  await screen.findByText(frame('estimateErrorLabel', { percent: 4 }));
  expect(requested('drafts.lookUp')).toEqual([]);
  await user.click(await buttonThatIs('on', draftTexts('exactButton', { size })));
  await expect.poll(() => requested('drafts.lookUp')[0]?.ids).toEqual(ids);
});

test('a failed download shows the error', async () => {
  const { user } = review(
    { exact: false, lookUps: [lookUpOf('manifests')] },
    { 'drafts.lookUp': failing('no credentials') },
    { metered: true },
  );
  await user.click(await buttonThatIs('on', draftTexts('exactButton', { size: '2.0 MiB' })));
  await screen.findByText('No credentials');
});

test('Save for approval lists the images before it saves a file', async () => {
  const { user, requested } = review(
    {},
    { 'plans.make': { plan: 'p1', verdicts: { verified: 3 } }, 'plans.save': ({ file }) => ({ file }) },
  );
  await user.click(await buttonThatIs('on', t('approvalButton')));
  await screen.findByRole('button', { name: planTexts('saveForApprovalButton') });
  expect(requested('plans.make')[0]!.settings).toMatchObject(SETTINGS);
  expect(requested('plans.save')).toEqual([]);
  await user.click(await buttonThatIs('on', planTexts('saveForApprovalButton')));
  await expect.poll(() => requested('plans.save')).toEqual([{ plan: 'p1', file: '/w/plan.json' }]);
});

test('a failed list of images shows the error and sends nothing', async () => {
  const { user } = review({}, { 'plans.make': failing('a signature is wrong') });
  await user.click(await buttonThatIs('on', t('approvalButton')));
  await screen.findByText('A signature is wrong');
  expect(screen.queryByRole('button', { name: planTexts('saveForApprovalButton') })).toBeNull();
});

test('a read-only session shows everything and starts nothing', async () => {
  review({}, { 'host.describe': { home: '/home/op', session: { role: 'reader' } } });
  await expectHeading(/^New cluster/);
  await buttonThatIs('off', t('fetchButton'));
  await buttonThatIs('off', t('approvalButton'));
  await buttonThatIs('off', t('saveButton'));
});

test('a run of a draft without a workspace opens none', async () => {
  const { user, requested } = review({}, {}, { workspace: undefined });
  await user.click(await buttonThatIs('on', t('fetchButton')));
  await expect.poll(() => requested('runs.start')).toHaveLength(1);
  expect(requested('workspaces.open')).toEqual([]);
});
