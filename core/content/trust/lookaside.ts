import { fileURLToPath, pathToFileURL } from 'node:url';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import type { HttpGet } from '../signature/http-get.ts';
import type { DockerReference } from './docker-reference.ts';
import type { ReadFile } from './host-files.ts';
import { t } from './messages.ts';
import { lookasideFor, type RegistriesD } from './registries-d.ts';

/** Reads OpenPGP signatures of images that are stored outside the registry. None of them is verified. */
export interface Lookaside {
  signatures(reference: DockerReference, digest: Digest, signal?: AbortSignal): Promise<FoundSignatures>;
}

export interface FoundSignatures {
  /** Where they were looked up, without credentials or query, for messages. */
  from: string;
  /** Raw OpenPGP messages. */
  messages: Buffer[];
}

/** The limit of containers tools. */
const MOST = 128;
/** Bytes; a real signature has about 1 KiB. */
const LARGEST = 256 * 1024;
/** Folder below `working-dir/` of all signatures in a transfer, with `/` at its end. */
export const CARRIED_SIGNATURES = 'airlock/lookaside/';

/**
 * Returns the lookasides of registries.d: `URL/PATH@sha256=HEX/signature-1` and so on until the first that is absent.
 * @param options.builtIn absolute folder for images without an entry in registries.d
 */
export function hostLookaside(options: {
  registriesD: RegistriesD;
  builtIn: string;
  get: HttpGet;
  readFile: ReadFile;
}): Lookaside {
  const { registriesD, builtIn, get, readFile } = options;
  return {
    async signatures(reference, digest, signal) {
      const reported = lookasideFor(registriesD, reference);
      const base = reported ? parsedUrl(reported, reference) : pathToFileURL(builtIn);
      const path = reference.name.slice(reference.name.indexOf('/') + 1);
      base.pathname = `${base.pathname.replace(/(?<!\/)\/+$/, '')}/${path}@sha256=${hexOf(digest)}`;
      const from =
        base.protocol === 'file:' ? fileOf(base) : `${base.protocol}//${base.host}${base.pathname}`;
      const messages = await untilAbsent(from, async (name) => {
        signal?.throwIfAborted();
        const url = new URL(base);
        url.pathname += `/${name}`;
        if (url.protocol === 'file:') return readFile(fileOf(url));
        const { status, body } = await get(url.href, signal ? { signal } : {});
        if (status === 200) return body;
        if (ABSENT.has(status)) return undefined;
        throw answered(status, from);
      });
      return { from, messages };
    },
  };
}

/** Returns the signatures in a transfer. */
export function carriedLookaside(files: WorkingFiles): Lookaside {
  return {
    async signatures(reference, digest) {
      const from = carriedFolder(reference, digest).slice(0, -1);
      return { from, messages: await untilAbsent(from, (name) => files.read(`${from}/${name}`)) };
    },
  };
}

/** Returns a lookaside that also writes signatures to where {@link carriedLookaside} finds them after the transfer. */
export function keepingLookaside(lookaside: Lookaside, files: WorkingFiles): Lookaside {
  return {
    async signatures(reference, digest, signal) {
      const found = await lookaside.signatures(reference, digest, signal);
      const folder = carriedFolder(reference, digest);
      for (const [index, message] of found.messages.entries())
        await files.write?.(`${folder}signature-${index + 1}`, message);
      return found;
    },
  };
}

/** Returns the folder below `working-dir/` of the signatures of an image in a transfer, with `/` at its end. */
export function carriedFolder({ name }: DockerReference, digest: Digest): string {
  // Not every file system allows a colon in file names, and no host name contains a plus.
  return `${CARRIED_SIGNATURES}${name.replaceAll(':', '+')}@sha256=${hexOf(digest)}/`;
}

/** Static file servers respond with 403 to missing files. A signature wrongly considered absent only isn't verified. */
const ABSENT = new Set([403, 404, 410]);

async function untilAbsent(
  from: string,
  read: (name: string) => Promise<Buffer | undefined>,
): Promise<Buffer[]> {
  const messages: Buffer[] = [];
  for (let number = 1; number <= MOST; number++) {
    const message = await read(`signature-${number}`);
    if (!message) return messages;
    if (message.length > LARGEST)
      throw new AirlockError(
        'protocol',
        t('lookasideTooLarge', { file: `${from}/signature-${number}`, size: message.length }),
        { side: 'source', expected: t('lookasideLimit', { limit: LARGEST }) },
      );
    messages.push(message);
  }
  throw new AirlockError('protocol', t('lookasideCount', { place: from, limit: MOST }), { side: 'source' });
}

function parsedUrl(reported: NonNullable<ReturnType<typeof lookasideFor>>, reference: DockerReference): URL {
  const url = URL.parse(reported.url);
  if (url && ['http:', 'https:', 'file:'].includes(url.protocol)) return url;
  const { file, line, path } = reported.at;
  throw new AirlockError(
    'config-invalid',
    t('lookasideInvalid', { file: file ?? '', line: line ?? 0, name: reference.name }),
    {
      remedy: t('lookasideInvalidRemedy'),
      side: 'local',
      at: { file: file || undefined, line: line || undefined, path: path ? `${path}.lookaside` : undefined },
    },
  );
}

/** Ignores a host in a file URL, like containers tools. */
function fileOf(url: URL): string {
  const local = new URL(url);
  local.host = '';
  return fileURLToPath(local);
}

function answered(status: number, from: string): AirlockError {
  const code = status === 401 ? 'unauthorized' : status === 429 ? 'rate-limited' : 'server-error';
  return new AirlockError(code, t('lookasideResponse', { place: from, status: String(status) }), {
    side: 'source',
    found: String(status),
    retryable: status >= 500 || status === 429,
  });
}
