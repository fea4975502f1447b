import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { Digest } from '../../../base/image/digest.ts';
import type { Manifest } from '../../../base/image/manifest.ts';
import type { RegistryAnswer, RegistryQuestion } from '../../exchange/question.ts';
import type { Registry } from '../../exchange/registry.ts';
import { errorText } from '../../exchange/registry-errors.ts';
import type { ScratchBlob } from './scratch-content.ts';

const LONGEST_PATIENCE_MS = 5_000;
const CLEAN_UP_MS = 60_000;

/** A repository for trying things in, and everything that was put there. */
export interface Scratch {
  readonly repository: string;
  readonly signal: AbortSignal;
  /** @param until in place of the signal of the probe */
  ask(
    question: Omit<RegistryQuestion, 'repository' | 'signal'>,
    repository?: string,
    until?: AbortSignal,
  ): Promise<RegistryAnswer>;
  /** POST: opens an upload. */
  open(repository?: string): Promise<RegistryAnswer>;
  /** Gives an upload up, best effort. */
  abandon(opened: RegistryAnswer, repository?: string): Promise<void>;
  /** A whole blob: the answer to its PUT, or to the POST when that was refused. */
  upload(blob: ScratchBlob, repository?: string): Promise<RegistryAnswer>;
  put(reference: string, manifest: Manifest): Promise<RegistryAnswer>;
  delete(digest: Digest): Promise<RegistryAnswer>;
  /** How long a refusal that comes at once may take, in ms: a few times the slowest answer so far. */
  patienceMs(): number;
  /** Whether the registry refused requests for its load so far. */
  busy(): boolean;
  /** Deletes what was pushed, also when the probe was stopped; gives what could not be deleted, in words. */
  cleanUp(): Promise<string[]>;
}

/** @param shortestMs what `patienceMs` is at least */
export function createScratch(
  registry: Registry,
  repository: string,
  { signal, shortestMs }: { signal: AbortSignal; shortestMs: number },
): Scratch {
  /** What may be there: a push that was stopped may have arrived. Whether it names others. */
  const pushed = new Map<Digest, boolean>();
  let slowestMs = 0;
  let busy = false;

  const scratch: Scratch = {
    repository,
    signal,
    async ask(question, at = repository, until = signal) {
      const answer = await registry.ask({ ...question, repository: at, signal: until });
      if (answer.rejections > 0) busy = true;
      // Questions that are asked once are those that are held back on purpose.
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
      pushed.set(manifest.digest, namesOthers(manifest));
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
    busy: () => busy,
    patienceMs: () => Math.min(LONGEST_PATIENCE_MS, Math.max(shortestMs, slowestMs * 4)),
    async cleanUp() {
      const saved: string[] = [];
      const limit = AbortSignal.timeout(CLEAN_UP_MS);
      const remove = async (digest: Digest) => {
        const why = await registry
          .ask({ method: 'DELETE', path: `manifests/${digest}`, repository, signal: limit })
          .then(
            (answer) => (isUsed(answer) || answer.status === 404 ? undefined : answered(answer)),
            (error) => asAirlockError(error).message,
          );
        if (why !== undefined) saved.push(why);
      };
      // What names others goes before what it names.
      for (const naming of [true, false])
        await Promise.all([...pushed].map(([digest, names]) => names === naming && remove(digest)));
      pushed.clear();
      if (saved.length === 0) return [];
      return [`${saved.length} manifests in ${registry.host}/${repository}: deleting them was ${saved[0]}`];
    },
  };
  return scratch;
}

function namesOthers({ bytes }: Manifest): boolean {
  const { manifests, subject } = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  return manifests !== undefined || subject !== undefined;
}

/** PUT of a whole blob to an open upload. */
export function completeBlob(
  location: URL,
  digest: Digest,
): Pick<RegistryQuestion, 'method' | 'path' | 'headers'> {
  const path = new URL(location);
  // Not by searchParams: that would write the registry's own state anew.
  path.search += `${path.search ? '&' : '?'}digest=${encodeURIComponent(digest)}`;
  return { method: 'PUT', path, headers: { 'content-type': 'application/octet-stream' } };
}

export function isUsed({ status }: RegistryAnswer): boolean {
  return status >= 200 && status < 300;
}

/** True when the registry does not want this; busy or broken registries say nothing of what they take. */
export function isRejected({ status }: RegistryAnswer): boolean {
  return (status >= 400 && status < 500 && status !== 408 && status !== 429) || status === 501;
}

/** `answered 400 NAME_INVALID: invalid repository name` */
export function answered({ status, errors }: RegistryAnswer): string {
  const text = errorText(errors).slice(0, 200);
  return `answered ${status}${text && ` ${text}`}`;
}
