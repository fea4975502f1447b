import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { type Digest, isDigest } from '../../../base/image/digest.ts';
import type { Manifest } from '../../../base/image/manifest.ts';
import type { RegistryAnswer, RegistryQuestion } from '../../exchange/question.ts';
import type { Registry } from '../../exchange/registry.ts';
import { errorText } from '../../exchange/registry-errors.ts';
import { t } from '../messages.ts';
import type { ScratchBlob } from './scratch-content.ts';

const LONGEST_PATIENCE_MS = 5_000;
const CLEAN_UP_MS = 60_000;

/** A repository for probes, and everything that was pushed to it. */
export interface Scratch {
  readonly repository: string;
  readonly signal: AbortSignal;
  /** @param until replaces the signal of the probe */
  ask(
    question: Omit<RegistryQuestion, 'repository' | 'signal'>,
    repository?: string,
    until?: AbortSignal,
  ): Promise<RegistryAnswer>;
  /** POST: opens an upload. */
  open(repository?: string): Promise<RegistryAnswer>;
  /** Abandons an upload, best effort. */
  abandon(opened: RegistryAnswer, repository?: string): Promise<void>;
  /** Uploads a blob. Returns the answer to its PUT, or to the POST if that was rejected. */
  upload(blob: ScratchBlob, repository?: string): Promise<RegistryAnswer>;
  put(reference: string, manifest: Manifest): Promise<RegistryAnswer>;
  delete(digest: Digest): Promise<RegistryAnswer>;
  /** Notes a tag whose PUT was aborted. Registries that ignore this store a manifest of the bytes that arrived. */
  aborted(tag: string): void;
  /** Returns how long an immediate rejection may take, in ms: a few times the slowest answer so far. */
  patienceMs(): number;
  /** Returns whether the registry has rejected requests because of load so far. */
  busy(): boolean;
  /** Deletes pushed content, also after the probe was stopped. Returns content that couldn't be deleted, in words. */
  cleanUp(): Promise<string[]>;
}

/** @param shortestMs minimum of `patienceMs` */
export function createScratch(
  registry: Registry,
  repository: string,
  { signal, shortestMs }: { signal: AbortSignal; shortestMs: number },
): Scratch {
  /** Manifests that may exist, because a stopped push may have arrived, and whether they reference others. */
  const pushed = new Map<Digest, boolean>();
  const abortedTags = new Set<string>();
  /** Tags that may exist. */
  const tags = new Set<string>();
  let slowestMs = 0;
  let busy = false;

  const scratch: Scratch = {
    repository,
    signal,
    async ask(question, at = repository, until = signal) {
      const answer = await registry.ask({ ...question, repository: at, signal: until });
      if (answer.rejections > 0) busy = true;
      // Requests sent only once are delayed on purpose.
      if (!question.once) slowestMs = Math.max(slowestMs, answer.tookMs);
      return answer;
    },
    open: (at) => scratch.ask({ method: 'POST', path: 'blobs/uploads/' }, at),
    async abandon({ location }, at = repository) {
      if (!location) return;
      await registry
        .ask({
          method: 'DELETE',
          path: location,
          repository: at,
          once: true,
          signal: AbortSignal.timeout(5_000),
        })
        .catch(() => {});
    },
    async upload(blob, at) {
      const opened = await scratch.open(at);
      if (opened.status !== 202 || !opened.location) return opened;
      return scratch.ask({ ...completeBlob(opened.location, blob.digest), body: blob.bytes }, at);
    },
    async put(reference, manifest) {
      const known = pushed.has(manifest.digest);
      pushed.set(manifest.digest, referencesOthers(manifest));
      if (!isDigest(reference)) tags.add(reference);
      const answer = await scratch.ask({
        method: 'PUT',
        path: `manifests/${reference}`,
        headers: { 'content-type': manifest.mediaType },
        body: manifest.bytes,
      });
      if (!known && isRejected(answer)) pushed.delete(manifest.digest);
      return answer;
    },
    async delete(digest) {
      const answer = await scratch.ask({ method: 'DELETE', path: `manifests/${digest}` });
      if (isUsed(answer)) pushed.delete(digest);
      return answer;
    },
    aborted: (tag) => void abortedTags.add(tag),
    busy: () => busy,
    patienceMs: () => Math.min(LONGEST_PATIENCE_MS, Math.max(shortestMs, slowestMs * 4)),
    async cleanUp() {
      const failed: string[] = [];
      const limit = AbortSignal.timeout(CLEAN_UP_MS);
      const remove = async (digest: Digest) => {
        const why = await registry
          .ask({ method: 'DELETE', path: `manifests/${digest}`, repository, signal: limit })
          .then(
            (answer) => (isUsed(answer) || answer.status === 404 ? undefined : answered(answer)),
            (error) => asAirlockError(error).message,
          );
        if (why !== undefined) failed.push(why);
      };
      for (const tag of abortedTags) {
        const stored = await registry
          .resolve(repository, tag, { signal: limit, direct: true })
          .catch(() => undefined);
        if (!stored) continue;
        pushed.set(stored.digest, false);
        tags.add(tag);
      }
      // Manifests that reference others are deleted before those.
      for (const naming of [true, false])
        await Promise.all([...pushed].map(([digest, names]) => names === naming && remove(digest)));
      pushed.clear();
      // go-containerregistry deletes a manifest without its tags. With other registries, they are gone now.
      for (const tag of failed.length === 0 ? tags : []) {
        const stored = await registry
          .resolve(repository, tag, { signal: limit, direct: true, retries: 0 })
          .catch(() => undefined);
        if (stored)
          await registry
            .ask({ method: 'DELETE', path: `manifests/${tag}`, repository, signal: limit })
            .catch(() => undefined);
      }
      tags.clear();
      if (failed.length === 0) return [];
      return [
        t('leftoverManifests', {
          count: failed.length,
          repository: `${registry.host}/${repository}`,
          reason: failed[0]!,
        }),
      ];
    },
  };
  return scratch;
}

function referencesOthers({ bytes }: Manifest): boolean {
  const { manifests, subject } = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  return manifests !== undefined || subject !== undefined;
}

/** Returns the PUT of a complete blob to an open upload. */
export function completeBlob(
  location: URL,
  digest: Digest,
): Pick<RegistryQuestion, 'method' | 'path' | 'headers'> {
  const path = new URL(location);
  // Not with searchParams, which would encode the registry's own state differently.
  path.search += `${path.search ? '&' : '?'}digest=${encodeURIComponent(digest)}`;
  return { method: 'PUT', path, headers: { 'content-type': 'application/octet-stream' } };
}

export function isUsed({ status }: RegistryAnswer): boolean {
  return status >= 200 && status < 300;
}

/** Returns whether the registry rejects this content. Answers of busy or broken registries show nothing about it. */
export function isRejected({ status }: RegistryAnswer): boolean {
  return (status >= 400 && status < 500 && status !== 408 && status !== 429) || status === 501;
}

/** Returns `HTTP status 400, NAME_INVALID: invalid repository name`. */
export function answered({ status, errors }: RegistryAnswer): string {
  const error = errorText(errors).slice(0, 200);
  return error === '' ? t('answered', { status }) : t('answeredWith', { status, error });
}
