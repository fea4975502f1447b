import { amended, asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { Descriptor } from '../../../base/image/manifest.ts';
import { hasBlobAt } from '../../exchange/blob-presence.ts';
import { following, throwIfAborted } from '../../exchange/cancellation.ts';
import { cutByWindow } from '../../exchange/link-gate.ts';
import { writeEndpoint } from '../../exchange/mirrors.ts';
import type { BlobUploadOptions } from '../../exchange/registry.ts';
import { countAttempts, retrying } from '../../exchange/retry.ts';
import { retryContext, type Session } from '../../exchange/session.ts';
import { t } from './messages.ts';
import { inChunks, sendComplete, sendInChunks, type Upload } from './upload-requests.ts';
import {
  abandonUpload,
  mountBlob,
  openUpload,
  type UploadProgress,
  type UploadSession,
  uploadProgress,
} from './upload-session.ts';

/**
 * See `Registry.uploadBlob`. Uploads of one digest into one repository follow each other, because distribution 2.8
 * answers 400 when they meet; the later one finds the blob there and counts as `mounted`: it sent nothing.
 */
export async function uploadBlob(
  session: Session,
  host: string,
  repository: string,
  blob: Pick<Descriptor, 'digest' | 'size'>,
  open: () => AsyncIterable<Uint8Array>,
  options: BlobUploadOptions | undefined,
): Promise<'uploaded' | 'mounted'> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  throwIfAborted(signal);
  const endpoint = writeEndpoint(session, host, repository);
  const upload: Upload = {
    session,
    endpoint,
    blob,
    open,
    options,
    subject: `blob ${endpoint.host}/${endpoint.repository}@${blob.digest}`,
    scopes: [`repository:${endpoint.repository}:pull,push`],
    signal,
    reached: 0,
  };
  return await session.oneAtATime(
    `${endpoint.host}/${endpoint.repository}@${blob.digest}`,
    signal,
    async (waited) => {
      if (waited && (await present(upload))) return 'mounted';
      const opened = await tryMounts(upload, host);
      if (opened === 'mounted') return opened;
      return await send(upload, opened);
    },
  );
}

async function present({ session, endpoint, blob, signal, options }: Upload): Promise<boolean> {
  return (await hasBlobAt(session, endpoint, blob.digest, { ...options, signal })) !== undefined;
}

/** Mounts from the first repository that allows it. Otherwise, returns the upload that the last attempt opened, if any. */
async function tryMounts(upload: Upload, host: string): Promise<'mounted' | UploadSession | undefined> {
  const { session, endpoint, blob, options, subject, scopes, signal } = upload;
  const { mounts } = session.host(endpoint).uploadMode;
  let opened: UploadSession | undefined;
  for (const repository of options?.mountFrom ?? []) {
    const from = writeEndpoint(session, host, repository);
    if (from.host !== endpoint.host) continue;
    if (from.repository === endpoint.repository && mounts !== 'everywhere') {
      // If a mount doesn't show that the blob exists, a request checks it. Otherwise, it would be sent again.
      if (await present(upload)) {
        if (opened) void abandonUpload(session, endpoint, opened, scopes);
        return 'mounted';
      }
      continue;
    }
    if (mounts === 'never') continue;
    if (opened) void abandonUpload(session, endpoint, opened, scopes);
    opened = undefined;
    const request = {
      digest: blob.digest,
      from: from.repository,
      scopes:
        from.repository === endpoint.repository ? scopes : [...scopes, `repository:${from.repository}:pull`],
      subject: t('mountedFrom', { content: subject, repository: from.repository }),
      signal,
    };
    try {
      const context = retryContext(session, endpoint, signal, options);
      const result = await retrying(context, () => mountBlob(session, endpoint, request));
      if (result === true) return 'mounted';
      opened = result;
    } catch (thrown) {
      // The registry may not support mounts, or may deny access to the source. An upload may still work.
      const error = asAirlockError(thrown);
      if (!['unauthorized', 'denied', 'not-found', 'protocol'].includes(error.code)) throw error;
    }
  }
  return opened;
}

async function send(upload: Upload, opened: UploadSession | undefined): Promise<'uploaded'> {
  const { session, endpoint, scopes, signal, options } = upload;
  const { uploads, pace } = session.host(endpoint);
  if (opened) upload.target = opened;
  const context = retryContext(session, endpoint, signal, options);
  try {
    const attempts = countAttempts(context);
    for (let again = false; ; again = true) {
      // The slot is given back before every wait: only so do fewer at once take effect on what is under way.
      const release = await uploads.acquire(signal, again);
      const startedAt = performance.now();
      let further = 0;
      try {
        const progress = again ? await afterBreak(upload) : undefined;
        // As with downloads, what comes further each time may break as often as it likes.
        further = progress?.further ?? 0;
        if (!progress?.present) await oneAttempt(upload, progress?.at);
        break;
      } catch (thrown) {
        const error = asAirlockError(thrown);
        if (cutByWindow(error)) continue;
        const { code } = error;
        const { times = 0 } = upload.rejected ?? {};
        delete upload.rejected;
        if (code === 'rate-limited' || code === 'server-error') upload.rejected = { code, times: times + 1 };
        release();
        await attempts.afterFailure(error, startedAt, further);
      } finally {
        release();
      }
    }
    pace.done();
  } catch (error) {
    if (upload.target) void abandonUpload(session, endpoint, upload.target, scopes);
    throw error;
  }
  if (upload.sourceError) throw asAirlockError(upload.sourceError.error);
  return 'uploaded';
}

/**
 * Decides what to do after a break: nothing if the blob exists because only the answer was lost, resume at the offset of
 * the registry, or (undefined) start a new upload.
 */
async function afterBreak(
  upload: Upload,
): Promise<{ present?: true; at?: UploadProgress; further?: number } | undefined> {
  const { session, endpoint, blob, target, rejected } = upload;
  // Nothing was sent since the last look.
  if (!target) return undefined;
  // Attempts that always make the same number of requests could meet the same limit every time.
  const unlike = Math.random() < 0.5;
  const mayBeEmpty = rejected?.code === 'rate-limited' && upload.reached === 0;
  if (mayBeEmpty && (rejected.times === 1 || unlike)) return { at: { upload: target, offset: 0 } };
  if (await present(upload)) {
    giveUp(upload);
    return { present: true };
  }
  const mayGoOn = !upload.fromStart && !session.host(endpoint).uploadMode.completeOnly;
  const at = mayGoOn ? await uploadProgress(session, endpoint, target, upload) : undefined;
  // An empty upload is reused after a rejection.
  if (!at || at.offset > blob.size || (at.offset === 0 && !(rejected && unlike))) {
    giveUp(upload);
    return undefined;
  }
  const further = at.offset - upload.reached;
  upload.reached = at.offset;
  return { at, further };
}

async function oneAttempt(upload: Upload, progress: UploadProgress | undefined): Promise<void> {
  const { session, endpoint, scopes, subject, signal } = upload;
  let from = progress?.offset ?? 0;
  if (progress) upload.target = progress.upload;
  for (; !upload.sourceError; from = 0) {
    upload.target ??= await openUpload(session, endpoint, scopes, subject, signal);
    try {
      const complete = from === 0 && !inChunks(upload, upload.target);
      const sent = complete ? sendComplete(upload, upload.target) : sendInChunks(upload, upload.target, from);
      if (await sent) {
        delete upload.target;
        return;
      }
    } catch (thrown) {
      if (upload.sourceError && !signal.aborted) return giveUp(upload);
      const error = asAirlockError(thrown);
      // The offset 0 of a resumed upload may stand for one byte.
      const wrongStart =
        progress && ['protocol', 'digest-mismatch'].includes(error.code) && error.found !== '404';
      if (progress && error.found === '500') abandonIfStuck(upload, progress.offset);
      if (!wrongStart) throw error;
      upload.fromStart = true;
      throw amended(error, { retryable: true });
    }
    giveUp(upload);
    session.host(endpoint).uploadsInChunks = true;
  }
}

/** Some registries, such as Gitea, can't continue an upload after a break, but report an offset and then an internal error. */
function abandonIfStuck(upload: Upload, offset: number): void {
  if (upload.failedAt === offset) giveUp(upload);
  else upload.failedAt = offset;
}

function giveUp(upload: Upload): void {
  const { session, endpoint, scopes, target } = upload;
  if (target) void abandonUpload(session, endpoint, target, scopes);
  delete upload.target;
  delete upload.failedAt;
}
