import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { UpgradeAnswer } from '../../core/contract/topics/upgrades.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { READER, READER_REJECTION } from '../engine/session.fixture.ts';
import { t as graph } from './graph/messages.ts';
import { t } from './messages.ts';
import { NoPath } from './no-path.tsx';
import { answered, RISK } from './question/answer.fixture.ts';
import { t as shared } from './question/messages.ts';
import UpgradesScreen from './upgrades-screen.tsx';

const [FROM, TO] = ['4.16.1', '4.16.5'];
const REASON = 'No RHEL workers';
/** Returns the answer with a path. @param applies the decision about its risk */
const answerOf = (applies?: boolean): UpgradeAnswer => {
  const decision = applies === undefined ? {} : { answer: { applies, reason: REASON } };
  const risk = { ...RISK, ...decision };
  const answer = answered([FROM, TO], [TO]);
  answer.answer!.hops[0]!.risks = [risk];
  return {
    ...answer,
    svg: '<svg/>',
    picture: {
      risks: [risk],
      versions: [FROM, TO].map((version) => ({ version, onPath: true, channels: [] })),
      updates: [{ from: FROM, to: TO, kind: 'conditional', chosen: true, shown: true, risks: [0] }],
    },
  };
};
const recorded = (applies: boolean) => ({
  answers: [{ risk: RISK.name, applies, reason: REASON, answeredAt: '2026-11-28T08:00:00Z' }],
});
const open = (answers: Answers = {}) =>
  openScreen(
    <UpgradesScreen />,
    {
      'upgrades.versions': { versions: [] },
      'upgrades.path': answerOf() as never,
      'upgrades.riskAnswers': { answers: [] },
      'upgrades.answerRisk': recorded(false),
      'configurations.list': { configurations: [] },
      ...answers,
    },
    `/upgrades?from=${FROM}&to=${TO}`,
  );

describe('an answer to a risk', () => {
  test('needs a reason, is recorded, and the path is found again', async () => {
    const { user, requested } = open();
    await user.click(await buttonThatIs('on', t('notAppliesButton')));
    const save = await buttonThatIs('off', t('saveAnswerButton'));
    await user.type(screen.getByRole('textbox', { name: t('notAppliesReasonLabel') }), `  ${REASON} `);
    await user.click(save);
    expect(requested('upgrades.answerRisk')).toEqual([
      { workspace: '/w', risk: RISK.name, answer: { applies: false, reason: REASON } },
    ]);
    await expect.poll(() => requested('upgrades.path').length).toBe(2);
    expect((await screen.findAllByText(REASON)).length).toBeGreaterThan(0);
  });

  test('can be canceled without a request', async () => {
    const { user, requested } = open();
    await user.click(await buttonThatIs('on', t('appliesButton')));
    await user.click(screen.getByRole('button', { name: t('cancelAnswerButton') }));
    await buttonThatIs('on', t('notAppliesButton'));
    expect(requested('upgrades.answerRisk')).toEqual([]);
  });

  test('that it does not apply is shown in the title, in a note, and with its reason', async () => {
    open({ 'upgrades.path': answerOf(false) as never, 'upgrades.riskAnswers': recorded(false) });
    expect(await screen.findByText(shared('dismissedNote', { risks: 1 }))).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(
      shared('answeredRisksFact', { risks: 1 }),
    );
    expect(screen.getByRole('button', { name: graph('answeredBadge', { from: FROM, to: TO }) })).toBeTruthy();
    expect(screen.getByText(t('answeredRisksButton', { risks: 1 }))).toBeTruthy();
  });

  test.each([
    [true, 'riskPanelTitle'],
    [false, 'risksDismissedTitle'],
  ] as const)('that it applies (%s) decides whether its panel still counts it', async (applies, title) => {
    const { user } = open({
      'upgrades.path': answerOf(applies) as never,
      'upgrades.riskAnswers': recorded(applies),
    });
    const button = t(applies ? 'risksButton' : 'answeredRisksButton', { risks: 1 });
    await user.click(await screen.findByText(button));
    const panel = within(screen.getByRole('region', { name: t('riskPanelLabel', { from: FROM, to: TO }) }));
    panel.getByText(t(title, { from: FROM, to: TO, risks: 1 }));
  });

  test('can be removed in the list and next to the risk', async () => {
    const { user, requested } = open({
      'upgrades.path': answerOf(false) as never,
      'upgrades.riskAnswers': recorded(false),
    });
    await user.click(await screen.findByRole('button', { name: t('removeAnswerOf', { risk: 'Some risk' }) }));
    const removed = { workspace: '/w', risk: RISK.name };
    await expect.poll(() => requested('upgrades.answerRisk')).toEqual([removed]);
    await user.click(screen.getByText(t('answeredRisksButton', { risks: 1 })));
    await user.click(screen.getByRole('button', { name: t('removeAnswerButton') }));
    await expect.poll(() => requested('upgrades.answerRisk')).toEqual([removed, removed]);
  });

  test('that failed shows why', async () => {
    const { user } = open({ 'upgrades.answerRisk': failing('read-only', { remedy: 'Check the disk.' }) });
    await user.click(await buttonThatIs('on', t('notAppliesButton')));
    await user.type(screen.getByRole('textbox', { name: t('notAppliesReasonLabel') }), REASON);
    await user.click(await buttonThatIs('on', t('saveAnswerButton')));
    expect(await screen.findByText('Check the disk.')).toBeTruthy();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: t('notAppliesReasonLabel') });
    expect(field.value).toBe(REASON);
    await buttonThatIs('on', t('saveAnswerButton'));
  });

  test('that could not be removed in the list shows why there', async () => {
    const { user } = open({
      'upgrades.path': answered([FROM, TO]) as never,
      'upgrades.riskAnswers': recorded(false),
      'upgrades.answerRisk': failing('read-only', { remedy: 'Check the disk.' }),
    });
    await user.click(await screen.findByRole('button', { name: t('removeAnswerOf', { risk: 'Some risk' }) }));
    expect(await screen.findByText('Check the disk.')).toBeTruthy();
  });

  test('needs a workspace', async () => {
    open({ 'settings.read': { side: 'connected', workspaces: [] } });
    expect(await screen.findByText(t('answerNeedsWorkspace'))).toBeTruthy();
  });

  test('needs the right to change the workspace', async () => {
    open({ ...READER, 'upgrades.path': answerOf() as never });
    expect((await screen.findAllByText(READER_REJECTION)).length).toBeGreaterThan(0);
  });

  test('that a risk applies and left no path opens its risks, and offers no path with risks', async () => {
    const shown: object[] = [];
    const { user } = openScreen(
      <NoPath
        rejection={{
          ...{ kind: 'risks', message: 'no path', alternatives: [], channels: [], nearestReachable: [] },
          ...{ nearestSources: [], blocked: [], conditional: [{ from: FROM, to: TO, risks: [RISK] }] },
        }}
        question={{ from: FROM, to: TO, channel: 'stable', avoidRisks: false }}
        onAsk={() => {}}
        onRisks={(update) => shown.push(update)}
      />,
      {},
    );
    expect(screen.queryByRole('button', { name: t('allowRisksButton') })).toBeNull();
    await user.click(screen.getByRole('button', { name: t('showRisksButton') }));
    expect(shown).toEqual([{ from: FROM, to: TO }]);
  });
});
