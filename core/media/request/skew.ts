import { AirlockError } from '../../base/errors/airlock-error.ts';
import { EXPORT_FORMAT } from '../volumes/export-document.ts';
import { t } from './messages.ts';

/**
 * Ascending formats of sets, export documents and volumes that this version writes. The three formats share one number, so a
 * version that reads one of them also reads the others, and all earlier ones.
 */
const WRITES: readonly number[] = [EXPORT_FORMAT];

/** The newest format that this version reads. The other side needs it before it writes. */
export const READS_FORMAT = EXPORT_FORMAT;

/**
 * Returns the format to write for a side that reads formats up to `reads`: the newest that both support.
 * @param tool `name version` of this program
 * @throws AirlockError `workspace-format` if that side reads none of them and therefore needs this version first
 */
export function formatFor(reads: number, tool: string, writes: readonly number[] = WRITES): number {
  const format = writes.findLast((each) => each <= reads);
  if (format !== undefined) return format;
  const [oldest] = writes;
  throw new AirlockError('workspace-format', t('formatUnreadable', { reads, tool, oldest: oldest! }), {
    side: 'destination',
    remedy: t('formatUnreadableRemedy', { tool }),
    expected: `format ${oldest}`,
    found: `format ${reads}`,
  });
}
