import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { InstallConfig } from '../model/model.ts';

/** Letters that the installer ends names with: no vowels, nothing that looks alike. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX = 5;
const LONGEST = 27;

/**
 * The name that begins those of all machines and folders (openshift/installer: pkg/asset/installconfig/clusterid.go):
 * the cluster's name as the installer cuts it, and five letters. The installer draws these; here they follow from name
 * and domain, so that the same file gives the same manifests.
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

/** @throws AirlockError `usage` for an ID that machines cannot be named after */
export function checkedInfraId(id: string): string {
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(id) && id.length <= LONGEST) return id;
  throw new AirlockError('usage', `"${id}" cannot be an infrastructure ID`, {
    remedy: `Use at most ${LONGEST} lower-case letters, digits and dashes, e.g. cluster-8tpnt.`,
  });
}

/** FNV-1a, 64 bits: to tell names apart, no more. */
function fingerprint(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}
