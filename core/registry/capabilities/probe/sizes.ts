import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { OCI_MANIFEST } from '../../../base/image/media-types.ts';
import { following, pause } from '../../exchange/cancellation.ts';
import type { RegistryAnswer, RegistryQuestion } from '../../exchange/question.ts';
import { reportsQuota } from '../../exchange/registry-errors.ts';
import { retryAfterMs } from '../../exchange/retry.ts';
import { t } from '../messages.ts';
import type { Finding } from '../profile.ts';
import { largestAccepted, type Trial } from './largest-accepted.ts';
import { answered, completeBlob, type Scratch } from './scratch.ts';
import { scratchBlob } from './scratch-content.ts';

const KIB = 1024;
/** Answers that show nothing about a size. */
const BUSY = new Set([429, 503]);
const LONGEST_WAIT_MS = 5_000;
/** Larger than any layer of a release or an operator. */
const BLOB_STEPS = Array.from({ length: 21 }, (_, i) => 64 * KIB * 2 ** i);
/** Up to the size that the distribution specification requires registries to accept. */
const MANIFEST_STEPS = Array.from({ length: 7 }, (_, i) => 64 * KIB * 2 ** i);

/**
 * Probes the size limits of a blob and of its request. Nothing large is sent: the length is announced and one byte
 * follows, and a registry that doesn't accept the size rejects it at once. A limit that a registry reports only after it
 * received the content stays unknown.
 */
export async function probeBlobSizes(scratch: Scratch): Promise<Finding[]> {
  let last: RegistryAnswer | undefined;
  const search = await largestAccepted(KIB, BLOB_STEPS, async (bytes): Promise<Trial> => {
    const opened = await scratch.open();
    if (!opened.location)
      return { accepted: undefined, evidence: t('uploadPost', { answer: answered(opened) }) };
    const put = completeBlob(opened.location, scratchBlob().digest);
    const answer = await announce(scratch, put, bytes);
    await scratch.abandon(opened);
    const trial = judged(answer, (text) => t('largeBlobPut', { bytes, answer: text }));
    if (trial.accepted === false && answer !== 'silence' && !(answer instanceof Error)) last = answer;
    return trial;
  });
  const { value, evidence } = search;
  const unknown = t('noEarlyLimit');
  const found: Finding[] = [
    { capability: 'requestBytes', value, evidence },
    { capability: 'blobBytes', value: 'unknown', evidence: unknown },
    { capability: 'quotaBytes', value: 'unknown', evidence: unknown },
  ];
  if (last && value !== 'unknown') {
    const by = rejectedBy(last);
    if (by !== 'requestBytes') {
      found[0] = {
        capability: 'requestBytes',
        value: { accepted: value.accepted, rejected: null },
        evidence,
      };
      found[by === 'blobBytes' ? 1 : 2] = { capability: by, value, evidence };
    }
  }
  return found;
}

/** Probes the size limit of a manifest, like that of blobs. */
export async function probeManifestSizes(scratch: Scratch): Promise<Finding> {
  const headers = { 'content-type': OCI_MANIFEST };
  const tag = 'announced';
  const put = { method: 'PUT', path: `manifests/${tag}`, headers } as const;
  scratch.aborted(tag);
  const search = await largestAccepted(KIB, MANIFEST_STEPS, async (bytes) =>
    judged(await announce(scratch, put, bytes), (text) => t('largeManifestPut', { bytes, answer: text })),
  );
  return { capability: 'manifestBytes', ...search };
}

/** Returns what rejected a size: a quota, the registry with an error body, or a proxy in front of it without one. */
function rejectedBy(answer: RegistryAnswer): 'quotaBytes' | 'blobBytes' | 'requestBytes' {
  if (reportsQuota(answer)) return 'quotaBytes';
  const own = answer.errors.length > 0 || answer.headers['docker-distribution-api-version'] !== undefined;
  return own ? 'blobBytes' : 'requestBytes';
}

function judged(answer: RegistryAnswer | 'silence' | Error, evidence: (answer: string) => string): Trial {
  if (answer === 'silence') return { accepted: true, evidence: evidence(t('notRejected')) };
  if (answer instanceof Error)
    return { accepted: undefined, evidence: evidence(t('requestBroke', { reason: answer.message })) };
  const rejected = answer.status === 413 || reportsQuota(answer);
  return { accepted: rejected ? false : undefined, evidence: evidence(answered(answer)) };
}

/** Announces a length and sends one byte of it. Returns the immediate answer, or `silence`. */
async function announce(
  scratch: Scratch,
  question: Pick<RegistryQuestion, 'method' | 'path' | 'headers'>,
  bytes: number,
): Promise<RegistryAnswer | 'silence' | Error> {
  for (let tries = 1; ; tries++) {
    const answer = await announceOnce(scratch, question, bytes);
    if (answer === 'silence' || answer instanceof Error || !BUSY.has(answer.status) || tries === 3)
      return answer;
    const after = retryAfterMs(answer.headers['retry-after'], answer.headers.date) ?? 0;
    await pause(Math.min(Math.max(after, scratch.patienceMs()), LONGEST_WAIT_MS), scratch.signal);
  }
}

async function announceOnce(
  scratch: Scratch,
  question: Pick<RegistryQuestion, 'method' | 'path' | 'headers'>,
  bytes: number,
): Promise<RegistryAnswer | 'silence' | Error> {
  using waiting = following(scratch.signal);
  let silent = false;
  const startedAt = performance.now();
  const wait = () => {
    // Other answers may have shown in the meantime that the registry is slower.
    const left = scratch.patienceMs() - (performance.now() - startedAt);
    if (left > 0) return setTimeout(expire, Math.ceil(left));
    silent = true;
    waiting.cancel(new Error('no rejection'));
    return undefined;
  };
  const expire = () => {
    timer = wait();
  };
  let timer = wait();
  const body = async function* () {
    yield Buffer.alloc(1);
    await new Promise<void>((resolve) => {
      if (waiting.signal.aborted) resolve();
      else waiting.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  };
  const headers = { ...question.headers, 'content-length': String(bytes) };
  try {
    return await scratch.ask({ ...question, headers, body, once: true }, undefined, waiting.signal);
  } catch (thrown) {
    if (scratch.signal.aborted) throw thrown;
    return silent ? 'silence' : asAirlockError(thrown);
  } finally {
    clearTimeout(timer);
    waiting.cancel(new Error('answered'));
  }
}
