import { visibleLine } from '../../../base/document/inert-text.ts';
import { inTurn } from '../../../base/flow/in-turn.ts';
import type { RiskAnswers } from '../../../upgrade/answers/ocp-answer.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';

const risks = () => import('../../../upgrade/sources/risk-answers.ts');

/** Returns the handlers that read and record decisions about known risks. */
export function riskAnswerHandlers(): Pick<
  HandlersOf<'upgrades'>,
  'upgrades.riskAnswers' | 'upgrades.answerRisk'
> {
  const turn = inTurn();
  return {
    'upgrades.riskAnswers': async ({ workspace }) => {
      const { readRiskAnswers } = await risks();
      return { answers: await readRiskAnswers(absolutePath(workspace, 'workspace')) };
    },
    'upgrades.answerRisk': async ({ workspace, risk, answer }) => {
      const { recordRiskAnswer } = await risks();
      const directory = absolutePath(workspace, 'workspace');
      return { answers: await turn(() => recordRiskAnswer(directory, risk, answer)) };
    },
  };
}

/** Returns the decisions about risks in a workspace, by the names of the risks. @throws as `readRiskAnswers` */
export async function riskAnswersOf(workspace: string | undefined): Promise<RiskAnswers> {
  if (workspace === undefined) return new Map();
  const answers = await (await risks()).readRiskAnswers(absolutePath(workspace, 'workspace'));
  return new Map(answers.map(({ risk, applies, reason }) => [risk, { applies, reason }]));
}

/** Returns a YAML document with comments at its beginning, without those that it contains. */
export function withComments(text: string, comments: readonly string[]): string {
  const lines = comments.map((comment) => `# ${visibleLine(comment.replace(/\s+/g, ' '))}`);
  const known = new Set(text.split('\n'));
  return [...lines.filter((line) => !known.has(line)), text].join('\n');
}
