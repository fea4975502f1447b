import { describe, expect, test } from 'vitest';
import type { ContractOperatorAnswer } from '../../core/contract/topics/operator-upgrades.ts';
import type {
  UpgradeAnswer,
  UpgradeConfiguration,
  UpgradePicture,
  UpgradeRefusal,
} from '../../core/contract/topics/upgrades.ts';
import { type Answered, buttonsOf, drawn, linksOf, sentenceOf, textOf } from '../engine/page.fixture.tsx';
import { CorridorCard } from './corridor-card.tsx';
import { EachUpdate } from './each-update.tsx';
import { NoWay } from './no-way.tsx';
import { OperatorAnswer } from './operators/answer.tsx';
import { RailPanel } from './operators/rail/panel.tsx';
import { OperatorRailPicture } from './operators/rail/picture.tsx';
import { RAIL } from './operators/rail/rail.fixture.ts';
import { OperatorRailTable } from './operators/rail/table.tsx';
import { RailsCard } from './operators/rails-card.tsx';
import OperatorScreen from './operators/screen.tsx';
import PlanScreen from './plan-screen.tsx';
import { answered, RISK } from './question/answer.fixture.ts';
import { GraphProblems, MirrorCard } from './question/mirror-card.tsx';
import { OperatorsCard } from './question/operators-card.tsx';
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
  problems: [],
  yaml: 'kind: ImageSetConfiguration\n',
  ...more,
});

const dot = (version: string, x: number, onPath: boolean) => ({
  version,
  minor: '4.16',
  x,
  y: 40,
  onPath,
  channels: ['stable-4.16'],
});
const line = (from: string, to: string, more: Partial<UpgradePicture['updates'][number]> = {}) => ({
  from,
  to,
  kind: 'plain' as const,
  chosen: true,
  shown: true,
  risks: [],
  d: 'M0 0H10',
  ...more,
});
const picture: UpgradePicture = {
  width: 400,
  height: 100,
  risks: [{ name: 'SomeRisk', message: 'It breaks.', url: '' }],
  lanes: [{ minor: '4.16', y: 40, x1: 80, x2: 300 }],
  versions: [dot(FROM, 80, true), dot(STOP, 150, false), dot(TO, 220, true)],
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

  test('without a question it says what will stand here, and what asking takes', () => {
    const html = screen(undefined, '/upgrades');
    expect(sentenceOf(html)).toBe('Which version is it on, and which one is wanted?');
    expect(textOf(html)).toContain('1 version of graphs that are kept on this host');
    expect(textOf(html)).toContain('(api.example/graph)');
    expect(buttonsOf(html)).toMatchObject({ 'Find the way': 'off', More: 'on' });
  });

  test('a question that is asked is looked for', () => {
    expect(sentenceOf(screen())).toBe(`Looking for the way from ${FROM} to ${TO}`);
  });

  test('a way: its steps, what it needs, and where operators come in', () => {
    const html = screen({ ...answered([FROM, TO]), configuration: configuration(), command: 'airlock' });
    expect(sentenceOf(html)).toBe(`One update from ${FROM} to ${TO}, without a known risk`);
    expect(buttonsOf(html)).toMatchObject({
      'Copy command': 'on',
      'Add to configuration': 'on',
      'Find out the bytes': 'on',
    });
    expect(linksOf(html)['Plan it together with operators']).toBe(`/upgrades/plan?from=${FROM}&to=${TO}`);
  });

  test('releases that cannot be left out are said before the bytes are asked for', () => {
    const html = screen({ ...answered([FROM, TO]), configuration: configuration({ extra: [STOP] }) });
    expect(textOf(html)).toContain('1 release beside the way cannot be left out.');
  });

  test('the first risk of a way is explained without being asked for', () => {
    const html = screen({ ...answered([FROM, TO], [TO], [FROM, STOP, TO]), picture });
    expect(textOf(html)).toContain('It breaks.');
    expect(textOf(html)).toContain('The update is conditional');
    expect(buttonsOf(html)).toMatchObject({ '1 risk': 'on' });
  });

  test('what was kept can be asked for again', () => {
    const origins = [{ kind: 'kept' as const, origin: 'https://api.example', channels: ['stable-4.16'] }];
    expect(buttonsOf(screen({ ...answered([FROM, TO]), origins }))).toMatchObject({
      'Ask the service again': 'on',
    });
    expect(buttonsOf(screen(answered([FROM, TO])))).not.toHaveProperty('Ask the service again');
    const kept = `${address}&source=kept`;
    expect(buttonsOf(screen({ ...answered([FROM, TO]), origins }, kept))).not.toHaveProperty(
      'Ask the service again',
    );
  });

  test('one configuration per update, where each can be told', () => {
    const at = `${address}&hops=each`;
    const both = [configuration(), configuration({ extra: [STOP] })];
    const html = screen({ ...answered([FROM, STOP, TO]), perHop: both }, at);
    expect(html).toContain(`aria-label="Add ${FROM} to ${STOP} to configuration"`);
    expect(textOf(screen(answered([FROM, TO]), at))).toContain('There is none: not all channels');
  });
});

test('each update selects its releases, and what cannot be left out', () => {
  const answer = {
    ...answered([FROM, STOP, TO]),
    perHop: [configuration(), configuration({ extra: ['4.16.3'] })],
  };
  const html = drawn(<EachUpdate answer={answer} onAdd={none} />);
  expect(textOf(html)).toContain('4.16.1 and 4.16.5 nothing');
  expect(textOf(html)).toContain('4.16.3');
});

describe('no way', () => {
  const refusal = (more: Partial<UpgradeRefusal>): UpgradeRefusal => ({
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
  const html = (more: Partial<UpgradeRefusal>) =>
    drawn(
      <NoWay refusal={refusal(more)} question={{ from: FROM, to: TO, channel: 'stable' }} onAsk={none} />,
    );

  test('what is nearest is one click away', () => {
    const found = html({
      nearestReachable: ['4.16.3'],
      nearestSources: ['4.16.4'],
      channels: ['stable', 'fast'],
    });
    expect(textOf(found)).toContain(`Updates lead from ${FROM} as far as:`);
    expect(buttonsOf(found)).toEqual({ '4.16.3': 'on', '4.16.4': 'on', fast: 'on' });
  });

  test('versions in place of one that is not known', () => {
    expect(buttonsOf(html({ version: TO, alternatives: ['4.16.4'] }))).toEqual({ '4.16.4': 'on' });
    expect(buttonsOf(html({ alternatives: ['4.16.4'] }))).toEqual({});
  });

  test('known risks can be allowed; what was withdrawn says why', () => {
    expect(buttonsOf(html({ kind: 'risks' }))).toEqual({ 'Allow updates with known risks': 'on' });
    const blocked = { from: FROM, to: TO, reasons: [{ name: '', message: '', url: '' }] };
    expect(textOf(html({ blocked: [blocked] }))).toContain(
      `${FROM} to ${TO} was withdrawn Its source gives no reason.`,
    );
    expect(textOf(html({ conditional: [{ from: FROM, to: TO, risks: [RISK] }] }))).toContain('It breaks.');
  });
});

describe('the walk', () => {
  const walk = (
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

  test('from here to there', () => {
    expect(walk()).toBe(`${FROM} it is here ${STOP} no known risk ${TO} no known risk`);
  });

  test('with the operators that move in between', () => {
    const text = walk([{ after: 1, title: 'odf to 4.17', why: 'OpenShift 4.16.5 needs it' }]);
    expect(text.indexOf('odf to 4.17')).toBeGreaterThan(text.indexOf(STOP));
    expect(text.indexOf('odf to 4.17')).toBeLessThan(text.indexOf(TO));
  });

  test('with pools that are paused', () => {
    const segments = [
      { from: FROM, to: TO, pausePools: true, controlPlaneOnly: [STOP] },
    ] as UpgradeAnswer['segments'];
    expect(walk([], segments)).toMatch(/pause the pools.*control plane only.*resume the pools/);
  });
});

describe('the drawing', () => {
  const card = (more: Partial<Parameters<typeof CorridorCard>[0]> = {}) =>
    drawn(
      <CorridorCard
        picture={picture}
        svg="<svg/>"
        name="upgrade"
        label="Versions"
        active={undefined}
        onActive={none}
        onUpdate={none}
        onFrom={none}
        onTo={none}
        {...more}
      />,
    );

  test('what is shown, and what can be shown', () => {
    const html = card();
    expect(textOf(html)).toContain('All updates 2');
    expect(textOf(html)).toContain('Withdrawn 1');
    expect(html).toContain(`aria-label="${FROM}, on the way"`);
    expect(html).toContain(`aria-label="${FROM} to ${TO}: 1 risk"`);
    expect(buttonsOf(html)).toMatchObject({ 'Save SVG': 'on', 'Save PNG': 'on' });
    expect(buttonsOf(card({ svg: undefined }))).not.toHaveProperty('Save SVG');
  });

  test('Tab comes to one version: the marked one, else the first of the way', () => {
    const stop = (html: string) => /tabindex="0" data-version="([^"]*)"/.exec(html)?.[1];
    expect(stop(card())).toBe(FROM);
    expect(stop(card({ active: STOP }))).toBe(STOP);
    expect(stop(card({ active: 'gone' }))).toBe(FROM);
  });

  test('a version: where it is, and what leads there', () => {
    const panel = (version: string) =>
      textOf(drawn(<VersionPanel picture={picture} version={version} onFrom={none} onTo={none} />));
    expect(panel(TO)).toContain('On the way');
    expect(panel(TO)).toContain('Updates to it 1 conditional, 1 withdrawn Updates from it none');
    expect(panel(STOP)).not.toContain('On the way');
    expect(panel('4.15.1')).toBe('');
  });

  test('a risk: whom it concerns, and the way round it', () => {
    const panel = (more: object, around?: UpgradeAnswer['around']) =>
      drawn(
        <RiskPanel
          from={FROM}
          to={TO}
          risks={[{ ...RISK, ...more }]}
          around={around}
          onAround={around && none}
        />,
      );
    expect(textOf(panel({ always: true }))).toContain('Every cluster is concerned.');
    expect(textOf(panel({ query: 'up == 0' }))).toContain('up == 0');
    expect(textOf(panel({}))).toContain('Nothing says which clusters are concerned.');
    const around = answered([FROM, TO], [TO], [FROM, STOP, TO]).around;
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

  test('the screen before anything was asked', () => {
    const html = drawn(<OperatorScreen />, [], '/upgrades/operators');
    expect(sentenceOf(html)).toBe('Which operator, and which version of it is installed?');
    expect(textOf(html)).toContain('A channel will stand here as a rail');
    expect(buttonsOf(html)).toMatchObject({ 'List packages': 'off', 'Show the channel': 'off' });
  });

  test('what was asked is in the fields, and can be asked again', () => {
    const html = drawn(
      <OperatorScreen />,
      [],
      '/upgrades/operators?catalogs=c&package=odf&from=4.16.6&channel=old',
    );
    expect(buttonsOf(html)).toMatchObject({ 'List packages': 'on', 'Find the way': 'on' });
    expect(html).toMatch(/<option[^>]*value="old"[^>]*selected=""|<option[^>]*selected=""[^>]*value="old"/);
  });

  test('catalogs of the workspace are a click away', () => {
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
      '1 installed 2.0 stable, replaces 3 fast, replaces set the subscription to fast from d',
    );
  });

  test('without a way: why, what is nearest, and what is possible in stages', () => {
    const refusal = {
      reason: 'nothing replaces it',
      nearest: [{ kind: 'reached', name: 'odf.v2', version: '2.0', channel: 'fast' }],
      stages: ['1.5', '2.0'],
    };
    const html = shown({ refusal } as never);
    expect(textOf(html)).toContain('Nothing replaces it.');
    expect(textOf(html)).toContain('1.5 → 2.0');
    expect(buttonsOf(html)).toEqual({ '2.0': 'on' });
    expect(textOf(html)).toContain('channel fast');
  });

  test('faults of a channel, notes, and what to mirror', () => {
    const html = shown({
      faults: ['two heads'],
      notes: ['a note'],
      configuration: { catalogs: [], extra: ['2.1'], notes: ['beside'], yaml: 'kind: x' },
    } as never);
    expect(textOf(html)).toContain('OLM cannot use the channel: two heads.');
    expect(textOf(html)).toContain('A note.');
    expect(textOf(html)).toContain('nothing smaller has the way; beside it: 2.1');
  });

  test('a rail: every version and range can be walked to, one of them by Tab', () => {
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
    expect(html).toContain('Range &lt;4 of 4: takes 2 versions');
    expect(html.match(/al-rail-hit/g)).toHaveLength(1);
    expect(html).toContain('Channel stable of catalog: 5 versions. The table says the same.');
  });

  test('the same as a table, or only what was searched for', () => {
    const table = (found: string) => textOf(drawn(<OperatorRailTable rail={RAIL} found={found} />));
    expect(table('')).toContain('4 4 head 2 3, 2 <4');
    expect(table(' 3 ')).toBe(
      'Version Bundle What it is Replaces Skips Skip range 3 3 skipped: never offered',
    );
  });

  test('several rails have the names of their channels', () => {
    const rails = (all: (typeof RAIL)[]) =>
      textOf(drawn(<RailsCard rails={all} svg={undefined} name="odf" onFrom={none} onTo={none} />));
    expect(rails([RAIL])).toContain('Channel stable');
    expect(rails([RAIL, { ...RAIL, channel: 'fast' }])).toContain('Channels on the way');
    expect(rails([RAIL, { ...RAIL, channel: 'fast' }])).toContain('fast of catalog');
  });

  test('a version of a rail: what it replaces and what takes it', () => {
    const panel = (name: string, kind: 'version' | 'range' = 'version') =>
      textOf(drawn(<RailPanel rail={RAIL} stop={{ kind, name }} onFrom={none} onTo={none} />));
    expect(panel('2')).toContain(
      'Replaces 1 Skips 1 Skip range <2 Replaced by 4 Skipped by 4 In the range of 4',
    );
    expect(panel('4', 'range')).toContain('Of the versions that are drawn it takes 2, 1.');
    expect(panel('gone')).toBe('');
    expect(panel('1', 'range')).toBe('');
  });
});

describe('plans', () => {
  test('before one is made', () => {
    const html = drawn(<PlanScreen />, [], `/upgrades/plan?from=${FROM}&to=${TO}&operators=odf%3D4.16`);
    expect(sentenceOf(html)).toBe('From which OpenShift to which, and with which operators?');
    expect(buttonsOf(html)).toMatchObject({ 'Make the plan': 'on' });
    expect(textOf(html)).toContain('NAME=VERSION that is installed');
  });

  test('operators that cannot be read are named', () => {
    const html = drawn(<PlanScreen />, [], '/upgrades/plan?operators=odf+logging%3D5');
    expect(textOf(html)).toContain('not so: odf');
  });

  test('an operator that stays, and one that moves', () => {
    const operators = [
      { package: 'odf', from: '4.16', to: '4.16', when: 'never', why: 'allowed' },
      { package: 'logging', from: '5.8', to: '5.9', when: 'before 4.17', why: 'needed' },
    ] as Parameters<typeof OperatorsCard>[0]['operators'];
    expect(textOf(drawn(<OperatorsCard operators={operators} />))).toContain(
      'odf 4.16 stays never allowed logging 5.8 5.9 before 4.17 needed',
    );
    expect(drawn(<OperatorsCard operators={[]} />)).toBe('');
  });

  test('what is odd about a graph, and nothing where nothing is', () => {
    const odd = { code: 'x', level: 'warning', message: 'a version twice', remedy: 'Look.' } as const;
    expect(textOf(drawn(<GraphProblems problems={[odd]} />))).toContain('a version twice');
    expect(drawn(<GraphProblems problems={[]} />)).toBe('');
    expect(textOf(drawn(<MirrorCard note="exactly" notes={['a']} yaml="kind: x" />))).toContain('A. kind: x');
  });
});

test('the question goes along to the other views, but not that of an operator', () => {
  const views = (query: string) => linksOf(drawn(<UpgradeViews />, [], `/upgrades?${query}`));
  expect(views('from=4.16.1&hops=each')).toEqual({
    OpenShift: '/upgrades?from=4.16.1',
    'An operator': '/upgrades/operators',
    'Both as one plan': '/upgrades/plan?from=4.16.1',
  });
  expect(views('package=odf&from=4.16.6')).toMatchObject({ OpenShift: '/upgrades' });
});
