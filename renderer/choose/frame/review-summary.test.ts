import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DraftPlan } from '../../../core/contract/topics/drafts.ts';
import { t } from './messages.ts';
import { aboutDuration, partSizes, reviewSummary, selectionSummary } from './review-summary.ts';

const GIB = 1024 ** 3;
const HOUR = 3_600_000;

const PLAN: DraftPlan = {
  images: 546,
  bytes: 55.8 * GIB,
  bytesDelivered: 7.6 * GIB,
  bytesStored: 0,
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
const DURATION = t('aboutDuration', { duration: '7 h' });
const size = (text: string) => t('sizeFact', { size: text });
const there = (text: string, place = 'fleet') => t('thereFact', { size: text, place });
const download = (text: string) => t('downloadFact', { size: text });

const facts = (
  draft: Parameters<typeof reviewSummary>[0],
  plan: Partial<DraftPlan> = {},
  drives = 2,
): string[] => reviewSummary(draft, { ...PLAN, ...plan }, drives).facts.map(({ text }) => text);

describe('the summary of Review', () => {
  it('has the selection, its size, what exists already, and the cost', () => {
    const summary = reviewSummary(DRAFT, PLAN, 2, 3);
    expect(summary.selection).toBe('Upgrade 4.16.20 → 4.18.9 with 5 operators');
    expect(summary.facts.map(({ text }) => text)).toEqual([
      '55.8 GiB in total',
      '7.6 GiB already in fleet',
      '48.2 GiB to download',
      'about 7 h',
      '3 transfer windows',
      '2 drives',
    ]);
    expect(summary.facts.filter(({ main }) => main)).toEqual([{ text: download('48.2 GiB'), main: true }]);
  });

  it('of a new cluster', () => {
    const fresh = { to: '4.18.9', goal: 'disk', enclave: 'default' } as const;
    const plan = { releases: ['4.18.9'], operators: 1, bytesDelivered: 0, bytesToFetch: PLAN.bytes };
    expect(reviewSummary(fresh, { ...PLAN, ...plan }, 2).selection).toBe(
      'New cluster on 4.18.9 with 1 operator',
    );
    expect(facts(fresh, plan).slice(0, 2)).toEqual([size('55.8 GiB'), download('55.8 GiB')]);
    expect(facts(fresh, { ...plan, bytesDelivered: GIB, bytesToFetch: 54.8 * GIB })).toContain(
      '1.0 GiB already in the enclave',
    );
  });

  it('to a registry: no drives, and the content that the registry already has', () => {
    const registry = { ...DRAFT, goal: 'registry', destination: 'registry.lab:5000/mirror' } as const;
    const push = t('pushFact', { registry: 'registry.lab:5000/mirror' });
    expect(facts(registry)).toEqual([
      size('55.8 GiB'),
      there('7.6 GiB', 'registry.lab:5000'),
      download('48.2 GiB'),
      DURATION,
      push,
    ]);
    const both = facts({ ...registry, goal: 'both' });
    expect(both).toContain(there('7.6 GiB'));
    expect(both.slice(-2)).toEqual([t('drivesFact', { drives: 2 }), push]);
  });

  it('with content of the workspace, and without a download', () => {
    expect(facts(DRAFT, { bytesToFetch: 40.2 * GIB, bytesStored: 8 * GIB }).slice(1, 4)).toEqual([
      there('7.6 GiB'),
      t('localFact', { size: '8.0 GiB' }),
      download('40.2 GiB'),
    ]);
    expect(facts(DRAFT, { bytesToFetch: 0, bytesDelivered: PLAN.bytes, durationMs: 0 }, 0)).toEqual([
      size('55.8 GiB'),
      there('55.8 GiB'),
      t('noDownloadFact'),
    ]);
    expect(reviewSummary(DRAFT, { ...PLAN, images: 0, bytes: 0 }, 2)).toEqual({
      selection: t('nothingTitle'),
      facts: [],
    });
  });

  it('with content of unknown size: lower bounds, and no drive, size or duration as a fact', () => {
    const parts = [{ unknown: true }] as DraftPlan['parts'];
    const atLeast = (value: string) => t('atLeastValue', { value });
    expect(facts(DRAFT, { parts })).toEqual([
      size(atLeast('55.8 GiB')),
      there('7.6 GiB'),
      download(atLeast('48.2 GiB')),
      atLeast('7 h'),
      atLeast(t('drivesFact', { drives: 2 })),
    ]);
    const nothing = { bytes: 0, bytesDelivered: 0, bytesToFetch: 0, bytesToCarry: 0, durationMs: 0 };
    expect(facts(DRAFT, { ...nothing, parts }, 0)).toEqual([t('unknownSizeFact'), t('unknownDownloadFact')]);
    expect(facts(DRAFT, { parts, durationMs: 20_000 })).not.toContain(t('shortDuration'));
  });

  it('names operators or images where no release is selected', () => {
    const of = (draft: Parameters<typeof selectionSummary>[0], plan: Partial<DraftPlan>) =>
      selectionSummary(draft, { ...PLAN, ...plan });
    expect(of({}, { releases: [] })).toBe('5 operators');
    expect(of({}, { releases: [], operators: 0, images: 1 })).toBe('1 image');
    expect(of({}, { operators: 0 })).toBe('Releases 4.16.20 to 4.18.9');
    expect(of({ from: '4.18.9' }, { releases: ['4.18.9'] })).toBe('Current version 4.18.9 with 5 operators');
    expect(of({ from: '4.16.1', to: '4.18.9' }, { releases: [], operators: 0 })).toBe(
      'Upgrade 4.16.1 → 4.18.9',
    );
  });
});

describe('sizes of parts', () => {
  it('add up as they are written', () => {
    // Each alone rounds down: 1.04 three times is 3.1.
    expect(partSizes([1.04 * GIB, 1.04 * GIB, 1.04 * GIB])).toEqual({
      total: '3.1 GiB',
      parts: ['1.1 GiB', '1.0 GiB', '1.0 GiB'],
    });
    expect(partSizes([5 * 1024 ** 2, 9.9 * GIB]).parts[0]).toBe('5.0 MiB');
  });

  it('add up for any sizes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: GIB, max: 900 * GIB }), { minLength: 1, maxLength: 9 }),
        (parts) => {
          const written = partSizes(parts);
          const unit = written.total.split(' ')[1]!;
          fc.pre(unit === 'GiB');
          const tenths = (text: string) => Math.round(Number(text.split(' ')[0]!.replaceAll(',', '')) * 10);
          const sum = written.parts.reduce((all, text) => all + tenths(text), 0);
          expect(sum).toBe(tenths(written.total));
        },
      ),
    );
  });
});

it('durations have the precision that people plan with', () => {
  expect([20_000, 3 * 60_000, 47 * 60_000, 100 * 60_000, 72 * HOUR].map(aboutDuration)).toEqual([
    'less than a minute',
    'about 3 min',
    'about 45 min',
    'about 2 h',
    'about 3 days',
  ]);
});
