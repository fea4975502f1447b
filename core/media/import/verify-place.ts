import { firstWords } from '../../base/document/words.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { Origin } from '../../content/signature/origin.ts';
import { type VerifyOptions, type VerifyResult, verifySource } from '../../store/archive/verify.ts';
import { findOnDrive } from '../export/find-on-drive.ts';
import { judgedOrigin, type OriginRequest, originsIn } from '../origin/origin.ts';
import { t } from './messages.ts';
import { isDrive, type VolumesOnDrive, verifyDrive } from './verify-drive.ts';

/** Result of reading a workspace, transfer folder or drive, and the verified origins of its sets. */
export interface VerifiedPlace extends VerifyResult {
  origins: { transfer: string; origin: Origin }[];
  /** For a drive. */
  volumes: VolumesOnDrive[];
}

/**
 * Reads every byte of a workspace, transfer folder or drive, and verifies the origins of its sets. A rejected origin
 * makes `ok` false.
 * @throws AirlockError as {@link verifySource}, {@link verifyDrive} and {@link originsIn}
 */
export async function verifyPlace(
  path: string,
  chosen: VerifyOptions & Omit<OriginRequest, 'from' | 'places'>,
): Promise<VerifiedPlace> {
  const options = { ...chosen, places: [path] };
  const onDrive = await findOnDrive(path).catch(() => undefined);
  const { indexes, volumes, ...result } =
    onDrive && isDrive(onDrive)
      ? await verifyDrive(path, options)
      : {
          ...(await verifyReadable(path, onDrive?.unreadable ?? [], options)),
          indexes: undefined,
          volumes: [],
        };
  const origins: VerifiedPlace['origins'] = [];
  for (const found of indexes ?? [])
    origins.push({
      transfer: found.index.transfer,
      origin: await judgedOrigin(found, { ...options, from: [path] }),
    });
  if (!indexes) origins.push(...(await originsIn(path, options)));
  const rejected = origins.some(({ origin }) => origin.state === 'rejected');
  return { ...result, ok: result.ok && !rejected, origins, volumes };
}

/** Verifies a workspace or transfer folder. Without any content, names the directories that were skipped. */
async function verifyReadable(
  path: string,
  unreadable: readonly string[],
  options: VerifyOptions,
): Promise<VerifyResult> {
  try {
    return await verifySource(path, options);
  } catch (thrown) {
    if (asAirlockError(thrown).code !== 'workspace-invalid' || unreadable.length === 0) throw thrown;
    throw new AirlockError(
      'workspace-invalid',
      t('nothingVerifiable', { path, directories: firstWords(unreadable, 3) }),
      { side: 'local', remedy: t('nothingReadableRemedy'), cause: thrown },
    );
  }
}
