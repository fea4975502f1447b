import { AirlockError } from '../../base/errors/airlock-error.ts';
import {
  checkDetachedSignature,
  type DetachedApproval,
  type SignatureEnding,
  type SignedFile,
} from '../../content/signature/detached-signature.ts';
import type { Vouched } from '../../content/signature/origin.ts';
import { type FileSigner, signDetached } from '../../content/signature/sign-detached.ts';
import type { KeyRing } from '../../content/signature/trusted-keys.ts';
import { INDEX_NAME } from '../../store/set-format/set-index.ts';
import { t } from './messages.ts';

/** A detached signature over `index.json`, which is written next to it. */
export interface IndexSignature {
  name: `${typeof INDEX_NAME}${SignatureEnding}`;
  content: Buffer;
  by: Vouched;
}

type Options = { env: Readonly<Record<string, string | undefined>>; signal?: AbortSignal };

/**
 * Signs the index of a set, which has the digests of all bytes of the set.
 * @param index its file, and the bytes that were read from it
 * @throws AirlockError as {@link signDetached}
 */
export async function signIndex(
  index: SignedFile,
  signer: FileSigner,
  options: Options,
): Promise<IndexSignature> {
  const { ending, content, by } = await signDetached(index, signer, { ...options, subject: 'index' });
  return { name: `${INDEX_NAME}${ending}`, content, by };
}

/**
 * Checks the signature next to an index on a drive, `index.json.asc` or `index.json.sig`.
 * @param index its file on the drive, and the bytes that were read from it
 * @param required keys, a file with OpenPGP public keys, or a command, which runs without a shell and exits with 0 for a valid
 *   signature. `{index}` and `{signature}` in its words stand for the two files, which are otherwise its last arguments
 * @throws AirlockError `index-unsigned` without a valid signature, `config-unreadable` for an invalid key file, `usage` for a
 *   command that can't be run, `interrupted`
 */
export function checkIndexSignature(
  index: SignedFile,
  required: string | KeyRing,
  options: Options,
): Promise<DetachedApproval> {
  const unaccepted = (reason: string, cause?: unknown) =>
    new AirlockError('index-unsigned', t('signatureInvalid', { file: index.file, reason }), {
      at: { file: index.file },
      side: 'source',
      cause,
    });
  return checkDetachedSignature(
    index,
    { required, option: '--verify-key', subject: 'index', unaccepted },
    options,
  );
}

/** Returns the signer as a transfer record names it. */
export function signerInRecord(approval: DetachedApproval): Vouched {
  return approval.by === 'key' ? { by: 'key', fingerprint: approval.fingerprint } : { by: 'command' };
}
