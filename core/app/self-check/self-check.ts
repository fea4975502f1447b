import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { readRegularFile } from '../../base/files/regular-file.ts';
import { sha256OfFile } from '../../store/set-format/set-index.ts';
import { t } from './messages.ts';

const LIST = 'SHA256SUMS';
const SBOM = 'sbom.cdx.json';
const MOST_BYTES = 8 * 2 ** 20;
const LINE = /^([0-9a-f]{64}) [ *](.+)$/;

/** The fields of CycloneDX that are used here. */
const HASHES = z.object({
  components: z.array(
    z.object({
      type: z.string(),
      name: z.string(),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })).optional(),
    }),
  ),
});

/** What to do about files that differ from the bundle, and about a damaged list. */
export const REINSTALL_REMEDY = t('reinstallRemedy');

/** The result of comparing installed files with the list of the bundle. */
export interface SelfCheck {
  ok: boolean;
  directory: string;
  /** Number of files in the list. */
  files: number;
  /** Paths relative to the directory: files of the list or the SBOM. */
  missing: string[];
  altered: string[];
  /** Files that the list doesn't contain, sorted. Links count as files. */
  additional: string[];
}

/**
 * Compares the files of an installed bundle with the hashes in its SBOM and in its `SHA256SUMS`, which also covers the SBOM. It
 * finds damage and leftovers; against an attacker, only the signed checksum of the archive helps.
 * @throws AirlockError `usage` for a checkout or a desktop package, `config-invalid` for a damaged list, `disk`, `interrupted`
 */
export async function selfCheck(directory: string, signal?: AbortSignal): Promise<SelfCheck> {
  const listed = await readList(directory);
  const result: SelfCheck = {
    ok: true,
    directory,
    files: listed.length,
    missing: [],
    altered: [],
    additional: [],
  };
  const inSbom = await hashesInSbom(directory);
  for (const { name, sha256 } of listed) {
    if (signal?.aborted) throw asAirlockError(signal.reason);
    const found = await sha256OfFile(join(directory, name));
    const expected = name === SBOM ? sha256 : inSbom.get(name);
    if (found === undefined) result.missing.push(name);
    else if (found !== sha256 || found !== expected) result.altered.push(name);
  }
  // A file that was removed together with its line in the list.
  const names = new Set(listed.map(({ name }) => name));
  for (const name of inSbom.keys()) if (!names.has(name)) result.missing.push(name);
  const known = new Set([LIST, ...listed.map(({ name }) => name)]);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      throw asAirlockError(error);
    },
  );
  result.additional = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter((name) => !known.has(name))
    .toSorted();
  result.ok = result.missing.length + result.altered.length + result.additional.length === 0;
  return result;
}

/** Returns the SHA-256 of files by their paths. Empty for a missing or damaged SBOM: every file then differs from it. */
async function hashesInSbom(directory: string): Promise<Map<string, string>> {
  const content = await readRegularFile(join(directory, SBOM), MOST_BYTES).catch(() => undefined);
  if (!Buffer.isBuffer(content)) return new Map();
  const parsed = HASHES.safeParse(jsonIn(content));
  const components = parsed.success ? parsed.data.components : [];
  return new Map(
    components.flatMap(({ type, name, hashes = [] }) => {
      const sha256 = hashes.find(({ alg }) => alg === 'SHA-256')?.content;
      return type === 'file' && sha256 !== undefined ? [[name, sha256] as const] : [];
    }),
  );
}

function jsonIn(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}

async function readList(directory: string): Promise<{ name: string; sha256: string }[]> {
  const file = join(directory, LIST);
  const content = await readRegularFile(file, MOST_BYTES).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw asAirlockError(error);
    throw new AirlockError('usage', t('notABundle', { directory }), {
      side: 'local',
      remedy: t('notABundleRemedy'),
    });
  });
  if (content === 'not-regular') throw damaged(t('listNotRegular', { file, directory }), { file });
  if (content === 'too-large')
    throw damaged(t('listTooLarge', { file, size: MOST_BYTES / 2 ** 20 }), { file });
  const lines = content.toString().trimEnd().split('\n');
  return lines.map((text, i) => {
    const line = i + 1;
    const [, sha256, name] = LINE.exec(text) ?? [];
    if (sha256 === undefined || name === undefined || name.startsWith('/') || name.split('/').includes('..'))
      throw damaged(t('listDamaged', { file, line }), { file, line });
    return { name, sha256 };
  });
}

function damaged(statement: string, at: { file: string; line?: number }): AirlockError {
  return new AirlockError('config-invalid', statement, { side: 'local', at, remedy: REINSTALL_REMEDY });
}
