import { readFile } from 'node:fs/promises';
import { notJson, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { unreadableReason } from '../../base/errors/system-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { type ClusterFacts, clusterFacts } from './cluster-facts.ts';
import { t } from './messages.ts';

/** Writes facts to a file, for another host. @throws AirlockError `disk`, `disk-full` */
export async function writeInspection(file: string, facts: ClusterFacts): Promise<void> {
  await writeFileAtomic(file, `${JSON.stringify(facts, null, 2)}\n`);
}

/**
 * Reads the file of an inspection, or the result of `airlock cluster inspect --json`.
 * @throws AirlockError `config-unreadable`; `cluster-objects-invalid` if it isn't an inspection
 */
export async function readInspection(file: string): Promise<ClusterFacts> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AirlockError('config-unreadable', unreadableReason(file, error), {
      at: { file },
    });
  });
  const invalid = (reason: string) =>
    new AirlockError('cluster-objects-invalid', t('inspectionInvalid', { file, reason }), {
      remedy: t('inspectionInvalidRemedy'),
      at: { file },
    });
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    throw invalid(notJson(error));
  }
  const given = (json as { cluster?: unknown } | null)?.cluster ?? json;
  const parsed = clusterFacts.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw invalid(`${issue.path.join('.')}: ${issue.message}`);
}
