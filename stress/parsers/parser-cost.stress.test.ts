import { expect, test } from 'vitest';
import { FULL } from '../effort.ts';
import { above, type Cost, costsOf, figures, inputsOf, type Limit } from '../parser-costs.ts';
import { PARSERS } from './parser-entries.ts';

/** Inputs that took 15 s or more before the limits. */
const KNOWN: Record<string, string[]> = {
  'catalog-yaml': ['aliases in a list'],
  nmstate: ['aliases in a list', 'anchors of one node', 'wrong interfaces'],
  'cloud-config': ['aliases in a list', 'lines in a section'],
  'image-set': ['keys', 'keys below a section'],
  'host-table': ['columns'],
  'install-config': ['wrong elements of compute'],
  'helm-template': ['self-including'],
};

const ALL = Object.fromEntries(Object.keys(PARSERS).map((parser) => [parser, inputsOf(parser)]));

// The peak of a process that reads many inputs says nothing about a small one.
const SMALL: Limit = { bytes: 60_000, seconds: 1, megabytes: Number.POSITIVE_INFINITY };
const LARGE: Limit = { bytes: 5_000_000, seconds: 5, megabytes: 500 };

async function measure(inputs: Record<string, string[]>, limit: Limit): Promise<void> {
  const all: Cost[] = [];
  for (const [parser, names] of Object.entries(inputs)) {
    const costs = await costsOf(parser, names, limit);
    all.push(...costs);
    expect.soft(above(costs, limit)).toEqual([]);
  }
  console.log(`${limit.bytes} bytes: ${figures(all)}`);
}

test('60 KB are answered within 1 s of CPU time', () => measure(FULL ? ALL : KNOWN, SMALL));

test.runIf(FULL)('5 MB are answered within 5 s of CPU time and 500 MB', () => measure(ALL, LARGE));
