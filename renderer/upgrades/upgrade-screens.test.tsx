import { describe, expect, test } from 'vitest';
import type { ContractOperatorAnswer } from '../../core/contract/topics/operator-upgrades.ts';
import type {
  UpgradeAnswer,
  UpgradeConfiguration,
  UpgradePicture,
  UpgradeRejection,
} from '../../core/contract/topics/upgrades.ts';
import { type Answered, buttonsOf, drawn, linksOf, sentenceOf, textOf } from '../engine/page.fixture.tsx';
import { EachUpdate } from './each-update.tsx';
import { t as graph } from './graph/messages.ts';
import { GraphCard } from './graph-card.tsx';
import { t } from './messages.ts';
import { NoPath } from './no-path.tsx';
import { OperatorAnswer } from './operators/answer.tsx';
import { t as operator } from './operators/messages.ts';
import { t as rail } from './operators/rail/messages.ts';
import { RailPanel } from './operators/rail/panel.tsx';
import { OperatorRailPicture } from './operators/rail/picture.tsx';
import { RAIL } from './operators/rail/rail.fixture.ts';
import { OperatorRailTable } from './operators/rail/table.tsx';
import { RailsCard } from './operators/rails-card.tsx';
import OperatorScreen from './operators/screen.tsx';
import PlanScreen from './plan-screen.tsx';
import { answered, RISK } from './question/answer.fixture.ts';
import { t as shared } from './question/messages.ts';
import { GraphProblems, MirrorCard } from './question/mirror-card.tsx';
import { OperatorsCard } from './question/operators-card.tsx';
import { lifeText } from './question/release-life.ts';
import { pathRequest, questionIn } from './question/upgrade-question.ts';
import { UpgradeViews } from './question/upgrade-views.tsx';
import { RiskPanel, VersionPanel } from './risk-panel.tsx';
import { UpgradeSteps } from './upgrade-steps.tsx';
import UpgradesScreen from './upgrades-screen.tsx';

const none = () => {};
const [FROM, STOP, TO] = ['4.16.1', '4.16.2', '4.16.5'] as const;

const configuration = (more: Partial<UpgradeConfiguration> = {}): UpgradeConfiguration => ({
  channels: [{ name: 'stable-4.16', minVersion: FROM, maxVersion: TO, shortestPath: true }],
  releases: [FROM, TO],
  extra: [],
  loaded: ['stable-4.16'],
  problems: [],
  comments: [],
  yaml: 'kind: ImageSetConfiguration\n',
  ...more,
});

const dot = (version: string, onPath: boolean) => ({ version, onPath, channels: ['stable-4.16'] });
const line = (from: string, to: string, more: Partial<UpgradePicture['updates'][number]> = {}) => ({
  from,
  to,
  kind: 'plain' as const,
  chosen: true,
  shown: true,
  risks: [],
  ...more,
});
const picture: UpgradePicture = {
  risks: [{ name: 'SomeRisk', message: 'It breaks.', url: '', always: false }],
  versions: [dot(FROM, true), dot(STOP, false), dot(TO, true)],
  updates: [
    line(FROM, TO, { kind: 'conditional', risks: [0] }),
    line(FROM, STOP, { chosen: false, shown: false }),
    line(STOP, TO, { chosen: false, shown: false, kind: 'blocked' }),
  ],
};

describe('Upgrades', () => {
  const address = `/upgrades?from=${FROM}&to=${TO}`;
  const versions: Answered = [
    'upgrades.versions',
    { architecture: 'amd64', workspace: '/w' },
    { versions: [{ version: FROM }], service: 'https://api.example/graph' },
  ];
  const screen = (answer?: UpgradeAnswer, at = address) => {
    const request = pathRequest(questionIn(new URLSearchParams(at.split('?')[1]), 'service'), '/w');
    const answers: Answered[] = answer && request ? [['upgrades.path', request, answer]] : [];
    return drawn(<UpgradesScreen />, [versions, ...answers], at);
  };

  const GRAPH = { origins: [], versions: picture.versions, risks: [], riskSets: [[]], updates: [0, 1, 0, 0] };
  const saved = (graph: object): Answered => [
    'upgrades.graph',
    { architecture: 'amd64', workspace: '/w' },
    graph,
  ];

  test('without a question or a graph it explains how to get a graph', () => {
    const html = drawn(
      <UpgradesScreen />,
      [versions, saved({ ...GRAPH, versions: [], updates: [] })],
      '/upgrades',
    );
    expect(sentenceOf(html)).toBe(shared('startTitle'));
    expect(textOf(html)).toContain(t('emptyText'));
    expect(textOf(html)).toContain('(api.example/graph)');
    expect(buttonsOf(html)).toMatchObject({
      [shared('findPathButton')]: 'off',
      [shared('moreButton')]: 'on',
      [t('chooseFileButton')]: 'on',
    });
  });

  test('without a question it shows the complete graph of this host', () => {
    const html = drawn(<UpgradesScreen />, [versions, saved(GRAPH)], '/upgrades');
    expect(textOf(html)).toContain(t('chooseFromHelp'));
    expect(html).toContain(t('browseDiagramName', { versions: 3, first: FROM, last: TO }));
    expect(html.match(/data-version=/g)).toHaveLength(3);
  });

  test('a request that is under way is shown in the title', () => {
    expect(sentenceOf(screen())).toBe(shared('findingTitle', { from: FROM, to: TO }));
  });

  test('a path: its steps, its configuration, and the link to the plan', () => {
    const html = screen({ ...answered([FROM, TO]), configuration: configuration(), command: 'airlock' });
    expect(sentenceOf(html)).toBe(`Upgrade ${FROM} → ${TO}: 1 update, no known risks`);
    expect(buttonsOf(html)).toMatchObject({
      [shared('copyCommandButton')]: 'on',
      [shared('addButton')]: 'on',
      [t('sizeButton')]: 'on',
    });
    expect(linksOf(html)['Plan this upgrade together with operators']).toBe(
      `/upgrades/plan?from=${FROM}&to=${TO}`,
    );
  });

  test('additional releases are shown before the size is requested', () => {
    const html = screen({ ...answered([FROM, TO]), configuration: configuration({ extra: [STOP] }) });
    expect(textOf(html)).toContain(t('extraReleases', { releases: 1, channels: 'stable-4.16' }));
  });

  test('the first known risk of a path is explained without a press', () => {
    const html = screen({ ...answered([FROM, TO], [TO], [FROM, STOP, TO]), picture });
    expect(textOf(html)).toContain('It breaks.');
    expect(textOf(html)).toContain(shared('conditionalUpdateNote', { version: TO, risks: 1 }));
    expect(buttonsOf(html)).toMatchObject({ [t('risksButton', { risks: 1 })]: 'on' });
  });

  test('a saved graph can be refreshed', () => {
    const origins = [{ kind: 'cached' as const, origin: 'https://api.example', channels: ['stable-4.16'] }];
    expect(buttonsOf(screen({ ...answered([FROM, TO]), origins }))).toMatchObject({
      [t('refreshButton')]: 'on',
    });
    expect(buttonsOf(screen(answered([FROM, TO])))).not.toHaveProperty(t('refreshButton'));
    const cached = `${address}&source=cached`;
    expect(buttonsOf(screen({ ...answered([FROM, TO]), origins }, cached))).not.toHaveProperty(
      t('refreshButton'),
    );
  });

  test('one configuration per update, if each is available', () => {
    const at = `${address}&hops=each`;
    const both = [configuration(), configuration({ extra: [STOP] })];
    const html = screen({ ...answered([FROM, STOP, TO]), perHop: both }, at);
    expect(html).toContain(`aria-label="${t('addUpdateButton', { from: FROM, to: STOP })}"`);
    expect(textOf(screen(answered([FROM, TO]), at))).toContain(t('perUpdateUnavailable'));
  });
});

test('each update shows its releases and additional ones', () => {
  const answer = {
    ...answered([FROM, STOP, TO]),
    perHop: [configuration(), configuration({ extra: ['4.16.3'] })],
  };
  const html = drawn(<EachUpdate answer={answer} onAdd={none} />);
  expect(textOf(html)).toContain(`4.16.1 and 4.16.5 ${t('noExtra')}`);
  expect(textOf(html)).toContain('4.16.3');
});

describe('no path', () => {
  const rejection = (more: Partial<UpgradeRejection>): UpgradeRejection => ({
    kind: 'no-path',
    message: 'no path',
    alternatives: [],
    channels: [],
    nearestReachable: [],
    nearestSources: [],
    blocked: [],
    conditional: [],
    ...more,
  });
  const html = (more: Partial<UpgradeRejection>) =>
    drawn(
      <NoPath
        rejection={rejection(more)}
        question={{ from: FROM, to: TO, channel: 'stable' }}
        onAsk={none}
      />,
    );

  test('the closest options are buttons', () => {
    const found = html({
      nearestReachable: ['4.16.3'],
      nearestSources: ['4.16.4'],
      channels: ['stable', 'fast'],
    });
    expect(textOf(found)).toContain(t('reachableFrom', { version: FROM }));
    expect(buttonsOf(found)).toEqual({ '4.16.3': 'on', '4.16.4': 'on', fast: 'on' });
  });

  test('versions or channels instead of an unknown one', () => {
    expect(buttonsOf(html({ version: TO, alternatives: ['4.16.4'] }))).toEqual({ '4.16.4': 'on' });
    expect(buttonsOf(html({ alternatives: ['4.16.4'] }))).toEqual({});
    expect(buttonsOf(html({ kind: 'unknown-channel', alternatives: ['stable-4.18'] }))).toEqual({
      'stable-4.18': 'on',
    });
    // These minors are missing between both versions, so they can't be a target.
    expect(buttonsOf(html({ kind: 'missing-minor', alternatives: ['4.17'] }))).toEqual({});
  });

  test('known risks can be allowed; blocked updates show why', () => {
    expect(buttonsOf(html({ kind: 'risks' }))).toEqual({ [t('allowRisksButton')]: 'on' });
    const blocked = { from: FROM, to: TO, reasons: [{ name: '', message: '', url: '' }] };
    expect(textOf(html({ blocked: [blocked] }))).toContain(
      `${t('blockedUpdate', { from: FROM, to: TO })} ${t('noBlockReason')}`,
    );
    expect(textOf(html({ conditional: [{ from: FROM, to: TO, risks: [RISK] }] }))).toContain('It breaks.');
  });
});

describe('the steps', () => {
  const steps = (
    moves: Parameters<typeof UpgradeSteps>[0]['moves'] = [],
    segments?: UpgradeAnswer['segments'],
  ) =>
    textOf(
      drawn(
        <UpgradeSteps
          path={answered([FROM, STOP, TO]).answer!}
          segments={segments}
          moves={moves}
          onRisks={none}
        />,
      ),
    );

  test('from the current version to the target', () => {
    expect(steps()).toBe(
      `${FROM} ${t('currentVersion')} ${STOP} ${shared('noRisks')} ${TO} ${shared('noRisks')}`,
    );
  });

  test('with the operators that are updated in between', () => {
    const text = steps([{ after: 1, title: 'odf to 4.17', why: 'OpenShift 4.16.5 needs it' }]);
    expect(text.indexOf('odf to 4.17')).toBeGreaterThan(text.indexOf(STOP));
    expect(text.indexOf('odf to 4.17')).toBeLessThan(text.indexOf(TO));
  });

  test('with paused worker pools', () => {
    const segments = [
      { from: FROM, to: TO, pausePools: true, controlPlaneOnly: [STOP] },
    ] as UpgradeAnswer['segments'];
    expect(steps([], segments)).toMatch(/Pause worker pools.*Control plane only.*Unpause worker pools/);
  });
});

describe('the diagram', () => {
  const card = (more: Partial<Parameters<typeof GraphCard>[0]> = {}) =>
    drawn(
      <GraphCard
        picture={picture}
        svg="<svg/>"
        name="upgrade"
        label="Versions"
        height={200}
        active={undefined}
        onActive={none}
        onPick={none}
        onUpdate={none}
        onFrom={none}
        onTo={none}
        {...more}
      />,
    );

  test('shows the path and offers other updates', () => {
    const html = card();
    expect(textOf(html)).toContain(t('allUpdatesLabel', { count: '2' }));
    expect(textOf(html)).toContain(t('blockedUpdatesLabel', { count: '1' }));
    expect(html).toContain(`aria-label="${graph('versionOnPath', { version: FROM })}"`);
    expect(html).toContain(`aria-label="${graph('risksBadge', { from: FROM, to: TO, risks: 1 })}"`);
    expect(buttonsOf(html)).toMatchObject({ [t('saveSvgButton')]: 'on', [t('savePngButton')]: 'on' });
    expect(buttonsOf(card({ svg: undefined }))).not.toHaveProperty(t('saveSvgButton'));
  });

  test('Tab selects one version: the selected one, otherwise the first of the path', () => {
    const stop = (html: string) => /tabindex="0" data-version="([^"]*)"/.exec(html)?.[1];
    expect(stop(card())).toBe(FROM);
    expect(stop(card({ active: STOP }))).toBe(STOP);
    expect(stop(card({ active: 'unknown' }))).toBe(FROM);
  });

  test('a version: its place, and the updates from and to it', () => {
    const panel = (version: string) =>
      textOf(drawn(<VersionPanel picture={picture} version={version} onFrom={none} onTo={none} />));
    expect(panel(TO)).toContain(t('onUpgradePath'));
    expect(panel(TO)).toContain(
      `${t('updatesToLabel')} 1 conditional, 1 blocked ${t('updatesFromLabel')} ${graph('noneUpdates')}`,
    );
    expect(panel(TO)).toContain(lifeText(TO, new Date())!);
    expect(panel(STOP)).not.toContain(t('onUpgradePath'));
    expect(panel('4.15.1')).toBe('');
  });

  test('a risk: the affected clusters, and the alternative path', () => {
    const panel = (more: object, around?: UpgradeAnswer['alternative']) =>
      drawn(
        <RiskPanel
          from={FROM}
          to={TO}
          risks={[{ ...RISK, ...more }]}
          alternative={around}
          onAround={around && none}
        />,
      );
    expect(textOf(panel({ always: true }))).toContain('This risk affects all clusters.');
    expect(textOf(panel({ query: 'up == 0' }))).toContain('up == 0');
    expect(textOf(panel({}))).toContain(t('affectsUnknown'));
    const around = answered([FROM, TO], [TO], [FROM, STOP, TO]).alternative;
    expect(Object.keys(buttonsOf(panel({}, around))).length).toBeGreaterThan(
      Object.keys(buttonsOf(panel({}))).length,
    );
  });
});

describe('operators', () => {
  const EMPTY: ContractOperatorAnswer = {
    channels: ['stable'],
    defaultChannel: 'stable',
    versions: [],
    notes: [],
    rails: [],
    faults: [],
    command: '',
  };
  const shown = (more: Partial<ContractOperatorAnswer>) =>
    drawn(<OperatorAnswer answer={{ ...EMPTY, ...more }} name="odf" onAsk={none} />);

  test('the screen before the first request', () => {
    const html = drawn(<OperatorScreen />, [], '/upgrades/operators');
    expect(sentenceOf(html)).toBe(operator('startTitle'));
    expect(textOf(html)).toContain(operator('emptyTitle'));
    expect(buttonsOf(html)).toMatchObject({
      [operator('listButton')]: 'off',
      [operator('channelButton')]: 'off',
    });
  });

  test('the fields contain the question, which can be sent again', () => {
    const html = drawn(
      <OperatorScreen />,
      [],
      '/upgrades/operators?catalogs=c&package=odf&from=4.16.6&channel=old',
    );
    expect(buttonsOf(html)).toMatchObject({
      [operator('listButton')]: 'on',
      [shared('findPathButton')]: 'on',
    });
    expect(html).toMatch(/<option[^>]*value="old"[^>]*selected=""|<option[^>]*selected=""[^>]*value="old"/);
  });

  test('catalogs of the workspace are buttons', () => {
    const html = drawn(
      <OperatorScreen />,
      [['upgrades.catalogs', { workspace: '/w' }, { catalogs: ['a:v1', 'b:v1'] }]],
      '/upgrades/operators?catalogs=a%3Av1',
    );
    expect(buttonsOf(html)).toHaveProperty('b:v1');
    expect(buttonsOf(html)).not.toHaveProperty('a:v1');
  });

  test('updates with changes of the channel and of the catalog', () => {
    const hop = {
      from: '1',
      to: '2',
      toVersion: '2.0',
      channel: 'stable',
      switched: false,
      catalog: 'c',
      by: 'replaces',
    };
    const text = textOf(
      shown({
        hops: [
          hop,
          { ...hop, from: '2', to: '3', toVersion: undefined, switched: true, channel: 'fast', catalog: 'd' },
        ],
      } as never),
    );
    expect(text).toContain(
      [
        `1 ${operator('installed')}`,
        `2.0 ${operator('hopNote', { channel: 'stable', field: 'replaces' })}`,
        `3 ${operator('hopNote', { channel: 'fast', field: 'replaces' })}`,
        `${operator('changeChannel', { channel: 'fast' })} ${operator('fromCatalog', { catalog: 'd' })}`,
      ].join(' '),
    );
  });

  test('without a path: the reason, the closest options, and stages', () => {
    const rejection = {
      reason: 'nothing replaces it',
      nearest: [{ kind: 'reached', name: 'odf.v2', version: '2.0', channel: 'fast' }],
      stages: ['1.5', '2.0'],
    };
    const html = shown({ rejection } as never);
    expect(textOf(html)).toContain('Nothing replaces it.');
    expect(textOf(html)).toContain('1.5 → 2.0');
    expect(buttonsOf(html)).toEqual({ '2.0': 'on' });
    expect(textOf(html)).toContain(operator('inChannel', { channel: 'fast' }));
  });

  test('faults of a channel, notes, and the configuration', () => {
    const html = shown({
      faults: ['two heads'],
      notes: ['a note'],
      configuration: { catalogs: [], extra: ['2.1'], notes: ['additional'], yaml: 'kind: x' },
    } as never);
    expect(textOf(html)).toContain(operator('channelFault', { fault: 'two heads' }));
    expect(textOf(html)).toContain('A note.');
    expect(textOf(html)).toContain(operator('selectsMore', { versions: '2.1' }));
  });

  test('a channel: every version and range is a stop, one of them for Tab', () => {
    const html = drawn(
      <OperatorRailPicture
        rail={RAIL}
        found="2"
        marked={undefined}
        opened={undefined}
        onMark={none}
        onOpen={none}
      />,
    );
    expect(html.match(/tabindex="0"/g)).toHaveLength(1);
    expect(html).toMatch(/tabindex="0" data-stop="version 0"/);
    expect(html).toContain('Skip range &lt;4 of 4: includes 2 versions');
    expect(html.match(/al-rail-hit/g)).toHaveLength(1);
    expect(html).toContain(rail('diagramName', { channel: 'stable', catalog: 'catalog', versions: 5 }));
  });

  test('the same as a table, complete or filtered by a search', () => {
    const table = (found: string) => textOf(drawn(<OperatorRailTable rail={RAIL} found={found} />));
    expect(table('')).toContain(`4 4 ${rail('headState')} 2 3, 2 <4`);
    expect(table(' 3 ')).toBe(`Version Bundle State Replaces Skips Skip range 3 3 ${rail('skippedState')}`);
  });

  test('several diagrams have the names of their channels', () => {
    const rails = (all: (typeof RAIL)[]) =>
      textOf(drawn(<RailsCard rails={all} svg={undefined} name="odf" onFrom={none} onTo={none} />));
    expect(rails([RAIL])).toContain(operator('channelHeading', { channel: 'stable' }));
    expect(rails([RAIL, { ...RAIL, channel: 'fast' }])).toContain(operator('channelsHeading'));
    expect(rails([RAIL, { ...RAIL, channel: 'fast' }])).toContain('fast in catalog');
  });

  test('a version of a channel: what it replaces, and what replaces it', () => {
    const panel = (name: string, kind: 'version' | 'range' = 'version') =>
      textOf(drawn(<RailPanel rail={RAIL} stop={{ kind, name }} onFrom={none} onTo={none} />));
    expect(panel('2')).toContain(
      `Replaces 1 Skips 1 Skip range <2 Replaced by 4 Skipped by 4 ${rail('inRangeLabel')} 4`,
    );
    expect(panel('4', 'range')).toContain(rail('rangeVersions', { versions: '2, 1' }));
    expect(panel('2')).toContain(`${rail('setFromButton')} ${shared('setToButton')}`);
    expect(panel('unknown')).toBe('');
    expect(panel('1', 'range')).toBe('');
  });
});

describe('plans', () => {
  test('before one is created', () => {
    const html = drawn(<PlanScreen />, [], `/upgrades/plan?from=${FROM}&to=${TO}&operators=odf%3D4.16`);
    expect(sentenceOf(html)).toBe(t('planStartTitle'));
    expect(buttonsOf(html)).toMatchObject({ [t('planButton')]: 'on' });
    expect(textOf(html)).toContain(t('operatorsHelp'));
  });

  test('invalid operators are shown', () => {
    const html = drawn(<PlanScreen />, [], '/upgrades/plan?operators=odf+logging%3D5');
    expect(textOf(html)).toContain(t('operatorsInvalid', { operators: 'odf' }));
  });

  test('an operator without an update, and one with an update', () => {
    const operators = [
      { package: 'odf', from: '4.16', to: '4.16', when: 'never', why: 'allowed' },
      { package: 'logging', from: '5.8', to: '5.9', when: 'before 4.17', why: 'needed' },
    ] as Parameters<typeof OperatorsCard>[0]['operators'];
    expect(textOf(drawn(<OperatorsCard operators={operators} />))).toContain(
      `odf 4.16 ${shared('unchanged')} Never Allowed logging 5.8 5.9 Before 4.17 Needed`,
    );
    expect(drawn(<OperatorsCard operators={[]} />)).toBe('');
  });

  test('problems of a graph, or nothing without problems', () => {
    const problem = { code: 'x', level: 'warning', message: 'a version twice', remedy: 'Look.' } as const;
    expect(textOf(drawn(<GraphProblems problems={[problem]} />))).toContain('A version twice.');
    expect(drawn(<GraphProblems problems={[]} />)).toBe('');
    expect(textOf(drawn(<MirrorCard note="exactly" notes={['a']} yaml="kind: x" />))).toContain('A. kind: x');
  });
});

test('OpenShift and the plan share their question, but not the operator view', () => {
  const views = (query: string) => linksOf(drawn(<UpgradeViews />, [], `/upgrades?${query}`));
  expect(views('from=4.16.1&hops=each')).toEqual({
    [shared('openShiftView')]: '/upgrades?from=4.16.1',
    [shared('operatorView')]: '/upgrades/operators',
    [shared('planView')]: '/upgrades/plan?from=4.16.1',
    [shared('catalogsView')]: '/upgrades/catalogs',
  });
  expect(views('package=odf&from=4.16.6')).toMatchObject({ [shared('openShiftView')]: '/upgrades' });
});
