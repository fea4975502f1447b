import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INDEX_NAME } from '../archive/set-index.ts';
import { partsOf } from '../archive/source-layout.ts';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { writeFile } from '../files/created-files.ts';
import { sha256 } from '../image/sha256.ts';
import { SIGNATURE_ENDINGS } from '../signature/detached-signature.ts';
import type { Origin, Vouched } from '../signature/origin.ts';
import { notedOrigin, noteVerified } from '../signature/verified-origins.ts';
import { namesIn } from '../store/next-transfer.ts';
import type { FoundIndex } from './incoming-set.ts';
import { checkIndexSignature, vouchedBy } from './index-signature.ts';

/** What decides about the origin of a set. */
export interface OriginRequest {
  /** A file of OpenPGP public keys, or a command: a signature is required. */
  verifyKey?: string;
  /** Where signatures lie of an index that came inside a piece. */
  from: readonly string[];
  /** The user's state folder, which remembers what was verified. */
  stateDirectory: string;
  env: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal;
}

type AnIndex = Pick<FoundIndex, 'path' | 'bytes' | 'sha256'> & { index: { transfer: string } };

/**
 * Returns who vouches for a set, the one verdict that import, verify and push share. A required signature that is missing or
 * bad throws; without a requirement it is what this user verified before, if anything.
 * @throws AirlockError `index-unsigned`, `config-unreadable` for a broken key file, `usage` for a command that can't be run,
 *   `disk`, `interrupted`
 */
export async function originOf(found: AnIndex, request: OriginRequest): Promise<Origin> {
  const { verifyKey, stateDirectory } = request;
  if (verifyKey === undefined) return notedOrigin(stateDirectory, found.sha256);
  const by = await verifiedIndex(found, verifyKey, request);
  await noteVerified(stateDirectory, {
    transfer: found.index.transfer,
    indexSha256: found.sha256,
    by,
  });
  return { state: 'verified', by };
}

/** Returns {@link originOf}, with a missing or bad signature as the verdict `rejected`. @throws as there, but `index-unsigned` */
export async function judgedOrigin(found: AnIndex, request: OriginRequest): Promise<Origin> {
  try {
    return await originOf(found, request);
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code !== 'index-unsigned') throw error;
    return { state: 'rejected', why: error.message };
  }
}

/** Returns the sets of a workspace or transfer folder with their origins, oldest first. @throws as {@link judgedOrigin} */
export async function originsIn(
  path: string,
  request: Omit<OriginRequest, 'from'>,
): Promise<{ transfer: string; origin: Origin }[]> {
  const found: { transfer: string; origin: Origin }[] = [];
  for (const part of await partsOf(path)) {
    if (part.kind === 'bare') found.push({ transfer: part.directory, origin: { state: 'not-verified' } });
    if (part.kind !== 'set') continue;
    const { index } = part;
    const file = join(part.directory, INDEX_NAME);
    const bytes = await readFile(file).catch((error: unknown) => {
      throw asAirlockError(error);
    });
    const indexSha256 = sha256(bytes).slice('sha256:'.length);
    const origin = await judgedOrigin(
      { path: file, bytes, sha256: indexSha256, index },
      { ...request, from: [part.directory] },
    );
    found.push({ transfer: index.transfer, origin });
  }
  return found;
}

/** Verifies the signature next to an index; for an index that came inside a piece, one at the root of what is imported. */
async function verifiedIndex(
  { path, bytes, index }: AnIndex,
  required: string,
  { from, env, signal }: OriginRequest,
): Promise<Vouched> {
  const options = { env, ...(signal && { signal }) };
  const names = SIGNATURE_ENDINGS.map((ending) => `${INDEX_NAME}${ending}`);
  if (path.endsWith(`/${INDEX_NAME}`) && !path.includes(': '))
    return vouchedBy(await checkIndexSignature({ file: path, content: bytes }, required, options));
  const folder = await mkdtemp(join(tmpdir(), 'airlock-signature-')).catch((error: unknown) => {
    throw asAirlockError(error);
  });
  try {
    const file = join(folder, INDEX_NAME);
    await writeFile(file, bytes, { flag: 'wx' });
    for (const place of from)
      for (const name of names)
        if ((await namesIn(place)).includes(name)) await copyFile(join(place, name), join(folder, name));
    if ((await namesIn(folder)).length === 1)
      throw new AirlockError(
        'index-unsigned',
        `the index of ${index.transfer} came in a piece, and no ${names.join(' or ')} lies in ${from.join(', ')}`,
        { side: 'source' },
      );
    return vouchedBy(await checkIndexSignature({ file, content: bytes }, required, options));
  } catch (error) {
    throw asAirlockError(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
