import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { draftPlan, type PlannedPart } from '../../../core/contract/topics/drafts.ts';
import { planSummary } from '../../../core/contract/topics/plan.ts';
import { completed, type Part } from '../../engine/completed.fixture.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import { Parts } from './parts.tsx';

afterEach(() => vi.restoreAllMocks());

const MIB = 1024 ** 2;

const PARTS: Part<PlannedPart>[] = [
  { id: 'release 4.18.9', kind: 'release', name: '4.18.9', images: 190, adds: 3 * MIB, why: 'line 4' },
  { id: 'operator anvil', kind: 'operator', name: 'anvil', images: 2, adds: MIB, estimated: true },
];
const PLAN = completed(draftPlan, { parts: PARTS, images: 192, bytes: 5 * MIB });
const LISTED = completed(planSummary, { plan: 'p1', sections: [{ name: 'release 4.18.9', images: 190 }] });

function openParts({ listed = false, answers = {} as Answers, busy = false, canList = true } = {}) {
  const onList = vi.fn();
  const page = openScreen(
    <Parts
      plan={PLAN}
      listed={listed ? LISTED : undefined}
      file="/w/set.yml"
      onList={canList ? onList : undefined}
      busy={busy}
    />,
    answers,
  );
  return { ...page, onList };
}

/** Records the files that the page saves in the browser. */
function savedFiles(): { name: string; text: () => Promise<string> }[] {
  const blobs: Blob[] = [];
  const files: { name: string; text: () => Promise<string> }[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: () => blobs.at(-1)!.text() });
  });
  return files;
}

const rows = () => screen.getAllByRole('row').map((row) => row.textContent);

test('rows add up to the total, with shared content', async () => {
  openParts();
  await screen.findByRole('table');
  expect(rows()).toEqual([
    [t('deliverableColumn'), t('imagesColumn'), t('addsColumn'), t('reasonColumn')].join(''),
    'Release 4.18.91903.0 MiBline 4',
    'anvil2≈ 1.0 MiB',
    `${t('sharedLabel')}1.0 MiB${t('sharedNote')}`,
    `${t('totalLabel')}1925.0 MiB${t('totalNote')}`,
  ]);
});

test('a row opens with a click and closes with another one', async () => {
  const { user, onList } = openParts();
  const row = await buttonThatIs('on', 'anvil');
  await user.click(row);
  expect(row.getAttribute('aria-expanded')).toBe('true');
  screen.getByText(t('listText'), { exact: false });
  expect(onList).not.toHaveBeenCalled();
  await user.click(within(row.closest('tr')!.nextElementSibling as HTMLElement).getByRole('button'));
  expect(onList).toHaveBeenCalledOnce();
  await user.click(row);
  expect(screen.queryByText(t('listText'), { exact: false })).toBeNull();
});

test('List images is disabled while images are listed', async () => {
  openParts({ busy: true });
  await buttonThatIs('off', new RegExp(t('listButton')));
});

test('without a plan, no button lists images', async () => {
  const { user } = openParts({ canList: false });
  await user.click(await buttonThatIs('on', 'anvil'));
  expect(screen.queryByRole('button', { name: t('listButton') })).toBeNull();
});

test('a listed row requests the images of its own section', async () => {
  const { user, requested } = openParts({
    listed: true,
    answers: {
      'plans.items': {
        total: 1,
        matching: 1,
        rows: [
          {
            source: 'quay.io/ocp/etcd@sha256:1',
            destination: 'ocp/etcd',
            bytes: MIB,
            why: 'release 4.18.9',
            verdict: 'verified (ABCD)',
          },
        ],
      },
    },
  });
  expect(screen.queryByRole('button', { name: t('listButton') })).toBeNull();
  await user.click(await buttonThatIs('on', 'Release 4.18.9'));
  const grid = within(
    await screen.findByRole('grid', { name: t('imagesLabel', { name: 'Release 4.18.9' }) }),
  );
  await grid.findByText('1.0 MiB');
  expect(requested('plans.items')[0]).toMatchObject({ plan: 'p1', section: 'release 4.18.9', offset: 0 });
  await user.click(await buttonThatIs('on', 'anvil'));
  await screen.findByText(t('noImagesText'));
});

test("images that couldn't be loaded show the error", async () => {
  const { user } = openParts({ listed: true, answers: { 'plans.items': failing('the plan is gone') } });
  await user.click(await buttonThatIs('on', 'Release 4.18.9'));
  await screen.findByText('The plan is gone');
});

test('the CSV of a plan without images has its deliverables', async () => {
  const files = savedFiles();
  const { user, requested } = openParts();
  await user.click(await buttonThatIs('on', t('csvButton')));
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['set.csv']);
  expect((await files[0]!.text()).split('\r\n').slice(0, 2)).toEqual([
    'deliverable,kind,catalog,images,bytes,adds,toFetch,estimated,unknown,because',
    `4.18.9,release,,190,0,${3 * MIB},0,false,false,line 4`,
  ]);
  expect(requested('plans.items')).toEqual([]);
});

test('the CSV of a listed plan has every image, requested page by page', async () => {
  const files = savedFiles();
  const { user, requested } = openParts({
    listed: true,
    answers: {
      'plans.items': ({ offset = 0, limit = 100 }) => ({
        matching: 501,
        rows: Array.from({ length: Math.min(limit, 501 - offset) }, (_, n) => ({ source: `i${offset + n}` })),
      }),
    },
  });
  await user.click(await buttonThatIs('on', t('csvButton')));
  await expect.poll(() => files).toHaveLength(1);
  expect(requested('plans.items').map(({ offset, limit }) => [offset, limit])).toEqual([
    [0, 500],
    [500, 500],
  ]);
  expect((await files[0]!.text()).trim().split('\r\n')).toHaveLength(502);
});

test("a CSV whose images couldn't be loaded shows the error and saves nothing", async () => {
  const files = savedFiles();
  const { user } = openParts({ listed: true, answers: { 'plans.items': failing('the plan is gone') } });
  await user.click(await buttonThatIs('on', t('csvButton')));
  await screen.findByText('The plan is gone');
  expect(files).toEqual([]);
});
