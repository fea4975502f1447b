import type { RegistryAnswer } from '../../exchange/question.ts';
import { t } from '../messages.ts';
import type { Finding } from '../profile.ts';
import { answered, completeBlob, isRejected, isUsed, type Scratch } from './scratch.ts';
import { type ScratchBlob, scratchBlob } from './scratch-content.ts';

/** The default number of concurrent pushes of a run. */
const PUSHES_AT_ONCE = 16;

/** Probes a blob upload in one chunk, followed by its digest. */
export async function probeChunks(scratch: Scratch): Promise<Finding> {
  const blob = scratchBlob();
  const opened = await scratch.open();
  if (!opened.location)
    return {
      capability: 'chunks',
      value: 'unknown',
      evidence: t('uploadPost', { answer: answered(opened) }),
    };
  const chunk = await scratch.ask({
    method: 'PATCH',
    path: opened.location,
    headers: {
      'content-type': 'application/octet-stream',
      'content-range': `0-${blob.bytes.length - 1}`,
    },
    body: blob.bytes,
  });
  if (!isUsed(chunk)) {
    await scratch.abandon(opened);
    return chunks(chunk, t('chunkPatch', { bytes: blob.bytes.length, answer: answered(chunk) }));
  }
  const end = await scratch.ask(completeBlob(chunk.location ?? opened.location, blob.digest));
  const values = { bytes: blob.bytes.length, patchAnswer: answered(chunk), answer: answered(end) };
  return chunks(end, t('chunkPatchPut', values));
}

/** Probes a mount from another repository, and of a blob from its own. */
export async function probeMounts(scratch: Scratch, blob: ScratchBlob): Promise<Finding[]> {
  const mount = async (capability: 'mounts' | 'mountsFromItself', into: string): Promise<Finding> => {
    const from = scratch.repository;
    const path = `blobs/uploads/?mount=${encodeURIComponent(blob.digest)}`;
    const answer = await scratch.ask({ method: 'POST', path, from }, into);
    const evidence = t('mountPost', { repository: into, source: from, answer: answered(answer) });
    if (answer.status === 201) return { capability, value: 'yes', evidence };
    if (answer.status === 202) await scratch.abandon(answer, into);
    return { capability, value: answer.status === 202 || isRejected(answer) ? 'no' : 'unknown', evidence };
  };
  // One after the other, because a mount from itself makes distribution rewrite the link that the other mount reads.
  return [
    await mount('mounts', `${scratch.repository}-mount`),
    await mount('mountsFromItself', scratch.repository),
  ];
}

/** Opens the uploads that `probeConcurrency` pushes to. Returns their addresses. */
export async function openUploads(scratch: Scratch): Promise<URL[]> {
  const opened = await Promise.all(Array.from({ length: PUSHES_AT_ONCE }, () => scratch.open()));
  return opened.flatMap(({ location }) => location ?? []);
}

/** Probes concurrent pushes: each is paused half-way until all have started or been rejected. */
export async function probeConcurrency(scratch: Scratch, uploads: readonly URL[]): Promise<Finding> {
  const targets = uploads.map((location) => ({ blob: scratchBlob(), location }));
  const settled = new Set<number>();
  const started = new Set<number>();
  const gate = Promise.withResolvers<void>();
  const patience = setTimeout(gate.resolve, scratch.patienceMs() * 2);
  const continueIfAllStarted = () => {
    if (new Set([...settled, ...started]).size < targets.length) return;
    clearTimeout(patience);
    // Leaves time for the immediate rejection of a push that exceeds the limit.
    setTimeout(gate.resolve, scratch.patienceMs());
  };
  const statuses = await Promise.all(
    targets.map(async ({ blob, location }, i) => {
      const body = async function* () {
        yield blob.bytes.subarray(0, 1);
        started.add(i);
        continueIfAllStarted();
        await gate.promise;
        yield blob.bytes.subarray(1);
      };
      const put = completeBlob(location, blob.digest);
      const headers = { ...put.headers, 'content-length': String(blob.bytes.length) };
      const status = await scratch.ask({ ...put, headers, body, once: true }).then(
        (answer) => answer.status,
        (error) => {
          if (scratch.signal.aborted) throw error;
          return 0;
        },
      );
      settled.add(i);
      continueIfAllStarted();
      return status;
    }),
  ).finally(() => {
    clearTimeout(patience);
    gate.resolve();
  });
  const accepted = statuses.filter((status) => status >= 200 && status < 300).length;
  const busy = statuses.filter((status) => status === 429 || status === 503).length;
  const capability = 'concurrentPushes';
  const counts = { count: statuses.length, accepted, busy };
  const evidence = t('concurrentPuts', counts);
  if (accepted === 0) return { capability, value: 'unknown', evidence };
  if (busy > 0 && scratch.busy())
    return {
      capability,
      value: 'unknown',
      evidence: t('concurrentPutsBusy', counts),
    };
  return { capability, value: { accepted, rejected: busy > 0 ? accepted + 1 : null }, evidence };
}

function chunks(answer: RegistryAnswer, evidence: string): Finding {
  const value = isUsed(answer) ? 'yes' : isRejected(answer) ? 'no' : 'unknown';
  return { capability: 'chunks', value, evidence };
}
