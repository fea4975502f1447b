import { describe, expect, it } from 'vitest';
import { bounded, isWithin, rangeOf, withFrom, withTo } from './channel-range.ts';

/** The newest first, as a card has them. */
const versions = ['6.3.0', '6.2.2', '6.2.1', '6.1.4'];
const selected = (chosen: Parameters<typeof rangeOf>[1]) =>
  versions.filter((version) => isWithin(versions, version, rangeOf(versions, chosen)));

describe('the selected versions of a channel', () => {
  it('are the head without bounds', () => {
    expect(selected({ name: 'stable' })).toEqual(['6.3.0']);
    expect(selected(undefined)).toEqual(['6.3.0']);
  });

  it('are everything between the bounds', () => {
    expect(selected({ name: 'stable', minVersion: '6.2.1' })).toEqual(['6.3.0', '6.2.2', '6.2.1']);
    expect(selected({ name: 'stable', minVersion: '6.2.1', maxVersion: '6.2.2' })).toEqual([
      '6.2.2',
      '6.2.1',
    ]);
    expect(selected({ name: 'stable', minVersion: '6.2.2', maxVersion: '6.2.2' })).toEqual(['6.2.2']);
  });

  it('begin with the oldest if there is only a maximum', () => {
    expect(selected({ name: 'stable', maxVersion: '6.2.1' })).toEqual(['6.2.1', '6.1.4']);
  });

  it('are none of a channel without versions', () => {
    expect(rangeOf([], { name: 'stable' })).toEqual({ from: undefined, to: undefined });
  });
});

describe('choosing the first version', () => {
  it('retains the last one', () => {
    expect(withFrom(versions, { name: 'stable', maxVersion: '6.2.2' }, '6.1.4')).toEqual({
      name: 'stable',
      minVersion: '6.1.4',
      maxVersion: '6.2.2',
    });
  });

  it('after the last one, extends to the head', () => {
    const chosen = { name: 'stable', minVersion: '6.1.4', maxVersion: '6.2.1' };
    expect(withFrom(versions, chosen, '6.2.2')).toEqual({ name: 'stable', minVersion: '6.2.2' });
  });

  it('may be the last one itself', () => {
    const chosen = { name: 'stable', minVersion: '6.1.4', maxVersion: '6.2.1' };
    expect(selected(withFrom(versions, chosen, '6.2.1'))).toEqual(['6.2.1']);
  });
});

describe('choosing the last version', () => {
  it('retains the first one', () => {
    expect(withTo(versions, { name: 'stable', minVersion: '6.1.4' }, '6.2.1')).toEqual({
      name: 'stable',
      minVersion: '6.1.4',
      maxVersion: '6.2.1',
    });
  });

  it('writes no bound for the head, so that later heads are selected too', () => {
    const chosen = { name: 'stable', minVersion: '6.1.4', maxVersion: '6.2.1' };
    expect(withTo(versions, chosen, '6.3.0')).toEqual({ name: 'stable', minVersion: '6.1.4' });
    expect(withTo(versions, { name: 'stable' }, '6.3.0')).toEqual({ name: 'stable' });
  });

  it('before the first one, selects only that version', () => {
    expect(selected(withTo(versions, { name: 'stable', minVersion: '6.2.2' }, '6.2.1'))).toEqual(['6.2.1']);
    // Without bounds, only the head was selected, which is after it.
    expect(selected(withTo(versions, { name: 'stable' }, '6.2.2'))).toEqual(['6.2.2']);
  });
});

it('undefined bounds are not written', () => {
  expect(Object.keys(bounded('stable', undefined, undefined))).toEqual(['name']);
  expect(Object.keys(bounded('stable', '1.0.0', undefined))).toEqual(['name', 'minVersion']);
});
