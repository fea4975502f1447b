import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findPath } from './answers.ts';
import { drawNoPath, drawPath } from './draw.ts';
import { eusPath } from './eus-path.ts';
import { sketched } from './graph.fixture.ts';
import { layoutGraph } from './layout.ts';
import { t } from './messages.ts';
import { graphSvg, pathSentences } from './svg.ts';

const graph = {
  ...sketched({
    versions: [
      ['4.16.1', 'stable-4.17'],
      ['4.16.2', 'stable-4.17'],
      ['4.16.3', 'candidate-4.17'],
      ['4.16.9', 'stable-4.17'],
      ['4.17.1', 'stable-4.17', 'stable-4.18'],
      ['4.18.1', 'stable-4.18'],
      ['4.18.2', 'stable-4.18'],
    ],
    plain: [
      '4.16.1 4.16.2',
      '4.16.2 4.17.1',
      '4.16.1 4.16.3',
      '4.16.3 4.17.1',
      '4.17.1 4.18.1',
      '4.18.1 4.18.2',
    ],
    conditional: ['4.16.1 4.17.1 Storage<b> Network'],
  }),
  blocked: [{ from: '4.16.2', to: '4.18.1', blocks: [{ from: '.*', message: 'does not boot' }] }],
};
const careful = findPath(graph, {
  from: '4.16.1',
  to: '4.18.1',
  avoidRisks: true,
  channels: ['stable-4.17', 'stable-4.18'],
});
const risky = findPath(graph, { from: '4.16.1', to: '4.18.1' });
if (!('hops' in careful && 'hops' in risky)) throw new Error('the sketch has no path');

describe('layout', () => {
  test('lanes from top to bottom, versions of the corridor from left to right', () => {
    const { lanes, nodes, width, height } = layoutGraph(graph, careful, {
      channels: ['stable-4.17', 'stable-4.18'],
      avoidRisks: true,
    });
    expect(lanes.map(({ minor }) => minor)).toEqual(['4.16', '4.17', '4.18']);
    expect(lanes.every(({ y }, at) => at === 0 || y > lanes[at - 1]!.y)).toBe(true);
    expect(nodes.map(({ version }) => version)).toEqual(['4.16.1', '4.16.2', '4.17.1', '4.18.1']);
    for (const [at, { x, y }] of nodes.entries()) {
      expect(x).toBeGreaterThan(nodes[at - 1]?.x ?? 0);
      expect(x).toBeLessThan(width);
      expect(y).toBeLessThan(height);
    }
  });

  test("all versions, those outside of the channels marked, and names don't overlap", () => {
    const { nodes } = layoutGraph(graph, careful, { channels: ['stable-4.17', 'stable-4.18'], show: 'all' });
    expect(nodes.map(({ version }) => version)).toEqual(graph.nodes.map(({ version }) => version));
    expect(nodes.flatMap(({ version, outside }) => (outside ? [version] : []))).toEqual(['4.16.3']);
    const named = nodes.filter(({ labeled }) => labeled);
    expect(named.map(({ version }) => version)).toEqual(careful.path);
    for (const [at, { x }] of named.entries()) expect(x - (named[at - 1]?.x ?? 0)).toBeGreaterThan(60);
  });

  test("the path is drawn last, with shorter paths and the reasons why they aren't used", () => {
    const { edges } = layoutGraph(graph, careful);
    expect(edges.map(({ from, to, kind, chosen }) => ({ from, to, kind, chosen }))).toEqual([
      { from: '4.16.1', to: '4.17.1', kind: 'conditional', chosen: false },
      { from: '4.16.2', to: '4.18.1', kind: 'blocked', chosen: false },
      { from: '4.16.1', to: '4.16.2', kind: 'plain', chosen: true },
      { from: '4.16.2', to: '4.17.1', kind: 'plain', chosen: true },
      { from: '4.17.1', to: '4.18.1', kind: 'plain', chosen: true },
    ]);
    expect(edges[1]?.risks).toEqual([{ name: '', message: 'does not boot', url: '' }]);
    expect(layoutGraph(graph, careful, { edges: 'path' }).edges).toHaveLength(3);
    expect(layoutGraph(graph, careful, { show: 'all', edges: 'all' }).edges).toHaveLength(8);
  });

  test('is plain data, and also exists without a path', () => {
    const layout = layoutGraph(graph, { path: [] }, { show: 'all' });
    expect(JSON.parse(JSON.stringify(layout))).toEqual(layout);
    expect(layout.nodes).toHaveLength(7);
    expect(layoutGraph(graph, { path: [] }).nodes).toEqual([]);
  });

  test('draws two thousand versions quickly', () => {
    const versions = Array.from({ length: 2000 }, (_, at) => `4.${Math.floor(at / 80)}.${at % 80}`);
    const many = sketched({ versions, plain: versions.slice(1).map((to, at) => `${versions[at]} ${to}`) });
    const start = performance.now();
    const { nodes, edges } = layoutGraph(
      many,
      { path: [versions[0]!, versions[1]!] },
      { show: 'all', edges: 'all' },
    );
    expect([nodes.length, edges.length]).toEqual([2000, 1999]);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('SVG', () => {
  const svg = graphSvg(layoutGraph(graph, risky), {
    title: 'From <here>',
    description: pathSentences(risky.hops),
  });

  test('text hides the lines behind it', () => {
    expect(svg).toMatch(/\.airlock-graph text\{[^}]*paint-order:stroke;stroke-width:4/);
    expect(svg).toContain('.airlock-graph text{fill:#151515;stroke:#ffffff}');
    expect(svg).toContain('.airlock-graph text{fill:#ffffff;stroke:#1f1f1f}');
  });

  test('is well-formed: every element is closed, and no text is markup', () => {
    const open: string[] = [];
    for (const [, closing, name, self] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (closing) expect(open.pop()).toBe(name);
      else if (!self) open.push(name!);
    }
    expect(open).toEqual([]);
    expect(svg).toContain('From &lt;here&gt;');
    expect(svg).toContain('Storage&lt;b&gt; +1');
    expect(svg).not.toContain('<b>');
  });

  test('describes its content, has both themes, and loads nothing', () => {
    expect(svg).toContain('role="img"');
    const conditional = t('conditionalVersion', { version: '4.17.1', risks: 'Storage&lt;b&gt;, Network' });
    expect(svg).toContain(t('path', { count: 2, path: `4.16.1 → ${conditional} → 4.18.1` }));
    expect(svg).toContain('@media (prefers-color-scheme:dark)');
    expect(svg).not.toMatch(/url\(|href|@import|<script/);
    expect(svg).toContain('class="edge conditional chosen"');
    const edge = t('edgeConditional', { from: '4.16.1', to: '4.17.1' });
    expect(svg).toContain(`<title>${edge}. Storage&lt;b&gt;: Storage&lt;b&gt; may happen. Network`);
  });

  test('without an update', () => expect(pathSentences([])).toBe(t('noUpdateNeeded')));
});

describe('drawing for a terminal', () => {
  test('versions, channels, risks', () => {
    expect(drawPath(risky, { errataOf: (version) => `https://errata/${version}` }).join('\n')).toBe(
      [
        '● 4.16.1',
        '┊   stable-4.17, conditional',
        '┊   ! Storage<b>: Storage<b> may happen. https://risks.example/Storage<b>',
        '┊   ! Network: Network may happen. https://risks.example/Network',
        '● 4.17.1   https://errata/4.17.1',
        '│   stable-4.18',
        '◉ 4.18.1   https://errata/4.18.1',
      ].join('\n'),
    );
  });

  test('shows worker pools between extended-update releases, wraps long reasons, and removes control characters', () => {
    const found = eusPath(graph, { from: '4.16.2', to: '4.18.2' });
    if (!('hops' in found)) throw new Error(found.reason);
    expect(drawPath(found).join('\n')).toMatch(
      /^● 4\.16\.2\n│ {3}pause the worker pools\n(?:.|\n)*◉ 4\.18\.2\n {4}unpause the worker pools and wait until they are updated$/,
    );
    const rejected = findPath(graph, { from: '4.18.1', to: '4.16.1\u001b[31m' });
    if (!('why' in rejected)) throw new Error('found');
    const lines = drawNoPath(rejected, { width: 50 });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.every((line) => line.length <= 50 && !line.includes('\u001b'))).toBe(true);
  });
});

test('the files that a browser uses import no Node modules', () => {
  const seen = new Set<string>();
  const foreign: string[] = [];
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    // Types are erased.
    for (const [, name] of text.matchAll(/^(?:import (?!type)|\} from ).*'([^']+)';$/gm))
      if (name!.startsWith('.')) visit(join(dirname(file), name!));
      else foreign.push(name!);
    if (/\b(Buffer|process)\./.test(text)) foreign.push(`${file} uses Node`);
  };
  for (const name of ['graph', 'answers', 'eus-path', 'layout', 'svg', 'draw', 'versions'])
    visit(join(import.meta.dirname, `${name}.ts`));
  expect([...new Set(foreign)].sort()).toEqual(['intl-messageformat', 'semver', 'tinyqueue']);
  expect(seen.size).toBeGreaterThan(8);
});
