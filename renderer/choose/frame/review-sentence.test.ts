import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DraftPlan } from '../../../core/contract/topics/drafts.ts';
import { aboutDuration, partSizes, reviewSentence, sentenceText, wishWords } from './review-sentence.ts';

const GIB = 1024 ** 3;
const HOUR = 3_600_000;

const PLAN: DraftPlan = {
  images: 546,
  bytes: 55.8 * GIB,
  bytesThere: 7.6 * GIB,
  bytesHeld: 0,
  bytesToFetch: 48.2 * GIB,
  bytesToCarry: 48.2 * GIB,
  parts: [],
  exact: true,
  durationMs: 7 * HOUR + 12 * 60_000,
  problems: [],
  lookUps: [],
  releases: ['4.16.20', '4.17.25', '4.18.9'],
  operators: 5,
  tookMs: 12,
};
const DRAFT = { from: '4.16.20', to: '4.18.9', goal: 'disk', enclave: 'fleet' } as const;
const sentence = (
  draft: Parameters<typeof reviewSentence>[0],
  plan: Partial<DraftPlan> = {},
  sticks = 2,
): string => sentenceText(reviewSentence(draft, { ...PLAN, ...plan }, sticks));

describe('the sentence of Review', () => {
  it('says what is wanted, what it is, what is there and what it costs', () => {
    expect(sentence(DRAFT)).toBe(
      '4.16.20 to 4.18.9 with 5 operators: 55.8 GiB, 7.6 GiB already at fleet, 48.2 GiB to fetch, about 7 h, 2 sticks.',
    );
    expect(reviewSentence(DRAFT, PLAN, 2).strong).toBe('48.2 GiB to fetch');
  });

  it('of a new cluster', () => {
    const fresh = { to: '4.18.9', goal: 'disk', enclave: 'default' } as const;
    const plan = { releases: ['4.18.9'], operators: 1, bytesThere: 0, bytesToFetch: PLAN.bytes };
    expect(sentence(fresh, plan)).toBe(
      'New cluster on 4.18.9 with 1 operator: 55.8 GiB, 55.8 GiB to fetch, about 7 h, 2 sticks.',
    );
    expect(sentence(fresh, { ...plan, bytesThere: GIB, bytesToFetch: 54.8 * GIB })).toContain(
      '1.0 GiB already at the enclave',
    );
  });

  it('to a registry: no sticks, and whose registry has it already', () => {
    const registry = { ...DRAFT, goal: 'registry', destination: 'registry.lab:5000/mirror' } as const;
    expect(sentence(registry)).toBe(
      '4.16.20 to 4.18.9 with 5 operators: 55.8 GiB, 7.6 GiB already at registry.lab:5000, 48.2 GiB to fetch, about 7 h, pushed to registry.lab:5000/mirror.',
    );
    expect(sentence({ ...registry, goal: 'both' })).toMatch(
      /already at fleet.*2 sticks, pushed to registry\.lab:5000\/mirror\.$/,
    );
  });

  it('of what is held here, and of nothing', () => {
    expect(sentence(DRAFT, { bytesToFetch: 40.2 * GIB, bytesHeld: 8 * GIB })).toContain(
      '7.6 GiB already at fleet, 8.0 GiB held here, 40.2 GiB to fetch',
    );
    expect(sentence(DRAFT, { bytesToFetch: 0, bytesThere: PLAN.bytes, durationMs: 0 }, 0)).toBe(
      '4.16.20 to 4.18.9 with 5 operators: 55.8 GiB, 55.8 GiB already at fleet, nothing to fetch.',
    );
    expect(sentence(DRAFT, { images: 0, bytes: 0 })).toBe('Nothing is chosen yet.');
  });

  it('names operators or images alone where no release is wanted', () => {
    expect(wishWords({}, { ...PLAN, releases: [] })).toBe('5 operators');
    expect(wishWords({}, { ...PLAN, releases: [], operators: 0, images: 1 })).toBe('1 image');
    expect(wishWords({}, { ...PLAN, operators: 0 })).toBe('4.16.20 to 4.18.9');
    expect(wishWords({ from: '4.18.9' }, { ...PLAN, releases: ['4.18.9'] })).toBe(
      '4.18.9 again with 5 operators',
    );
  });
});

describe('sizes of parts', () => {
  it('add up as they are written', () => {
    // Each alone rounds down: 1.04 three times is 3.1.
    expect(partSizes([1.04 * GIB, 1.04 * GIB, 1.04 * GIB])).toEqual({
      whole: '3.1 GiB',
      parts: ['1.1 GiB', '1.0 GiB', '1.0 GiB'],
    });
    expect(partSizes([5 * 1024 ** 2, 9.9 * GIB]).parts[0]).toBe('5.0 MiB');
  });

  it('whatever they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: GIB, max: 900 * GIB }), { minLength: 1, maxLength: 9 }),
        (parts) => {
          const written = partSizes(parts);
          const unit = written.whole.split(' ')[1]!;
          fc.pre(unit === 'GiB');
          const tenths = (text: string) => Math.round(Number(text.split(' ')[0]!.replaceAll(',', '')) * 10);
          const sum = written.parts.reduce((total, text) => total + tenths(text), 0);
          expect(sum).toBe(tenths(written.whole));
        },
      ),
    );
  });
});

it('durations are told as people plan', () => {
  expect([20_000, 3 * 60_000, 47 * 60_000, 100 * 60_000, 72 * HOUR].map(aboutDuration)).toEqual([
    'under a minute',
    'about 3 min',
    'about 45 min',
    'about 2 h',
    'about 3 days',
  ]);
});
