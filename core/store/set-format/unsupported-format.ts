import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

const OLDER_REMEDY = {
  workspace: 'olderWorkspaceRemedy',
  transfer: 'olderTransferRemedy',
  request: 'olderRequestRemedy',
  report: 'olderReportRemedy',
  inventory: 'olderInventoryRemedy',
} as const;

/** Returns the error about something in a format that this version doesn't read. */
export function unsupportedFormat(
  kind: keyof typeof OLDER_REMEDY,
  { path, found, supported }: { path: string; found: number; supported: number },
): AirlockError {
  return new AirlockError('workspace-format', t('formatUnsupported', { path, found, supported }), {
    side: 'local',
    remedy: found > supported ? t('newerFormatRemedy', { path }) : t(OLDER_REMEDY[kind]),
    expected: `format ${supported}`,
    found: `format ${found}`,
    at: { file: path },
  });
}

/** Returns whether an error of {@link unsupportedFormat} is about a newer format than this version reads. */
export function isNewerFormat({ expected, found }: AirlockError): boolean {
  const [supported = 0, actual = 0] = [expected, found].map((text) => Number(text?.replace('format ', '')));
  return actual > supported;
}
