import { describe, expect, test } from 'vitest';
import { allPaths, findPath, reachableFrom } from './answers.ts';
import { eusPath } from './eus-path.ts';
import { sketched } from './graph.fixture.ts';

/** Numbers that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

interface RandomGraph {
  versions: string[];
  /** `from to` -> number of risks. */
  edges: Map<string, number>;
  channelsOf: Map<string, string[]>;
}

/** Up to nine versions of 4.1 to 4.5; some edges lead backwards. */
function randomGraph(random: () => number): RandomGraph {
  const versions: string[] = [];
  for (let minor = 1; minor <= 5; minor++)
    for (let patch = 0; patch < 12 && versions.length < 9; patch += 1 + Math.floor(random() * 6))
      if (random() < 0.4) versions.push(`4.${minor}.${patch}`);
  if (versions.length < 2) return randomGraph(random);
  const edges = new Map<string, number>();
  const density = 0.15 + random() * 0.5;
  for (const [a, from] of versions.entries())
    for (const [b, to] of versions.entries())
      if (a !== b && random() < (a < b ? density : 0.04))
        edges.set(`${from} ${to}`, random() < 0.6 ? 0 : 1 + Math.floor(random() * 2));
  const channelsOf = new Map(
    versions.map((version) => [version, ['left', 'right'].filter(() => random() < 0.7)]),
  );
  return { versions, edges, channelsOf };
}

function graphOf({ versions, edges, channelsOf }: RandomGraph) {
  return sketched({
    versions: versions.map((version) => [version, ...channelsOf.get(version)!] as const),
    plain: [...edges].flatMap(([pair, risks]) => (risks === 0 ? [pair] : [])),
    conditional: [...edges].flatMap(([pair, risks]) =>
      risks > 0 ? [`${pair} ${['A', 'B'].slice(0, risks).join(' ')}`] : [],
    ),
  });
}

/** Every path that contains each version at most once. */
function everyPath(
  graph: RandomGraph,
  from: string,
  to: string,
  counts: (pair: string) => boolean,
): string[][] {
  if (from === to) return [[to]];
  const walk = (path: string[]): string[][] => {
    const at = path.at(-1)!;
    if (at === to) return [path];
    return graph.versions.flatMap((next) =>
      !path.includes(next) && graph.edges.has(`${at} ${next}`) && counts(`${at} ${next}`)
        ? walk([...path, next])
        : [],
    );
  };
  return walk([from]);
}

function risksOf({ edges }: RandomGraph, path: string[]): number {
  return path.slice(1).reduce((sum, to, step) => sum + edges.get(`${path[step]} ${to}`)!, 0);
}

/** The path with the newer version at the first difference comes first. */
function newerFirst({ versions }: RandomGraph, a: string[], b: string[]): number {
  for (const [step, version] of a.entries()) {
    const difference = versions.indexOf(b[step]!) - versions.indexOf(version);
    if (difference !== 0) return difference;
  }
  return 0;
}

const SEEDS = Array.from({ length: 250 }, (_, seed) => seed + 1);

describe('answers equal an exhaustive search', () => {
  test('paths, all paths, fewest risks, channels, reachable versions', () => {
    let [found, none] = [0, 0];
    for (const seed of SEEDS) {
      const random = numbers(seed);
      const sketch = randomGraph(random);
      const graph = graphOf(sketch);
      const pick = () => sketch.versions[Math.floor(random() * sketch.versions.length)]!;
      const [from, to] = [pick(), pick()];
      for (const avoidRisks of [false, true]) {
        for (const channels of [undefined, ['left'], ['left', 'right']]) {
          const query = { from, to, avoidRisks, channels };
          const counts = (pair: string) => {
            const [a, b] = pair.split(' ').map((version) => sketch.channelsOf.get(version)!);
            const shared = !channels || channels.some((name) => a!.includes(name) && b!.includes(name));
            return shared && !(avoidRisks && sketch.edges.get(pair)! > 0);
          };
          const every = everyPath(sketch, from, to, counts).sort((a, b) => newerFirst(sketch, a, b));
          const fewest = Math.min(...every.map((path) => path.length));
          const shortest = every.filter((path) => path.length === fewest);
          const where = JSON.stringify({ seed, ...query });
          const answer = allPaths(graph, query);
          if (shortest.length === 0) {
            expect(answer, where).toMatchObject({ path: null, reason: expect.stringMatching(/\w/) });
            none++;
          } else {
            expect(answer, where).toMatchObject({
              paths: shortest.map((path) => ({ path })),
              total: shortest.length,
              truncated: false,
            });
            expect(findPath(graph, query).path, where).toEqual(shortest[0]);
            const careful = every.toSorted(
              (a, b) =>
                risksOf(sketch, a) - risksOf(sketch, b) || a.length - b.length || newerFirst(sketch, a, b),
            );
            expect(findPath(graph, query, 'fewest-risks').path, where).toEqual(careful[0]);
            found++;
          }
          const reachable = sketch.versions.filter(
            (version) => version !== from && everyPath(sketch, from, version, counts).length > 0,
          );
          const answered = reachableFrom(graph, from, query);
          expect(Array.isArray(answered) && answered.map(({ version }) => version), where).toEqual(reachable);
        }
      }
    }
    expect(found).toBeGreaterThan(200);
    expect(none).toBeGreaterThan(200);
  });

  test('paths through other versions, and through every EUS minor version', () => {
    let [found, eus] = [0, 0];
    for (const seed of SEEDS) {
      const random = numbers(seed + 1000);
      const sketch = randomGraph(random);
      const graph = graphOf(sketch);
      const last = sketch.versions.length - 1;
      const [from, via, to] = [0, Math.floor(random() * (last + 1)), last].map(
        (at) => sketch.versions[at]!,
      ) as [string, string, string];
      const all = () => true;
      const legs = everyPath(sketch, from, via, all).flatMap((first) =>
        everyPath(sketch, via, to, all).map((second) => [...first, ...second.slice(1)]),
      );
      const best = legs.sort((a, b) => a.length - b.length || newerFirst(sketch, a, b))[0];
      const answer = findPath(graph, { from, to, via: [via] });
      expect(answer.path, `seed ${seed}: ${from} by ${via} to ${to}`).toEqual(best ?? null);
      if (best) found++;

      const minor = (version: string) => Number(version.split('.')[1]);
      const between = [2, 4].filter(
        (each) =>
          each > minor(from) &&
          each < minor(to) &&
          sketch.versions.some((version) => minor(version) === each),
      );
      const stopping = everyPath(sketch, from, to, all)
        .filter((path) => {
          const stops = between.map((each) => path.findIndex((version) => minor(version) === each));
          return stops.every((stop, at) => stop >= 0 && stop > (stops[at - 1] ?? -1));
        })
        .sort((a, b) => a.length - b.length || newerFirst(sketch, a, b))[0];
      const hasCycle = [...sketch.edges.keys()].some((pair) => {
        const [a, b] = pair.split(' ');
        return sketch.versions.indexOf(a!) > sketch.versions.indexOf(b!);
      });
      // With edges that lead backwards, the only path may contain a version twice.
      if (hasCycle) continue;
      expect(eusPath(graph, { from, to }).path, `seed ${seed}`).toEqual(stopping ?? null);
      if (stopping && between.length > 0) eus++;
    }
    expect(found).toBeGreaterThan(60);
    expect(eus).toBeGreaterThan(20);
  });
});
