import { AirlockError } from '../../base/errors/airlock-error.ts';
import { EXPORT_FORMAT } from '../volumes/export-document.ts';
import { t } from './messages.ts';

/**
 * Formats of sets, export documents and carry pieces that this version writes, rising. They go up together: whoever reads
 * one of them reads the others of the same number, and all before.
 */
const WRITES: readonly number[] = [EXPORT_FORMAT];

/** The newest format that this version reads: what the other side has to know before it writes. */
export const READS_FORMAT = EXPORT_FORMAT;

/**
 * The format to write for a side that reads up to `reads`: the newest that both know.
 * @param tool `name version` of this program
 * @throws AirlockError `workspace-format` when that side reads none of them: then this version itself has to be carried first
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
