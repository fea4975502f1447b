import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { alternativeList } from '../../base/document/words.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { writeFile } from '../../base/files/created-files.ts';
import { makeTemporaryDirectory } from '../../base/files/temporary-directory.ts';
import { SIGNATURE_ENDINGS } from '../../content/signature/detached-signature.ts';
import type { Origin, Vouched } from '../../content/signature/origin.ts';
import {
  type KeyRing,
  type RequiredKeys,
  requiredKeys,
  type TrustedKey,
  trustedKeys,
  trustKey,
} from '../../content/signature/trusted-keys.ts';
import { notedOrigin, noteVerified } from '../../content/signature/verified-origins.ts';
import { type Part, partsOf } from '../../store/archive/source-layout.ts';
import { INDEX_NAME, sha256OfFile } from '../../store/set-format/set-index.ts';
import { namesIn } from '../../store/workspace/next-transfer.ts';
import { type FoundIndex, indexBytes, unchanged } from '../volumes/found-index.ts';
import { diodeSignatureName } from './diode-profile.ts';
import { checkIndexSignature, signerInRecord } from './index-signature.ts';
import { t } from './messages.ts';

/** What is required of the origin of a set. */
export interface OriginRequest {
  /** A file of OpenPGP public keys, or a command, that must verify the signature instead of the trusted keys. */
  verifyKey?: string;
  /** Receiving or read directories, whose required trusted keys apply. */
  places: readonly string[];
  /** Folders with the signatures of an index that arrived inside a volume. */
  from: readonly string[];
  /** The user's state folder, which records verified sets. */
  stateDirectory: string;
  env: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal;
}

type AnIndex = Pick<FoundIndex, 'path' | 'content' | 'sha256'> & { index: { transfer: string } };

/**
 * Returns the origin of a set, which import, verify and push share. Throws if a required signature is missing or invalid.
 * Without a requirement, returns what this user verified earlier, if anything.
 * @throws AirlockError `index-unsigned`, `config-unreadable` for an invalid key file or list of trusted keys, `usage` for a
 *   command that can't be run, `disk`, `interrupted`
 */
export async function originOf(found: AnIndex, request: OriginRequest): Promise<Origin> {
  const { verifyKey, stateDirectory, places } = request;
  const trusted = verifyKey === undefined ? await requiredKeys(stateDirectory, places) : undefined;
  const required = verifyKey ?? trusted;
  if (required === undefined) return voluntaryOrigin(found, request);
  if (trusted) {
    const known = await knownOrigin(found.sha256, trusted, stateDirectory);
    if (known) return known;
  }
  const by = await verifiedIndex(found, required, request);
  await noteVerified(stateDirectory, {
    transfer: found.index.transfer,
    indexSha256: found.sha256,
    by,
  });
  return { state: 'verified', by };
}

/** Returns the origin if no signature is required. A signature by a key that this user trusts elsewhere counts, too. */
async function voluntaryOrigin(found: AnIndex, request: OriginRequest): Promise<Origin> {
  const { stateDirectory } = request;
  const noted = await notedOrigin(stateDirectory, found.sha256);
  const trusted = noted.state === 'verified' ? undefined : await trustedKeys(stateDirectory);
  if (!trusted) return noted;
  try {
    const by = await verifiedIndex(found, trusted, request);
    await noteVerified(stateDirectory, { transfer: found.index.transfer, indexSha256: found.sha256, by });
    return { state: 'verified', by };
  } catch (error) {
    if (asAirlockError(error).code !== 'index-unsigned') throw error;
    return noted;
  }
}

/** Returns the origin of an index that a still trusted key verified, or that arrived before a key was required. */
async function knownOrigin(
  indexSha256: string,
  trusted: RequiredKeys,
  stateDirectory: string,
): Promise<Origin | undefined> {
  const noted = await notedOrigin(stateDirectory, indexSha256);
  if (noted.state === 'verified' && noted.by.by === 'key' && trusted.fingerprints.has(noted.by.fingerprint))
    return noted;
  return trusted.before.has(indexSha256) ? { state: 'not-verified' } : undefined;
}

/** Returns {@link originOf}, or `rejected` for a missing or invalid signature. @throws as there, except `index-unsigned` */
export async function judgedOrigin(found: AnIndex, request: OriginRequest): Promise<Origin> {
  try {
    return await originOf(found, request);
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code !== 'index-unsigned') throw error;
    return { state: 'rejected', why: error.message };
  }
}

/**
 * Returns the sets of a workspace or transfer folder with their origins, oldest first.
 * @param chosen.parts of the path, if they were read already
 * @throws as {@link judgedOrigin}
 */
export async function originsIn(
  path: string,
  chosen: Omit<OriginRequest, 'from' | 'places'> & {
    places?: readonly string[];
    parts?: readonly Part[] | undefined;
  },
): Promise<{ transfer: string; origin: Origin }[]> {
  const request = { places: [path], ...chosen };
  const found: { transfer: string; origin: Origin }[] = [];
  const requiresKey =
    request.verifyKey !== undefined ||
    (await requiredKeys(request.stateDirectory, request.places)) !== undefined;
  for (const part of chosen.parts ?? (await partsOf(path))) {
    if (part.kind !== 'set') {
      if (requiresKey)
        found.push({ transfer: part.directory, origin: { state: 'rejected', why: t('indexMissing') } });
      else if (part.kind === 'bare')
        found.push({ transfer: part.directory, origin: { state: 'not-verified' } });
      continue;
    }
    const { index, indexSha256 } = part;
    const file = join(part.directory, INDEX_NAME);
    const origin = await judgedOrigin(
      { path: file, content: () => unchanged(file, indexSha256), sha256: indexSha256, index },
      { ...request, from: [part.directory] },
    );
    found.push({ transfer: index.transfer, origin });
  }
  return found;
}

/**
 * Returns the sets of a directory whose signature this user hasn't verified, including sets that are still arriving.
 * @throws AirlockError `disk`
 */
export async function unsignedIn(
  directory: string,
  stateDirectory: string,
): Promise<{ transfer: string; indexSha256: string }[]> {
  const transfers = join(directory, 'transfers');
  const found: { transfer: string; indexSha256: string }[] = [];
  for (const name of await namesIn(transfers)) {
    const indexSha256 = await sha256OfFile(join(transfers, name, INDEX_NAME)).catch(() => undefined);
    if (indexSha256 === undefined) continue;
    const { state } = await notedOrigin(stateDirectory, indexSha256);
    if (state !== 'verified') found.push({ transfer: name, indexSha256 });
  }
  return found;
}

/**
 * Requires a signature by the key of a file from now on. Transfers that the directory already has remain usable.
 * @param request.directory the receiving directory. Without it, the key applies to everything that this user receives
 * @param request.fingerprint that the key must have, in any grouping
 * @returns the key, and the unsigned transfers that can still be used
 * @throws AirlockError as {@link trustKey}
 */
export async function requireSignatureBy(
  stateDirectory: string,
  request: { file: string; directory?: string; fingerprint?: string },
): Promise<{ trusted: TrustedKey; unsigned: string[] }> {
  const { directory } = request;
  const before = directory === undefined ? [] : await unsignedIn(directory, stateDirectory);
  const trusted = await trustKey(stateDirectory, {
    ...request,
    before: before.map(({ indexSha256 }) => indexSha256),
  });
  return { trusted, unsigned: before.map(({ transfer }) => transfer) };
}

/** Throws if the origin of a set is rejected. @throws AirlockError `index-unsigned` naming the first such set */
export function requireOrigins(origins: readonly { transfer: string; origin: Origin }[]): void {
  const rejected = origins.filter(({ origin }) => origin.state === 'rejected');
  const [first] = rejected;
  if (first?.origin.state !== 'rejected') return;
  const { transfer } = first;
  const reason = first.origin.why;
  const message =
    rejected.length > 1
      ? t('rejectedMore', { transfer, count: rejected.length - 1, reason })
      : t('rejected', { transfer, reason });
  throw new AirlockError('index-unsigned', message, { side: 'source' });
}

/** Verifies the signature next to an index, or in the imported folders if the index arrived inside a volume. */
async function verifiedIndex(
  { path, content, index }: AnIndex,
  required: string | KeyRing,
  { from, env, signal }: OriginRequest,
): Promise<Vouched> {
  const options = { env, signal };
  const bytes = await indexBytes({ content });
  const names = SIGNATURE_ENDINGS.map((ending) => `${INDEX_NAME}${ending}`);
  const diodeNames = SIGNATURE_ENDINGS.map((ending) => diodeSignatureName(index.transfer, ending));
  if (path.endsWith(`/${INDEX_NAME}`) && !path.includes(': '))
    return signerInRecord(await checkIndexSignature({ file: path, content: bytes }, required, options));
  const folder = await makeTemporaryDirectory('signature').catch((error: unknown) => {
    throw asAirlockError(error);
  });
  try {
    const file = join(folder, INDEX_NAME);
    await writeFile(file, bytes, { flag: 'wx' });
    for (const place of from) {
      const there = await namesIn(place);
      for (const [i, name] of names.entries()) {
        const found = [diodeNames[i]!, name].find((one) => there.includes(one));
        if (found !== undefined) await copyFile(join(place, found), join(folder, name));
      }
    }
    if ((await namesIn(folder)).length === 1)
      throw new AirlockError(
        'index-unsigned',
        t('signatureNotFound', {
          transfer: index.transfer,
          names: alternativeList([...diodeNames, ...names]),
          places: alternativeList(from),
        }),
        { side: 'source' },
      );
    return signerInRecord(await checkIndexSignature({ file, content: bytes }, required, options));
  } catch (error) {
    throw asAirlockError(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
