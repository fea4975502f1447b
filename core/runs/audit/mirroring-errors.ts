import { join } from 'node:path';
import { visibleLine } from '../../base/document/inert-text.ts';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { makeDirectory } from '../../base/files/atomic-file.ts';
import { appendFile } from '../../base/files/created-files.ts';
import { withoutSecrets } from './without-secrets.ts';

/** An image that couldn't be mirrored, with its bundles and packages if it belongs to operators. */
export interface MirroringError {
  origin: string;
  message: string;
  operators?: { bundles: readonly string[]; packages: readonly string[] };
}

/**
 * Writes oc-mirror's `mirroring_errors_<YYYYMMDD_HHMMSS>.txt`, local time, one line per failure
 * (internal/pkg/batch/common.go).
 * @param logsDirectory `working-dir/logs`, created if it is missing
 * @returns its path, or undefined if nothing failed
 * @throws AirlockError `disk-full` or `disk`
 */
export async function writeMirroringErrors(
  logsDirectory: string,
  failures: readonly MirroringError[],
  at: Date = new Date(),
): Promise<string | undefined> {
  if (failures.length === 0) return undefined;
  const two = (number: number) => String(number).padStart(2, '0');
  const date = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`;
  const time = `${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`;
  const path = join(logsDirectory, `mirroring_errors_${date}_${time}.txt`);
  const text = failures.map((failure) => `${visibleLine(withoutSecrets(lineOf(failure)))}\n`).join('');
  try {
    await makeDirectory(logsDirectory);
    await appendFile(path, text);
  } catch (error) {
    throw asAirlockError(error);
  }
  return path;
}

function lineOf({ origin, message, operators }: MirroringError): string {
  const belongs = operators
    ? ` (Operator bundles: [${operators.bundles.join(' ')}] - Operators: [${operators.packages.join(' ')}])`
    : '';
  return `error mirroring image ${origin}${belongs} error: ${message.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')}`;
}
