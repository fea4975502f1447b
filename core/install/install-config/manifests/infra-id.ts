import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { InstallConfig } from '../model/model.ts';
import { t } from './messages.ts';

/** Characters of the suffix as in the installer: no vowels and no similar characters. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX = 5;
const LONGEST = 27;

/**
 * Returns the prefix of the names of all machines and folders (openshift/installer: pkg/asset/installconfig/clusterid.go):
 * the cluster name as the installer shortens it, and five characters. These are random in the installer, but derived from
 * name and domain here, so that the same file returns the same manifests.
 */
export function infraIdFor({ metadata, baseDomain = '' }: InstallConfig): string {
  const name = metadata?.name ?? '';
  const base = name
    .replaceAll(/[^A-Za-z0-9-]/g, '-')
    .replaceAll(/-+/g, '-')
    .slice(0, LONGEST - SUFFIX - 1)
    .replace(/(?<!-)-+$/, '');
  let rest = fingerprint(`${name}.${baseDomain}`);
  let suffix = '';
  for (let i = 0; i < SUFFIX; i++) {
    suffix += ALPHABET[Number(rest % BigInt(ALPHABET.length))];
    rest /= BigInt(ALPHABET.length);
  }
  return `${base}-${suffix}`;
}

/** Returns a valid ID. @throws AirlockError `usage` for an ID that can't be part of machine names */
export function checkedInfraId(id: string): string {
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(id) && id.length <= LONGEST) return id;
  throw new AirlockError('usage', t('infraIdInvalid', { id }), {
    remedy: t('infraIdInvalidRemedy', { maximum: LONGEST }),
  });
}

/** Returns a 64-bit FNV-1a hash, which only distinguishes names. */
function fingerprint(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}
