import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OpenShiftLimit, openShiftLimit } from '../../../content/operator/openshift-limit.ts';
import { type SketchedEntry, sketchedPackage } from '../operator-package.fixture.ts';
import type { OperatorCatalog } from '../prepared-catalog.ts';
import { found, nameOf, limits as randomLimits } from '../random-package.fixture.ts';
import { planConfiguration } from './configuration.ts';
import { planHtml } from './html.ts';
import { jointPlan } from './joint-plan.ts';
import { t } from './messages.ts';
import type { JointPlan, OperatorToPlan } from './model.ts';
import { planSvg } from './svg.ts';
import { planLines, planSentence, stepTitle } from './text.ts';

function limits(stated: Record<string, string>): Map<string, OpenShiftLimit> {
  return new Map(Object.entries(stated).map(([version, text]) => [`p.v${version}`, openShiftLimit([text])!]));
}

function catalog(
  openShift: string,
  channels: Record<string, SketchedEntry[]>,
  stated: Record<string, string> = {},
): OperatorCatalog {
  return { name: `v${openShift}`, openShift, package: sketchedPackage(channels), limits: limits(stated) };
}

const VERSIONS = ['4.16.20', '4.17.25', '4.18.9'];

/** 5.9 stops at 4.16; its successor is already in the catalog of 4.16. */
const logging: OperatorToPlan = {
  package: 'logging',
  installed: '5.9.9',
  subscribed: 'stable-5.9',
  channel: 'stable-6.1',
  catalogs: [
    catalog(
      '4.16',
      { 'stable-5.9': ['5.9.9 < 5.9.8'], 'stable-6.1': ['6.1.4 < 6.1.3 [>=5.9.0 <6.1.4]', '6.1.3'] },
      { '5.9.9': '4.16' },
    ),
    catalog('4.18', { 'stable-6.1': ['6.1.4 < 6.1.3 [>=5.9.0 <6.1.4]', '6.1.3'] }),
  ],
};

/** 4.16 supports OpenShift up to 4.17, and its updates are only in the catalog of 4.17. */
const storage: OperatorToPlan = {
  package: 'storage',
  installed: '4.16.6',
  channel: 'stable-4.18',
  catalogs: [
    catalog('4.16', { 'stable-4.16': ['4.16.6 < 4.16.5'] }, { '4.16.6': '4.17' }),
    catalog(
      '4.17',
      { 'stable-4.17': ['4.17.6 < 4.17.5 [>=4.16.0 <4.17.6]', '4.17.5'] },
      { '4.17.6': '4.18' },
    ),
    catalog('4.18', { 'stable-4.18': ['4.18.2 < 4.17.6'] }),
  ],
};

const free: OperatorToPlan = {
  package: 'free',
  installed: '1.0.0',
  asNeeded: true,
  catalogs: [catalog('4.16', { c: ['1.1.0 < 1.0.0', '1.0.0'] })],
};

const UNSUPPORTED = t('openShiftUnsupported', {
  bundle: 'p.v5.9.9',
  version: '4.17',
  limit: 'up to OpenShift 4.16 (olm.maxOpenShiftVersion)',
});

function outline({ steps }: JointPlan): string[] {
  return steps.map(stepTitle);
}

test('worker pools are paused before the first update between EUS releases, and resumed after the last one', () => {
  const segments = [{ from: '4.16.20', to: '4.18.9', controlPlaneOnly: ['4.17.25'], pausePools: true }];
  const plan = jointPlan({ versions: VERSIONS, segments, operators: [] });
  expect(plan.steps).toMatchObject([{ pools: ['pause'] }, { pools: ['resume'] }]);
  const lines = planLines(plan).map((line) => line.trim());
  expect(lines[lines.findIndex((line) => line.endsWith('4.17.25')) + 1]).toBe(t('pausePools'));
  expect(lines[lines.findLastIndex((line) => line.endsWith('4.18.9')) + 1]).toBe(t('resumePools'));
  expect(planHtml(plan)).toContain(t('pausePools'));
  const [part] = segments;
  const still = jointPlan({ versions: VERSIONS, segments: [{ ...part!, pausePools: false }], operators: [] });
  expect(still.steps).toMatchObject([{ pools: [] }, { pools: [] }]);
});

describe('order', () => {
  const plan = jointPlan({ versions: VERSIONS, operators: [logging, storage, free] });

  test('an operator is updated before the hop that its bundle does not support, or else as late as possible', () => {
    expect(outline(plan)).toEqual([
      'logging 5.9.9 → 6.1.4',
      'OpenShift 4.16.20 → 4.17.25',
      t('catalogTitle', { catalog: 'v4.17', packages: 'storage' }),
      'storage 4.16.6 → 4.17.6',
      'OpenShift 4.17.25 → 4.18.9',
      t('catalogTitle', { catalog: 'v4.18', packages: 'logging, storage' }),
      'storage 4.17.6 → 4.18.2',
    ]);
    expect(plan).toMatchObject({ possible: true, problems: [], versions: VERSIONS });
    expect(plan.steps[0]).toMatchObject({
      on: '4.16.20',
      hop: { channel: 'stable-6.1', switched: true, catalog: 'v4.16', by: 'skipRange' },
      why: UNSUPPORTED,
      checks: [{ ok: true, text: t('updateMade', { bundle: 'p.v6.1.4', by: 'skipRange' }) }],
    });
    expect(plan.steps[1]!.checks).toEqual([
      { ok: true, text: t('nextMinor', { after: '4.17', before: '4.16' }) },
      { ok: true, text: 'logging 6.1.4: no version limit is specified' },
      { ok: true, text: 'storage 4.16.6: up to OpenShift 4.17 (olm.maxOpenShiftVersion)' },
      { ok: true, text: 'free 1.0.0: no version limit is specified' },
    ]);
    expect(plan.steps[5]!.checks).toEqual([
      { ok: true, text: t('bundlePresent', { installed: 'logging 6.1.4', catalog: 'v4.18' }) },
      { ok: true, text: t('bundleReplaced', { installed: 'storage 4.17.6', catalog: 'v4.18' }) },
    ]);
    expect(plan.operators).toMatchObject([
      {
        package: 'logging',
        fromVersion: '5.9.9',
        toVersion: '6.1.4',
        when: 'on 4.16.20, before OpenShift 4.17',
      },
      { package: 'storage', toVersion: '4.18.2', when: 'on 4.17.25, before OpenShift 4.18' },
      {
        package: 'free',
        hops: [],
        toVersion: '1.0.0',
        when: t('notUpdated'),
        why: 'no version limit is specified',
      },
    ]);
  });

  test('no operator blocks a patch of the same minor version', () => {
    const patches = jointPlan({
      versions: ['4.16.20', '4.16.30', '4.17.25'],
      operators: [{ ...logging, subscribed: 'stable-6.1' }],
    });
    expect(outline(patches)).toEqual([
      'OpenShift 4.16.20 → 4.16.30',
      'logging 5.9.9 → 6.1.4',
      'OpenShift 4.16.30 → 4.17.25',
    ]);
    expect(patches.possible).toBe(true);
  });

  test('the configuration contains the bundles of each catalog', async () => {
    const { catalogs, extra } = await planConfiguration(plan, [logging, storage, free]);
    expect(catalogs).toEqual([
      {
        catalog: 'v4.16',
        packages: [{ name: 'p', defaultChannel: 'stable-6.1', channels: [{ name: 'stable-6.1' }] }],
      },
      { catalog: 'v4.17', packages: [{ name: 'p', channels: [{ name: 'stable-4.17' }] }] },
      { catalog: 'v4.18', packages: [{ name: 'p', channels: [{ name: 'stable-4.18' }] }] },
    ]);
    expect(extra).toEqual([]);
  });
});

describe('impossible plans', () => {
  test('an operator without an update for the next minor version', () => {
    const stuck: OperatorToPlan = {
      package: 'stuck',
      installed: '1.0.0',
      catalogs: [catalog('4.16', { c: ['1.0.0'], later: ['2.0.0'] }, { '1.0.0': '4.16' })],
    };
    const plan = jointPlan({ versions: VERSIONS.slice(0, 2), operators: [stuck, free] });
    expect(plan).toMatchObject({
      possible: false,
      problems: [
        {
          package: 'stuck',
          reason: expect.stringMatching(/doesn't support OpenShift 4.17.*Closest matches: 2.0.0/),
          nearest: [{ kind: 'allows', name: 'p.v2.0.0', channel: 'later' }],
        },
      ],
    });
    expect(plan.steps[0]!.checks).toContainEqual({
      ok: false,
      text: 'stuck 1.0.0: up to OpenShift 4.16 (olm.maxOpenShiftVersion)',
    });
    expect(planLines(plan).join('\n')).toMatch(/fails stuck 1\.0\.0[\s\S]*error: package "stuck"/);
  });

  test("a limit that OLM can't read blocks like one that is too low", () => {
    const irregular: OperatorToPlan = {
      ...free,
      catalogs: [{ ...free.catalogs[0]!, limits: limits({ '1.0.0': '4.16.1', '1.1.0': 'x' }) }],
    };
    const plan = jointPlan({ versions: ['4.16.20', '4.17.25'], operators: [irregular] });
    expect(plan.possible).toBe(false);
    expect(plan.problems[0]!.reason).toContain('"4.16.1" isn\'t in the form MAJOR.MINOR');
  });

  test('a skipped minor version, a package that the next catalog does not contain, and an invalid version', () => {
    expect(jointPlan({ versions: ['4.16.20', '4.18.9'], operators: [] })).toMatchObject({
      possible: false,
      steps: [{ checks: [{ ok: false, text: t('notNextMinor', { after: '4.18', before: '4.16' }) }] }],
    });
    expect(jointPlan({ versions: ['4.22.9', '5.0.1'], operators: [] }).possible).toBe(true);
    const orphan = {
      ...free,
      catalogs: [...free.catalogs, { name: 'v4.17', openShift: '4.17', package: undefined }],
    };
    const plan = jointPlan({ versions: ['4.16.20', '4.17.25'], operators: [orphan] });
    expect(plan.possible).toBe(true);
    const note = t('packageMissing', { catalog: 'v4.17', package: 'free', installed: 'free 1.0.0' });
    expect(planLines(plan).join('\n')).toContain(`note ${note}`);
    expect(() => jointPlan({ versions: ['newest'], operators: [] })).toThrow(
      t('versionInvalid', { version: 'newest' }),
    );
    expect(() => jointPlan({ versions: [], operators: [] })).toThrow(t('versionsMissing'));
  });
});

describe('as text and as a page', () => {
  const plan = jointPlan({ versions: VERSIONS, operators: [logging, free] });

  test('text', () => {
    expect(planSentence(plan)).toBe(
      `${t('path', { from: '4.16.20', to: '4.18.9', count: 2 })} ${t('operators', { updates: 1 })}`,
    );
    expect(planLines(plan).slice(2, 8)).toEqual([
      '1. logging 5.9.9 → 6.1.4',
      `   ${t('switchedDetail', { version: '4.16.20', channel: 'stable-6.1', catalog: 'v4.16' })}`,
      `   ${UNSUPPORTED}`,
      `   ok ${t('updateMade', { bundle: 'p.v6.1.4', by: 'skipRange' })}`,
      '2. OpenShift 4.16.20 → 4.17.25',
      `   ok ${t('nextMinor', { after: '4.17', before: '4.16' })}`,
    ]);
  });

  test('a page without script that loads nothing, with every step', () => {
    const html = planHtml(plan);
    expect(html).not.toMatch(/<script|src=|href=|url\(/);
    for (const step of plan.steps) expect(html).toContain(`<strong>${stepTitle(step)}</strong>`);
    expect(html.match(/class="box"/g)).toHaveLength(plan.steps.length);
  });

  test('a picture of the steps', () => {
    const svg = planSvg(plan);
    for (const step of plan.steps) expect(svg).toContain(`>${stepTitle(step)}</text>`);
    expect(svg).not.toMatch(/<script|href=|url\(|class="sub fails"/);
    const blocked = {
      ...logging,
      catalogs: [catalog('4.16', { c: ['5.9.9'] }, { '5.9.9': '4.16' })],
      channel: 'c',
    };
    expect(planSvg(jointPlan({ versions: VERSIONS.slice(0, 2), operators: [blocked] }))).toContain(
      'class="sub fails"',
    );
  });

  test('escapes names of any kind', () => {
    const hostile = { ...free, package: '<img src=x onerror="a">' };
    const hostilePlan = jointPlan({ versions: VERSIONS, operators: [hostile] });
    expect(planHtml(hostilePlan)).not.toContain('<img');
    expect(planSvg(hostilePlan)).not.toContain('<img');
  });
});

test('every plan without a problem passes its own checks, and no limit is ignored', () => {
  let moved = 0;
  let blocked = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(found, randomLimits), { minLength: 1, maxLength: 3 }),
      fc.nat(),
      fc.boolean(),
      (list, position, asNeeded) => {
        const catalogs = list.map(([of, stated], at) => ({
          name: `v4.${16 + at}`,
          openShift: `4.${16 + at}`,
          package: of,
          limits: new Map(
            stated.flatMap((minor, version) =>
              minor === null ? [] : [[nameOf(version), { highest: { major: 4, minor } }] as const],
            ),
          ),
        }));
        const { bundles } = list[0]![0];
        const installed = bundles[position % bundles.length]!.name;
        const plan = jointPlan({
          versions: VERSIONS,
          operators: [{ package: 'p', installed, asNeeded, catalogs }],
        });
        expect(plan.possible).toBe(plan.problems.length === 0);
        if (!plan.possible) blocked++;
        if (plan.operators[0]!.hops.length > 0) moved++;
        // The steps are followed again only by their text.
        let now = installed;
        for (const step of plan.possible ? plan.steps : []) {
          if (step.type === 'operator') now = step.hop.to;
          if (step.type !== 'openshift') continue;
          const limit = catalogs
            .find(({ package: of }) => of.bundles.some(({ name }) => name === now))
            ?.limits.get(now);
          expect(limit?.highest.minor ?? 99).toBeGreaterThanOrEqual(Number(step.to.split('.')[1]));
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(moved).toBeGreaterThan(20);
  expect(blocked).toBeGreaterThan(20);
});
