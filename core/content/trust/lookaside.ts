import { fileURLToPath, pathToFileURL } from 'node:url';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import type { HttpGet } from '../signature/http-get.ts';
import type { DockerReference } from './docker-reference.ts';
import type { ReadFile } from './host-files.ts';
import { lookasideFor, type RegistriesD } from './registries-d.ts';

/** OpenPGP signatures of images beside the registry, none of them verified. */
export interface Lookaside {
  signatures(reference: DockerReference, digest: Digest, signal?: AbortSignal): Promise<FoundSignatures>;
}

export interface FoundSignatures {
  /** Where they were looked for, without credentials or query, for messages. */
  from: string;
  /** Raw OpenPGP messages. */
  messages: Buffer[];
}

/** As many as containers tools take before they call the server mad. */
const MOST = 128;
/** Bytes; a real signature has about 1 KiB. */
const LARGEST = 256 * 1024;
/** Folder below `working-dir/` of all signatures that travel, with `/` at its end. */
export const CARRIED_SIGNATURES = 'airlock/lookaside/';

/**
 * The lookasides of registries.d: `URL/PATH@sha256=HEX/signature-1` and so on until the first that is absent.
 * @param options.builtIn absolute folder for images that registries.d does not speak of
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

/** Signatures that came with a transfer. */
export function carriedLookaside(files: WorkingFiles): Lookaside {
  return {
    async signatures(reference, digest) {
      const from = carriedFolder(reference, digest).slice(0, -1);
      return { from, messages: await untilAbsent(from, (name) => files.read(`${from}/${name}`)) };
    },
  };
}

/** A lookaside whose signatures are written where {@link carriedLookaside} finds them on the other side. */
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

/** Folder below `working-dir/` of the signatures of an image that travel, with `/` at its end. */
export function carriedFolder({ name }: DockerReference, digest: Digest): string {
  // A colon cannot be in a file's name on every medium, and no host has a plus.
  return `${CARRIED_SIGNATURES}${name.replaceAll(':', '+')}@sha256=${hexOf(digest)}/`;
}

/** Static file servers answer 403 for files they do not have. Wrongly absent can only mean: not verified. */
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
      throw new AirlockError('protocol', `${from}/signature-${number} has ${message.length} bytes`, {
        side: 'source',
        expected: `at most ${LARGEST} bytes`,
      });
    messages.push(message);
  }
  throw new AirlockError('protocol', `${from} gives more than ${MOST} signatures`, { side: 'source' });
}

function parsedUrl(reported: NonNullable<ReturnType<typeof lookasideFor>>, reference: DockerReference): URL {
  const url = URL.parse(reported.url);
  if (url && ['http:', 'https:', 'file:'].includes(url.protocol)) return url;
  const { file, line, path } = reported.at;
  throw new AirlockError(
    'config-invalid',
    `${file}: line ${line}: the lookaside of ${reference.name} is no URL`,
    {
      remedy: 'Write it as https://HOST/PATH, http://HOST/PATH or file:///PATH.',
      side: 'local',
      at: { file: file || undefined, line: line || undefined, path: path ? `${path}.lookaside` : undefined },
    },
  );
}

/** A host in a file URL is passed over, as containers tools do. */
function fileOf(url: URL): string {
  const local = new URL(url);
  local.host = '';
  return fileURLToPath(local);
}

function answered(status: number, from: string): AirlockError {
  const code = status === 401 ? 'unauthorized' : status === 429 ? 'rate-limited' : 'server-error';
  return new AirlockError(code, `${from} answered ${status} when asked for signatures`, {
    side: 'source',
    found: String(status),
    retryable: status >= 500 || status === 429,
  });
}
