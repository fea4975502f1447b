import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { OCI_MANIFEST } from '../../../base/image/media-types.ts';
import { following, pause } from '../../exchange/cancellation.ts';
import type { RegistryAnswer, RegistryQuestion } from '../../exchange/question.ts';
import { retryAfterMs } from '../../exchange/retry.ts';
import type { Finding } from '../profile.ts';
import { largestAccepted, type Trial } from './largest-accepted.ts';
import { answered, completeBlob, type Scratch } from './scratch.ts';
import { scratchBlob } from './scratch-content.ts';

const KIB = 1024;
/** Answers that say nothing about a size. */
const BUSY = new Set([429, 503]);
const LONGEST_WAIT_MS = 5_000;
const SAYS_QUOTA = /quota|storage (limit|resource)|upper limit|insufficient (storage|space)/i;
/** Larger than any layer of a release or an operator. */
const BLOB_STEPS = Array.from({ length: 21 }, (_, i) => 64 * KIB * 2 ** i);
/** What the distribution specification asks registries to take at least. */
const MANIFEST_STEPS = Array.from({ length: 7 }, (_, i) => 64 * KIB * 2 ** i);

/**
 * How large a blob and the request that brings it may be. Nothing large is sent: the length is announced, one byte follows, and who does not want
 * it refuses it at once. Who says nothing until the end is not found out: that stays unknown.
 */
export async function probeBlobSizes(scratch: Scratch): Promise<Finding[]> {
  let last: RegistryAnswer | undefined;
  const search = await largestAccepted(KIB, BLOB_STEPS, async (bytes): Promise<Trial> => {
    const opened = await scratch.open();
    if (!opened.location) return { taken: undefined, evidence: `POST ${answered(opened)}` };
    const put = completeBlob(opened.location, scratchBlob().digest);
    const answer = await announce(scratch, put, bytes);
    await scratch.abandon(opened);
    const trial = judged(answer, `PUT of a blob announced with ${bytes} bytes`);
    if (trial.taken === false && answer !== 'silence' && !(answer instanceof Error)) last = answer;
    return trial;
  });
  const { value, evidence } = search;
  const unknown = 'no limit was told before the content is sent';
  const found: Finding[] = [
    { capability: 'requestBytes', value, evidence },
    { capability: 'blobBytes', value: 'unknown', evidence: unknown },
    { capability: 'quotaBytes', value: 'unknown', evidence: unknown },
  ];
  if (last && value !== 'unknown') {
    const by = rejectedBy(last);
    if (by !== 'requestBytes') {
      found[0] = { capability: 'requestBytes', value: { taken: value.taken, rejected: null }, evidence };
      found[by === 'blobBytes' ? 1 : 2] = { capability: by, value, evidence };
    }
  }
  return found;
}

/** How large a manifest may be, found out as with blobs. */
export async function probeManifestSizes(scratch: Scratch): Promise<Finding> {
  const headers = { 'content-type': OCI_MANIFEST };
  const put = { method: 'PUT', path: 'manifests/announced', headers } as const;
  const search = await largestAccepted(KIB, MANIFEST_STEPS, async (bytes) =>
    judged(await announce(scratch, put, bytes), `PUT of a manifest announced with ${bytes} bytes`),
  );
  return { capability: 'manifestBytes', ...search };
}

/** Who refused a size: a quota, the registry in its own words, or something in front of it that has none. */
function rejectedBy(answer: RegistryAnswer): 'quotaBytes' | 'blobBytes' | 'requestBytes' {
  if (reportsQuota(answer)) return 'quotaBytes';
  const own = answer.errors.length > 0 || answer.headers['docker-distribution-api-version'] !== undefined;
  return own ? 'blobBytes' : 'requestBytes';
}

function reportsQuota({ status, errors }: RegistryAnswer): boolean {
  return (
    status === 507 ||
    (status >= 400 && status < 500 && errors.some(({ message }) => SAYS_QUOTA.test(message)))
  );
}

function judged(answer: RegistryAnswer | 'silence' | Error, what: string): Trial {
  if (answer === 'silence') return { taken: true, evidence: `${what} was not refused` };
  if (answer instanceof Error) return { taken: undefined, evidence: `${what} broke: ${answer.message}` };
  const rejected = answer.status === 413 || reportsQuota(answer);
  return { taken: rejected ? false : undefined, evidence: `${what} ${answered(answer)}` };
}

/** Announces a length and sends one byte of it; what is answered at once, or `silence`. */
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
    // Other answers may have shown meanwhile that the registry is slower.
    const left = scratch.patienceMs() - (performance.now() - startedAt);
    if (left > 0) return setTimeout(expire, Math.ceil(left));
    silent = true;
    waiting.cancel(new Error('nothing was refused'));
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
