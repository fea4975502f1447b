import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { loopbackAddress } from '../../base/files/loopback-address.ts';
import { isLoopback } from '../../base/network/loopback.ts';
import { originProblem } from '../../content/signature/origin-text.ts';
import { servedResources } from '../../mirror/cluster-resources/served-resources.ts';
import type { HostFacts } from '../../mirror/run/request.ts';
import { requiredOrigins } from '../../mirror/sides/required-origins.ts';
import { htpasswdUsers } from '../../registry/server/protocol/users.ts';
import { type RegistryServerOptions, startRegistryServer } from '../../registry/server/start.ts';
import { imageSourceStorage } from '../../registry/server/storage/image-source-storage.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { t } from './messages.ts';

/** What is served, where, and to whom; paths absolute. */
export interface ServeRequest extends Pick<RegistryServerOptions, 'host' | 'port' | 'log'> {
  /** A workspace, transfer or archive folder. */
  from: string;
  /** PEM files. */
  tls?: { cert?: string | undefined; key?: string | undefined } | undefined;
  /** File with the users who may pull. */
  htpasswd?: string | undefined;
  /** Folder for IDMS and ITMS that point to this registry. */
  resourcesTo?: string | undefined;
}

export interface ServedSets extends AsyncDisposable {
  url: string;
  /** `host:port` */
  host: string;
  /** What is served, in words. */
  location: string;
  /** Folder of the resources that were written. */
  resources: string | undefined;
}

/** @throws AirlockError `usage` for an address that must not be served, or that clusters can't reach */
function checkAddress({
  host = loopbackAddress(),
  tls,
  resourcesTo,
}: ServeRequest): { cert: string; key: string } | undefined {
  const { cert, key } = tls ?? {};
  if (!cert !== !key) throw new AirlockError('usage', t('tlsPairIncomplete'), { remedy: t('tlsPairRemedy') });
  if (!cert && !isLoopback(host))
    throw new AirlockError('usage', t('tlsRequired', { host }), { remedy: t('tlsRequiredRemedy') });
  if (resourcesTo !== undefined && /^(0\.0\.0\.0|::)$/.test(host))
    throw new AirlockError('usage', t('listenUnreachable', { host }), {
      remedy: t('listenUnreachableRemedy'),
    });
  return cert && key ? { cert, key } : undefined;
}

/** Reads a certificate with its key. @throws AirlockError `config-invalid` if they can't be used together; `disk` */
async function readTls(files: { cert: string; key: string }): Promise<{ cert: string; key: string }> {
  const [cert, key] = [await readFile(files.cert, 'utf8'), await readFile(files.key, 'utf8')];
  try {
    createSecureContext({ cert, key });
  } catch (cause) {
    throw new AirlockError('config-invalid', t('tlsInvalid', files), {
      remedy: t('tlsInvalidRemedy'),
      cause,
    });
  }
  return { cert, key };
}

/**
 * Serves archive sets as a read-only registry. Only loopback addresses are served without TLS.
 * @throws AirlockError `usage`; as `openImageSource` and `requiredOrigins`; `disk`
 */
export async function serveSets(
  request: ServeRequest,
  facts: HostFacts,
  { emit, onProblem, signal }: { emit: EmitRunEvent; onProblem(problem: Problem): void; signal: AbortSignal },
): Promise<ServedSets> {
  const { from, host, port, log, htpasswd, resourcesTo } = request;
  const tls = checkAddress(request);
  await using opened = new AsyncDisposableStack();
  const source = opened.adopt(await openImageSource(from), (each) => each.close());
  for (const { transfer, origin } of await requiredOrigins(from, facts, {
    parts: source.parts,
    signal,
  }))
    onProblem(originProblem(transfer, origin));
  const server = opened.adopt(
    await startRegistryServer({
      ...{ storage: imageSourceStorage(source), readOnly: true, host, port, log },
      tls: tls && (await readTls(tls)),
      auth:
        htpasswd === undefined
          ? undefined
          : { kind: 'basic', users: htpasswdUsers(await readFile(htpasswd, 'utf8'), htpasswd) },
    }),
    (each) => each.close(),
  );
  const resources =
    resourcesTo === undefined
      ? undefined
      : await servedResources({
          ...{ source, from, registry: server.host, directory: resourcesTo, host: facts, emit, signal },
        });
  const open = opened.move();
  return {
    ...{ url: server.url, host: server.host, location: source.location, resources },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
