import { describe, expect, test } from 'vitest';
import { assembleGraph, type OcpEdge, type OcpGraph } from '../ocp/graph.ts';
import { t } from './messages.ts';
import { answerComments, answerOcp, type OcpQuestion } from './ocp-answer.ts';

const RISK = { name: 'Slow', message: 'It may be slow.', url: '', matchingRules: [{ type: 'Always' }] };

/** `4.1.0 stable-4.1 fast-4.1` are versions, `4.1.0 > 4.1.1` updates, `4.1.0 ? 4.1.1` conditional ones. */
function graphOf(versions: string[], updates: string[], more: Partial<OcpEdge> = {}): OcpGraph {
  const nodes = versions.map((line) => {
    const [version = '', ...channels] = line.split(' ');
    return { version, channels, metadata: {} };
  });
  const edges = updates.map((line) => {
    const [from = '', sign, to = ''] = line.split(' ');
    return { from, to, risks: sign === '?' ? [RISK] : [], ...more };
  });
  return assembleGraph({ nodes, edges, channels: nodes.flatMap(({ channels }) => channels) });
}

const ASK = { from: '4.1.0', architecture: 'amd64' };

describe('without a channel', () => {
  const graph = graphOf(
    ['4.1.0 stable-4.1 fast-4.1', '4.1.1 stable-4.1 fast-4.1', '4.1.2 stable-4.1 fast-4.1', '4.1.3 fast-4.1'],
    ['4.1.0 > 4.1.1', '4.1.1 > 4.1.2', '4.1.0 > 4.1.3', '4.1.3 > 4.1.2', '4.1.2 > 4.1.3'],
  );

  test('prefers stable channels over other equally short paths', () => {
    const { answer, channels } = answerOcp(graph, { ...ASK, to: '4.1.2' });
    expect([answer.path, channels]).toEqual([['4.1.0', '4.1.1', '4.1.2'], ['stable-4.1']]);
  });

  test('else through fast ones', () => {
    const { answer, channels } = answerOcp(graph, { ...ASK, to: '4.1.3' });
    expect([answer.path, channels]).toEqual([['4.1.0', '4.1.3'], ['fast-4.1']]);
  });

  test('follows every edge of a graph without channels', () => {
    const bare = graphOf(['4.1.0', '4.1.1'], ['4.1.0 > 4.1.1']);
    expect(answerOcp(bare, { ...ASK, to: '4.1.1' })).toMatchObject({ answer: { path: ['4.1.0', '4.1.1'] } });
  });
});

test('a channel includes earlier ones of its kind', () => {
  const graph = graphOf(
    ['4.1.0 fast-4.1', '4.1.9 fast-4.1 fast-4.2', '4.2.0 fast-4.2', '4.2.1 stable-4.2'],
    ['4.1.0 > 4.1.9', '4.1.9 > 4.2.0'],
  );
  const found = answerOcp(graph, { ...ASK, to: '4.2.0', channel: 'fast-4.2' });
  expect(found).toMatchObject({
    answer: { path: ['4.1.0', '4.1.9', '4.2.0'] },
    channels: ['fast-4.1', 'fast-4.2'],
  });
  const wrong = answerOcp(graph, { ...ASK, to: '4.2.1', channel: 'fast-4.2' });
  expect(wrong.answer).toMatchObject({
    path: null,
    why: { kind: 'not-in-channel', channels: ['stable-4.2'] },
  });
});

test('a minor version stands for its newest reachable release, and notes mention a newer one', () => {
  const graph = graphOf(
    ['4.1.0 stable-4.1 stable-4.2', '4.2.0 stable-4.2', '4.2.1 stable-4.2', '4.2.2 stable-4.2'],
    ['4.1.0 > 4.2.0', '4.2.0 ? 4.2.1', '4.2.1 > 4.2.2'],
  );
  expect(answerOcp(graph, { ...ASK, to: '4.2' })).toMatchObject({ to: '4.2.2', notes: [] });
  expect(answerOcp(graph, { ...ASK, to: '4.2', avoidRisks: true })).toMatchObject({
    to: '4.2.0',
    answer: { path: ['4.1.0', '4.2.0'] },
    notes: [t('newerUnreachable', { version: '4.2.2', from: '4.1.0' })],
  });
  expect(answerOcp(graph, { ...ASK, to: '4.3' }).answer).toMatchObject({
    path: null,
    why: { kind: 'missing-minor' },
  });
});

test('reports updates from build suggestions', () => {
  const graph = graphOf(['4.1.0 stable-4.1', '4.1.1 stable-4.1'], ['4.1.0 > 4.1.1'], { suggested: true });
  expect(answerOcp(graph, { ...ASK, to: '4.1.1' }).notes).toMatchObject([t('suggestedUpdates')]);
});

test('through a version, with fewest risks, with paused pools', () => {
  const graph = graphOf(
    [
      '4.2.0 stable-4.2',
      '4.3.0 stable-4.2 stable-4.3 stable-4.4',
      '4.3.1 stable-4.3 stable-4.4',
      '4.4.0 stable-4.4',
    ].map((line) => `${line} candidate-4.4`),
    ['4.2.0 ? 4.3.0', '4.3.0 > 4.4.0', '4.2.0 > 4.3.1', '4.3.1 > 4.4.0', '4.3.0 > 4.3.1', '4.2.0 ? 4.4.0'],
  );
  const request = { from: '4.2.0', to: '4.4.0', architecture: 'amd64', channel: 'candidate-4.4' };
  const pathOf = (more: object) => answerOcp(graph, { ...request, ...more }).answer.path;
  expect(pathOf({})).toEqual(['4.2.0', '4.4.0']);
  expect(pathOf({ preference: 'fewest-risks' })).toEqual(['4.2.0', '4.3.1', '4.4.0']);
  expect(pathOf({ via: ['4.3.0'] })).toEqual(['4.2.0', '4.3.0', '4.4.0']);
  const eus = answerOcp(graph, { ...request, avoidRisks: true, eus: true }).answer;
  expect(eus).toMatchObject({
    path: ['4.2.0', '4.3.1', '4.4.0'],
    segments: [{ from: '4.2.0', to: '4.4.0', controlPlaneOnly: ['4.3.1'], pausePools: true }],
  });
});

describe('decisions about risks', () => {
  const graph = graphOf(
    ['4.1.0 stable-4.1', '4.1.1 stable-4.1', '4.1.2 stable-4.1'],
    ['4.1.0 ? 4.1.2', '4.1.0 > 4.1.1', '4.1.1 > 4.1.2'],
  );
  const request = (more: Partial<OcpQuestion>, applies?: boolean, within = graph) =>
    answerOcp(within, {
      ...{ ...ASK, to: '4.1.2', ...more },
      riskAnswers: applies === undefined ? undefined : new Map([['Slow', { applies, reason: 'No RHEL.' }]]),
    }).answer;

  test('a risk that affects nothing no longer blocks its update, and stays on the path with the reason', () => {
    expect(request({ avoidRisks: true }).path).toHaveLength(3);
    for (const more of [{ avoidRisks: true }, { preference: 'fewest-risks' as const }, {}])
      expect(request(more, false)).toMatchObject({
        path: ['4.1.0', '4.1.2'],
        hops: [{ risks: [{ name: 'Slow', answer: { applies: false, reason: 'No RHEL.' } }] }],
      });
    const found = request({}, false);
    expect(found.path && answerComments(found)).toEqual([
      t('dismissedRisk', { risk: 'Slow', from: '4.1.0', to: '4.1.2', reason: 'No RHEL.' }),
    ]);
  });

  test('a risk that affects the clusters excludes its updates', () => {
    expect(request({}).path).toHaveLength(2);
    expect(request({}, true).path).toHaveLength(3);
    const only = graphOf(['4.1.0 stable-4.1', '4.1.2 stable-4.1'], ['4.1.0 ? 4.1.2']);
    expect(request({ channel: 'stable-4.1' }, true, only)).toMatchObject({
      path: null,
      reason: expect.stringContaining('risks that affect your clusters'),
      why: { kind: 'risks', conditional: [{ risks: [{ answer: { applies: true } }] }] },
    });
  });
});
