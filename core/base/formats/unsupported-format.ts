import { AirlockError } from '../errors/airlock-error.ts';
import { RULE } from '../errors/rules.ts';
import { t } from './messages.ts';

const OLDER_REMEDY = {
  workspace: 'olderWorkspaceRemedy',
  transfer: 'olderTransferRemedy',
  request: 'olderRequestRemedy',
  report: 'olderReportRemedy',
  inventory: 'olderInventoryRemedy',
  plan: 'olderPlanRemedy',
  state: 'olderStateRemedy',
} as const;

/** What a file is, for the remedy if its format is too old. `state`: anything else that Airlock saves. */
export type FormatKind = keyof typeof OLDER_REMEDY;

/**
 * Returns the error about something in a format that this version doesn't read.
 * @param facts.oldest the oldest format that this version migrates; absent: none
 */
export function unsupportedFormat(
  kind: FormatKind,
  facts: { path: string; found: number; supported: number; oldest?: number },
): AirlockError {
  const { path, found, supported, oldest = supported } = facts;
  const isNewer = found > supported;
  return new AirlockError(
    'workspace-format',
    oldest < supported
      ? t('formatOutsideRange', { path, found, oldest, supported })
      : t('formatUnsupported', { path, found, supported }),
    {
      side: 'local',
      rule: isNewer ? { id: 'newer-format' } : undefined,
      remedy: isNewer ? t('newerFormatRemedy') : t(OLDER_REMEDY[kind], { path }),
      expected: oldest < supported ? `formats ${oldest} to ${supported}` : `format ${supported}`,
      found: `format ${found}`,
      at: { file: path },
    },
  );
}

/** Returns whether an error of {@link unsupportedFormat} is about a newer format than this version reads. */
export function isNewerFormat(error: AirlockError): boolean {
  return error[RULE]?.id === 'newer-format';
}
