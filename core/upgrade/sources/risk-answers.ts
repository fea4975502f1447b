import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { visibleLine } from '../../base/document/inert-text.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { readRegularFile } from '../../base/files/regular-file.ts';
import {
  type FileFormat,
  inCurrentFormat,
  rethrowFormat,
  writeInFormat,
} from '../../base/formats/file-format.ts';
import {
  LONGEST_REASON,
  MOST_RISK_ANSWERS,
  type RiskAnswer,
  recordedAnswer,
} from '../../contract/topics/upgrades.ts';
import { t } from './messages.ts';

/** Largest file that is read, bytes. */
const LARGEST = 1024 * 1024;

const FORMAT = { kind: 'state', current: 1 } as const satisfies FileFormat;

/** `.airlock/risk-answers.json` of a workspace. */
export const RISK_ANSWERS_FILE = z.object({
  format: z.literal(FORMAT.current),
  answers: z.array(recordedAnswer).max(MOST_RISK_ANSWERS).describe('Decisions, one for each risk'),
});

/**
 * Returns the decisions about known risks that a workspace records. Empty without a file.
 * @throws AirlockError `workspace-invalid` for a damaged file, `disk`
 */
export async function readRiskAnswers(workspace: string): Promise<RiskAnswer[]> {
  const file = fileOf(workspace);
  const content = await readRegularFile(file, LARGEST).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw asAirlockError(error);
  });
  if (content === undefined) return [];
  try {
    // The reason why a file wasn't read isn't JSON either.
    return RISK_ANSWERS_FILE.parse(inCurrentFormat(JSON.parse(content.toString()), file, FORMAT)).answers;
  } catch (cause) {
    rethrowFormat(cause);
    throw new AirlockError('workspace-invalid', t('answersInvalid', { file }), {
      side: 'local',
      remedy: t('answersInvalidRemedy'),
      cause,
    });
  }
}

/**
 * Records a decision, or removes it.
 * @returns all decisions
 * @throws AirlockError `usage` for a directory that doesn't exist or too many decisions, and as {@link readRiskAnswers}
 */
export async function recordRiskAnswer(
  workspace: string,
  risk: string,
  answer: Pick<RiskAnswer, 'applies' | 'reason'> | undefined,
): Promise<RiskAnswer[]> {
  if (!(await stat(workspace).catch(() => undefined))?.isDirectory())
    throw new AirlockError('usage', t('workspaceMissing', { workspace }), {
      remedy: t('workspaceMissingRemedy'),
    });
  const others = (await readRiskAnswers(workspace)).filter((each) => each.risk !== risk);
  if (answer && others.length >= MOST_RISK_ANSWERS)
    throw new AirlockError('usage', t('tooManyAnswers', { most: MOST_RISK_ANSWERS }), {
      remedy: t('tooManyAnswersRemedy'),
    });
  const answeredAt = new Date().toISOString();
  const reason = visibleLine((answer?.reason ?? '').replace(/\s+/g, ' ')).slice(0, LONGEST_REASON);
  const added = answer && { risk, applies: answer.applies, reason, answeredAt };
  const answers = added ? [...others, added] : others;
  const text = `${JSON.stringify({ format: FORMAT.current, answers }, undefined, 2)}\n`;
  await writeInFormat(fileOf(workspace), text, FORMAT).catch((error: unknown) => {
    throw asAirlockError(error);
  });
  return answers;
}

function fileOf(workspace: string): string {
  return airlockDirectory(workspace, 'risk-answers.json');
}
