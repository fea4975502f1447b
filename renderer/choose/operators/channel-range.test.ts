import { describe, expect, it } from 'vitest';
import { bounded, isWithin, rangeOf, withFrom, withTo } from './channel-range.ts';

/** The newest first, as a card has them. */
const versions = ['6.3.0', '6.2.2', '6.2.1', '6.1.4'];
const carried = (chosen: Parameters<typeof rangeOf>[1]) =>
  versions.filter((version) => isWithin(versions, version, rangeOf(versions, chosen)));

describe('what of a channel is carried', () => {
  it('is the head without bounds', () => {
    expect(carried({ name: 'stable' })).toEqual(['6.3.0']);
    expect(carried(undefined)).toEqual(['6.3.0']);
  });

  it('is everything between the bounds', () => {
    expect(carried({ name: 'stable', minVersion: '6.2.1' })).toEqual(['6.3.0', '6.2.2', '6.2.1']);
    expect(carried({ name: 'stable', minVersion: '6.2.1', maxVersion: '6.2.2' })).toEqual(['6.2.2', '6.2.1']);
    expect(carried({ name: 'stable', minVersion: '6.2.2', maxVersion: '6.2.2' })).toEqual(['6.2.2']);
  });

  it('begins at the oldest where there is only an end', () => {
    expect(carried({ name: 'stable', maxVersion: '6.2.1' })).toEqual(['6.2.1', '6.1.4']);
  });

  it('is nothing of a channel without versions', () => {
    expect(rangeOf([], { name: 'stable' })).toEqual({ from: undefined, to: undefined });
  });
});

describe('choosing the first version', () => {
  it('keeps the last one', () => {
    expect(withFrom(versions, { name: 'stable', maxVersion: '6.2.2' }, '6.1.4')).toEqual({
      name: 'stable',
      minVersion: '6.1.4',
      maxVersion: '6.2.2',
    });
  });

  it('beyond the last one, carries up to the head', () => {
    const chosen = { name: 'stable', minVersion: '6.1.4', maxVersion: '6.2.1' };
    expect(withFrom(versions, chosen, '6.2.2')).toEqual({ name: 'stable', minVersion: '6.2.2' });
  });

  it('may be the last one itself', () => {
    const chosen = { name: 'stable', minVersion: '6.1.4', maxVersion: '6.2.1' };
    expect(carried(withFrom(versions, chosen, '6.2.1'))).toEqual(['6.2.1']);
  });
});

describe('choosing the last version', () => {
  it('keeps the first one', () => {
    expect(withTo(versions, { name: 'stable', minVersion: '6.1.4' }, '6.2.1')).toEqual({
      name: 'stable',
      minVersion: '6.1.4',
      maxVersion: '6.2.1',
    });
  });

  it('writes no bound for the head: what becomes the head later is carried too', () => {
    const chosen = { name: 'stable', minVersion: '6.1.4', maxVersion: '6.2.1' };
    expect(withTo(versions, chosen, '6.3.0')).toEqual({ name: 'stable', minVersion: '6.1.4' });
    expect(withTo(versions, { name: 'stable' }, '6.3.0')).toEqual({ name: 'stable' });
  });

  it('before the first one, carries that version alone', () => {
    expect(carried(withTo(versions, { name: 'stable', minVersion: '6.2.2' }, '6.2.1'))).toEqual(['6.2.1']);
    // Without bounds the head alone was carried, which begins after it.
    expect(carried(withTo(versions, { name: 'stable' }, '6.2.2'))).toEqual(['6.2.2']);
  });
});

it('bounds that there are not are not written', () => {
  expect(Object.keys(bounded('stable', undefined, undefined))).toEqual(['name']);
  expect(Object.keys(bounded('stable', '1.0.0', undefined))).toEqual(['name', 'minVersion']);
});
