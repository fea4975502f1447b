import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SavedGraph } from '../../core/contract/topics/upgrades.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, openScreen } from '../engine/screen.fixture.tsx';
import { READER, READER_REJECTION } from '../engine/session.fixture.ts';
import { graphOf } from './graph/graph.fixture.ts';
import { t as graph } from './graph/messages.ts';
import { t } from './messages.ts';
import { answered } from './question/answer.fixture.ts';
import { t as shared } from './question/messages.ts';
import UpgradesScreen from './upgrades-screen.tsx';

const SAVED = graphOf(3, 6);
const browse = (saved: SavedGraph = SAVED, address = '/upgrades') =>
  openScreen(
    <UpgradesScreen />,
    {
      'upgrades.versions': { versions: saved.versions },
      'upgrades.graph': saved,
      'configurations.list': { configurations: [] },
      'upgrades.path': { origins: [], to: '4.3.1', notes: [], problems: [], command: '' } as never,
    },
    address,
  );
const diagram = () => screen.findByRole('group', { name: /^Update graph:/ });
const version = async (name: string) => within(await diagram()).getByRole('button', { name });

afterEach(() => vi.restoreAllMocks());

/** Counts the curves that canvases draw. */
function countCurves(): () => number {
  let curves = 0;
  const nothing = () => {};
  const pen = {
    setTransform: nothing,
    beginPath: nothing,
    moveTo: nothing,
    stroke: nothing,
    getImageData: nothing,
    drawImage: nothing,
    bezierCurveTo: () => curves++,
    quadraticCurveTo: () => curves++,
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  return () => curves;
}

describe('the update graph in a file', () => {
  const FILE = '/srv/graphs/stable-4.2.json';
  const other = graphOf(2, 3);
  const open = (
    address: string,
    file: Answers['upgrades.fileGraph'] = other as never,
    session: Answers = {},
  ) =>
    openScreen(
      <UpgradesScreen />,
      {
        'upgrades.versions': { versions: SAVED.versions },
        'upgrades.graph': SAVED,
        'upgrades.fileGraph': file,
        'paths.complete': { entries: [] } as never,
        'configurations.list': { configurations: [] },
        ...session,
      },
      address,
    );

  test('is not read in a read-only session, which shows why', async () => {
    const { requested } = open('/upgrades?source=file&file=/srv/graph.json', undefined, READER);
    await screen.findByRole('heading', { name: t('fileRejectedTitle') });
    await screen.findAllByText(READER_REJECTION);
    expect(screen.queryByText(t('fileStartTitle'))).toBeNull();
    expect(requested('upgrades.fileGraph')).toEqual([]);
  });

  test('replaces the graph of this host once the file is entered, and offers its versions', async () => {
    const { user, requested, address } = open('/upgrades');
    await diagram();
    await user.click(screen.getByRole('button', { name: shared('moreButton') }));
    await user.type(screen.getByRole('combobox', { name: shared('fromLabel') }), '4.1.1');
    await user.selectOptions(screen.getByLabelText(shared('sourceLabel')), shared('fileOption'));
    expect(await screen.findByText(t('fileStartTitle'))).toBeTruthy();
    expect(screen.queryByRole('group', { name: /^Update graph:/ })).toBeNull();
    await user.type(screen.getByRole('combobox', { name: shared('fileLabel') }), FILE);
    const name = t('browseDiagramName', { versions: 6, first: '4.1.0', last: '4.2.2' });
    expect(await screen.findByRole('group', { name })).toBeTruthy();
    expect(screen.getByText(t('browseFileTitle', { file: 'stable-4.2.json' }))).toBeTruthy();
    expect(new URLSearchParams(address().split('?')[1]).get('file')).toBe(FILE);
    expect(requested('upgrades.fileGraph').at(-1)).toMatchObject({ file: FILE });
    const offered = [...document.querySelectorAll('#al-upgrade-versions option')];
    expect(offered).toHaveLength(6);
    // What was typed before stays.
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: shared('fromLabel') }).value).toBe('4.1.1');
    await user.selectOptions(screen.getByLabelText(shared('sourceLabel')), shared('serviceOption'));
    expect(await screen.findByText(t('browseTitle'))).toBeTruthy();
  });

  test.each([
    ['invalid', failing('not a graph', { code: 'graph-invalid' }), 'graphError'],
    ['empty', { ...other, versions: [], updates: [] }, 'fileEmptyTitle'],
  ] as const)('that is %s is reported instead of the graph of this host', async (_what, answer, text) => {
    open(`/upgrades?source=file&file=${FILE}`, answer as never);
    expect(await screen.findByText(t(text))).toBeTruthy();
    expect(screen.queryByRole('group', { name: /^Update graph:/ })).toBeNull();
  });
});

describe('the update graph of this host', () => {
  test('a click sets the current version, the next one the target', async () => {
    const { user, requested, address } = browse();
    await user.click(await version('4.1.2'));
    expect(address()).toBe('/upgrades?from=4.1.2');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      shared('chooseTargetTitle', { from: '4.1.2' }),
    );
    expect(await version(graph('currentVersionLabel', { version: '4.1.2' }))).toBeTruthy();
    expect(requested('upgrades.path')).toEqual([]);
    await user.click(await version('4.3.1'));
    // In the graph on the screen, without a network.
    expect(address()).toBe('/upgrades?from=4.1.2&to=4.3.1&source=cached');
    await expect
      .poll(() => requested('upgrades.path'))
      .toMatchObject([{ from: '4.1.2', to: '4.3.1', source: { kind: 'cached' } }]);
  });

  test('stays when the path could not be found, and finds the next one', async () => {
    const { user, requested } = openScreen(
      <UpgradesScreen />,
      {
        'upgrades.versions': { versions: SAVED.versions },
        'upgrades.graph': SAVED,
        'upgrades.path': failing('no route', { remedy: 'Check the proxy.' }),
      },
      '/upgrades?from=4.1.2&to=4.3.1',
    );
    await screen.findByText('Check the proxy.');
    await user.click(await version('4.3.2'));
    await expect
      .poll(() => requested('upgrades.path'))
      .toMatchObject([{ source: { kind: 'service' } }, { to: '4.3.2', source: { kind: 'cached' } }]);
  });

  test('a typed version that is none is explained, and nothing is requested', async () => {
    const { user, requested } = browse();
    const problem = shared('versionProblem', {
      field: shared('fromLabel'),
      problem: shared('fullVersionError'),
    });
    const field = await screen.findByRole('combobox', { name: shared('fromLabel') });
    await user.type(field, 'abc');
    expect(screen.queryByText(problem)).toBeNull();
    await user.tab();
    expect(field.getAttribute('aria-describedby')).toBe(screen.getByText(problem).closest('[id]')!.id);
    await user.type(screen.getByRole('combobox', { name: shared('toLabel') }), '4.3.1{Enter}');
    expect(requested('upgrades.path')).toEqual([]);
    await user.clear(field);
    await user.type(field, '4.1.2{Enter}');
    expect(screen.queryByText(problem)).toBeNull();
    await expect.poll(() => requested('upgrades.path')).toMatchObject([{ from: '4.1.2', to: '4.3.1' }]);
  });

  test('a version with the pointer shows its updates, channels and risks', async () => {
    const { user } = browse();
    await user.hover(await version('4.2.3'));
    expect(screen.getByText(graph('cardChannels', { channels: 'stable-4.2', more: 0 }))).toBeTruthy();
    expect(screen.getByText(graph('cardRisks', { risks: 'Some risk', more: 0 }))).toBeTruthy();
    expect(screen.getByText(/^4\.2 has reached its end of life/)).toBeTruthy();
    const lines = (await diagram()).querySelectorAll('.al-update-near');
    expect(lines.length).toBeGreaterThan(1);
    await user.unhover(await version('4.2.3'));
    expect((await diagram()).querySelectorAll('.al-update-near')).toHaveLength(0);
  });

  test('an older version than the current one is called a downgrade before it is selected', async () => {
    const { user } = browse(SAVED, '/upgrades?from=4.2.3');
    await user.hover(await version('4.1.5'));
    expect(screen.getByText(graph('isDowngrade', { from: '4.2.3' }))).toBeTruthy();
    await user.hover(await version('4.2.4'));
    expect(screen.getByText(graph('isReachable', { from: '4.2.3', updates: 1 }))).toBeTruthy();
  });

  test('works by keyboard: arrows, Enter for both versions, a button clears them', async () => {
    const { user, address } = browse();
    const first = await version('4.3.5');
    act(() => (first as unknown as HTMLElement).focus());
    await user.keyboard('{Home}{ArrowUp}{ArrowUp}{ArrowRight}{Enter}');
    expect(address()).toBe('/upgrades?from=4.1.1');
    await user.click(screen.getByRole('button', { name: t('clearButton') }));
    expect(address()).toBe('/upgrades');
    act(() => (first as unknown as HTMLElement).focus());
    await user.keyboard('{Home}{Enter}{ArrowRight}{Enter}');
    expect(address()).toBe('/upgrades?from=4.3.0&to=4.3.1&source=cached');
  });

  test('zooms with buttons and the wheel, pans by dragging, and a drag selects nothing', async () => {
    const { user, address } = browse();
    const drawing = await diagram();
    const layer = drawing.parentElement!;
    const box = layer.parentElement!;
    const fit = screen.getByRole<HTMLButtonElement>('button', { name: graph('fitButton') });
    expect(fit.disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: graph('zoomInButton') }));
    expect(layer.style.transform).not.toBe('translate(0px, 0px)');
    const before = layer.style.transform;
    fireEvent.pointerDown(box, { pointerId: 1, button: 0, clientX: 300, clientY: 60 });
    fireEvent.pointerMove(box, { pointerId: 1, clientX: 330, clientY: 60 });
    fireEvent.pointerUp(box, { pointerId: 1, clientX: 330, clientY: 60 });
    fireEvent.click(box, { clientX: 330, clientY: 60 });
    expect(layer.style.transform).not.toBe(before);
    expect(address()).toBe('/upgrades');
    await user.click(fit);
    expect(layer.style.transform).toBe('translate(0px, 0px)');
    const wheel = new WheelEvent('wheel', { deltaY: -200, cancelable: true });
    fireEvent(box, Object.assign(wheel, { clientX: 100, clientY: 50 }));
    expect(fit.disabled).toBe(false);
  });

  test('the wheel zooms out of a zoom by a button, and scrolls the page when everything is shown', async () => {
    const { user } = browse();
    const box = (await diagram()).parentElement!.parentElement!;
    /** Returns whether the diagram handled the wheel, instead of the page. */
    const wheel = (init: WheelEventInit) =>
      !fireEvent(box, new WheelEvent('wheel', { cancelable: true, ...init }));
    const fit = screen.getByRole<HTMLButtonElement>('button', { name: graph('fitButton') });
    expect(wheel({ deltaY: 2000 })).toBe(false);
    await user.click(screen.getByRole('button', { name: graph('zoomInButton') }));
    expect(wheel({ deltaY: 10, shiftKey: true })).toBe(true);
    expect(wheel({ deltaY: 2000 })).toBe(true);
    expect(fit.disabled).toBe(true);
    expect(wheel({ deltaY: -200 })).toBe(true);
    await user.click(fit);
    expect(wheel({ deltaY: 2000 })).toBe(false);
  });

  test('a current version outside of the graph can be replaced', async () => {
    const { user, address } = browse(SAVED, '/upgrades?from=4.99.1');
    expect(
      await screen.findByText(new RegExp(t('fromUnknownHelp', { from: '4.99.1' }).slice(0, 40))),
    ).toBeTruthy();
    await user.click(await version('4.1.2'));
    expect(address()).toBe('/upgrades?from=4.1.2');
  });

  test('2,000 versions and 24,000 updates are few elements', async () => {
    const { user } = browse(graphOf(20, 100, 12));
    const drawing = await diagram();
    const elements = () => drawing.parentElement!.parentElement!.querySelectorAll('*').length;
    expect(elements()).toBeLessThan(100);
    await user.click(screen.getByRole('checkbox', { name: /^All updates/ }));
    expect(elements()).toBeLessThan(100);
    for (let step = 0; step < 8; step++)
      await user.click(screen.getByRole('button', { name: graph('zoomInButton') }));
    expect(elements()).toBeLessThan(2000);
  });

  test('all updates are drawn once, not again while the diagram is dragged, pointed at or zoomed', async () => {
    const curves = countCurves();
    const { user } = browse(graphOf(20, 100, 12));
    const drawing = await diagram();
    const layer = drawing.parentElement!;
    const box = layer.parentElement!;
    await user.click(screen.getByRole('checkbox', { name: /^All updates/ }));
    const drawn = () => Number(layer.querySelector('canvas')?.getAttribute('data-drawn'));
    await expect.poll(drawn).toBeGreaterThan(20_000);
    expect(curves()).toBe(drawn());
    await user.click(screen.getByRole('button', { name: graph('zoomInButton') }));
    // Stretched at once, drawn again after the last step.
    expect(layer.querySelector('canvas')!.style.transform).toMatch(/scale\(1\.5, /);
    expect(curves()).toBe(drawn());
    await expect.poll(() => layer.querySelector('canvas')!.style.transform).toMatch(/scale\(1, 1\)/);
    const before = curves();

    const move = (to: number) => fireEvent.pointerMove(box, { pointerId: 1, clientX: to, clientY: 60 });
    fireEvent.pointerDown(box, { pointerId: 1, button: 0, clientX: 300, clientY: 60 });
    move(295);
    move(290);
    const changed = new Set<string>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) changed.add((target as Element).getAttribute('class') ?? '');
    });
    observer.observe(layer, { subtree: true, childList: true, attributes: true });
    for (let to = 289; to > 270; to--) move(to);
    await new Promise((resolve) => setTimeout(resolve, 50));
    observer.disconnect();
    expect([...changed]).toEqual(['al-graph-layer']);
    fireEvent.pointerUp(box, { pointerId: 1, clientX: 270, clientY: 60 });
    fireEvent.pointerMove(box, { pointerId: 1, clientX: 300, clientY: 60 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(curves()).toBe(before);
  });
});

test('a smaller picture of another target replaces the one with the pointer', async () => {
  const answerTo = (to: string, shown: readonly string[]) => ({
    ...answered(['4.16.1', to], [to]),
    svg: '<svg/>',
    picture: {
      risks: [],
      versions: shown.map((one) => ({ version: one, onPath: one === '4.16.1' || one === to, channels: [] })),
      updates: [],
    },
  });
  const all = ['4.16.1', '4.16.2', '4.16.3', '4.16.4'];
  const { user, requested } = openScreen(
    <UpgradesScreen />,
    {
      'upgrades.versions': { versions: [] },
      'upgrades.path': ({ to }) => answerTo(to, to === '4.16.4' ? all : all.slice(0, 3)) as never,
      'upgrades.riskAnswers': { answers: [] },
      'configurations.list': { configurations: [] },
    },
    '/upgrades?from=4.16.1&to=4.16.4',
  );
  const last = await screen.findByRole('button', { name: graph('versionOnPath', { version: '4.16.4' }) });
  await user.hover(last);
  await user.click(await screen.findByRole('button', { name: '4.16.3' }));
  await user.hover(last);
  fireEvent.click(screen.getByRole('button', { name: shared('setToButton') }));
  await expect.poll(() => requested('upgrades.path').at(-1)).toMatchObject({ to: '4.16.3' });
  await screen.findByRole('button', { name: graph('versionOnPath', { version: '4.16.3' }) });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('4.16.3');
});
