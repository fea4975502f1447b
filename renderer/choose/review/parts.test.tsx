import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { draftPlan, type PlannedPart } from '../../../core/contract/topics/drafts.ts';
import { planSummary } from '../../../core/contract/topics/plan.ts';
import { completed, type Part } from '../../engine/completed.fixture.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
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

/** Catches what the page gives to the browser to be saved. */
function caught(): { name: string; text: () => Promise<string> }[] {
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

test('rows add up to the whole, with what several deliverables share', async () => {
  openParts();
  await screen.findByRole('table');
  expect(rows()).toEqual([
    'DeliverableImagesAddsBecause',
    'Release 4.18.91903.0 MiBline 4',
    'anvil2≈ 1.0 MiB',
    'Shared by several1.0 MiBstays as long as one of them does',
    'Together1925.0 MiBevery byte counted once',
  ]);
});

test('a row opens by a press and closes by another one', async () => {
  const { user, onList } = openParts();
  const row = await buttonThatIs('on', 'anvil');
  await user.click(row);
  expect(row.getAttribute('aria-expanded')).toBe('true');
  screen.getByText(/^Its images are listed after planning, which saves the configuration first/);
  expect(onList).not.toHaveBeenCalled();
  await user.click(within(row.closest('tr')!.nextElementSibling as HTMLElement).getByRole('button'));
  expect(onList).toHaveBeenCalledOnce();
  await user.click(row);
  expect(screen.queryByText(/^Its images are listed after planning/)).toBeNull();
});

test('List images is off while images are listed, and absent while they cannot be', async () => {
  openParts({ busy: true });
  await buttonThatIs('off', /List images/);
});

test('without a possible plan no button lists images', async () => {
  const { user } = openParts({ canList: false });
  await user.click(await buttonThatIs('on', 'anvil'));
  expect(screen.queryByRole('button', { name: 'List images' })).toBeNull();
});

test('a listed row asks for the images of its own section', async () => {
  const { user, asked } = openParts({
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
  expect(screen.queryByRole('button', { name: 'List images' })).toBeNull();
  await user.click(await buttonThatIs('on', 'Release 4.18.9'));
  const grid = within(await screen.findByRole('grid', { name: 'Images of Release 4.18.9' }));
  await grid.findByText('1.0 MiB');
  expect(asked('plans.items')[0]).toMatchObject({ plan: 'p1', section: 'release 4.18.9', offset: 0 });
  await user.click(await buttonThatIs('on', 'anvil'));
  await screen.findByText('It brings no image that the others do not bring.');
});

test('images that could not be read show why', async () => {
  const { user } = openParts({ listed: true, answers: { 'plans.items': failing('the plan is gone') } });
  await user.click(await buttonThatIs('on', 'Release 4.18.9'));
  await screen.findByText('The plan is gone');
});

test('CSV of a plan that is not listed has its deliverables', async () => {
  const files = caught();
  const { user, asked } = openParts();
  await user.click(await buttonThatIs('on', 'CSV'));
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['set.csv']);
  expect((await files[0]!.text()).split('\r\n').slice(0, 2)).toEqual([
    'deliverable,kind,catalog,images,bytes,adds,toFetch,estimated,because',
    `4.18.9,release,,190,0,${3 * MIB},0,false,line 4`,
  ]);
  expect(asked('plans.items')).toEqual([]);
});

test('CSV of a listed plan has every image, asked for in pages', async () => {
  const files = caught();
  const { user, asked } = openParts({
    listed: true,
    answers: {
      'plans.items': ({ offset = 0, limit = 100 }) => ({
        matching: 501,
        rows: Array.from({ length: Math.min(limit, 501 - offset) }, (_, n) => ({ source: `i${offset + n}` })),
      }),
    },
  });
  await user.click(await buttonThatIs('on', 'CSV'));
  await expect.poll(() => files).toHaveLength(1);
  expect(asked('plans.items').map(({ offset, limit }) => [offset, limit])).toEqual([
    [0, 500],
    [500, 500],
  ]);
  expect((await files[0]!.text()).trim().split('\r\n')).toHaveLength(502);
});

test('a CSV whose images could not be read shows why and saves nothing', async () => {
  const files = caught();
  const { user } = openParts({ listed: true, answers: { 'plans.items': failing('the plan is gone') } });
  await user.click(await buttonThatIs('on', 'CSV'));
  await screen.findByText('The plan is gone');
  expect(files).toEqual([]);
});
