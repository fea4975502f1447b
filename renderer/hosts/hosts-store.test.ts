import { describe, expect, test } from 'vitest';
import type { SavedHostSet } from '../../core/contract/topics/hosts.ts';
import { fleet } from './fleet.fixture.ts';
import { createHostsStore } from './hosts-store.ts';
import { t } from './messages.ts';

/** Creates a store whose saves the test completes, in any order. */
function withSaves() {
  const saves: { set: SavedHostSet; done: (at: string) => void; fail: (error: Error) => void }[] = [];
  const store = createHostsStore(
    fleet(2),
    (set) => new Promise((done, fail) => saves.push({ set, done, fail })),
  );
  const rename = (name: string, merge?: string) =>
    store.getState().change(`named ${name}`, (set) => ({ ...set, name }), merge);
  return { now: store.getState, saves, rename };
}

describe('undo steps', () => {
  test("aren't created without a change", () => {
    const { now } = withSaves();
    now().change('nothing', (set) => set);
    expect(now()).toMatchObject({ past: [], status: '', saved: { pending: false } });
    now().undo();
    now().redo();
    expect(now().set.name).toBe('fleet');
  });

  test('combine edits of one field, until another field is edited or undo is used', () => {
    const { now, rename } = withSaves();
    rename('a', 'name');
    rename('ab', 'name');
    expect(now().past).toHaveLength(1);
    rename('x', 'other');
    rename('abc', 'name');
    expect(now().past).toHaveLength(3);
    now().undo();
    rename('abcd', 'name');
    expect(now().past.map(({ name }) => name)).toEqual(['fleet', 'ab', 'x']);
  });

  test("can't be redone after another change", () => {
    const { now, rename } = withSaves();
    rename('a');
    rename('b');
    now().undo();
    expect(now().status).toBe(t('undone'));
    expect(now().future).toHaveLength(1);
    rename('c');
    expect(now().future).toEqual([]);
    now().redo();
    expect(now().set.name).toBe('c');
  });

  test('are announced one by one, also with equal words, and keys in one field once', () => {
    const { now, rename } = withSaves();
    rename('a');
    rename('b');
    now().undo();
    const undone = now().announced;
    now().undo();
    expect(now().status).toBe(t('undone'));
    expect(now().announced).toBe(undone + 1);
    rename('ab', 'name');
    const typed = now().announced;
    rename('abc', 'name');
    expect(now().announced).toBe(typed);
  });

  test('are 200 at most', () => {
    const { now, rename } = withSaves();
    for (let step = 1; step <= 205; step++) rename(`n${step}`);
    expect(now().past).toHaveLength(200);
    expect(now().past[0]?.name).toBe('n5');
  });
});

describe('saving', () => {
  test('is pending again if the set changed meanwhile', async () => {
    const { now, saves, rename } = withSaves();
    rename('a');
    const first = now().save();
    rename('b');
    saves[0]?.done('10:00');
    await first;
    expect(now().saved).toMatchObject({ at: '10:00', pending: true });
    const second = now().save();
    saves[1]?.done('10:01');
    await second;
    expect(saves.map(({ set }) => set.name)).toEqual(['a', 'b']);
    expect(now().saved).toEqual({ at: '10:01', pending: false, error: undefined });
  });

  test('reports a failure until it succeeds', async () => {
    const { now, saves, rename } = withSaves();
    rename('a');
    const first = now().save();
    saves[0]?.fail(new Error('disk full'));
    await first;
    expect(now().saved).toMatchObject({ pending: true, error: new Error('disk full') });
    rename('b');
    expect(now().saved.error).toBeInstanceOf(Error);
    const second = now().save();
    saves[1]?.done('10:01');
    await second;
    expect(now().saved).toEqual({ at: '10:01', pending: false, error: undefined });
  });

  test.each(['done', 'fail'] as const)('ignores an older save that ends last (%s)', async (end) => {
    const { now, saves, rename } = withSaves();
    rename('a');
    const older = now().save();
    rename('b');
    const newer = now().save();
    saves[1]?.done('10:01');
    await newer;
    if (end === 'done') saves[0]?.done('10:02');
    else saves[0]?.fail(new Error('too late'));
    await older;
    expect(now().saved).toEqual({ at: '10:01', pending: false, error: undefined });
  });
});

describe('the verdict', () => {
  test('follows the set a moment after a change', async () => {
    const { now } = withSaves();
    await expect.poll(() => now().checked).toBe(true);
    expect(now().verdict?.errors).toBe(0);
    now().change('x', (set) => ({ ...set, hosts: set.hosts.map((host) => ({ ...host, name: 'same' })) }));
    expect(now().checked).toBe(false);
    expect(now().verdict?.errors).toBe(0);
    await expect.poll(() => now().checked).toBe(true);
    expect(now().verdict?.errors).toBeGreaterThan(0);
  });
});
