import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { following, throwIfAborted } from '../exchange/cancellation.ts';
import { addressFrom, exchange, faultOf, originOf, send } from '../exchange/http-exchange.ts';
import { writeEndpoint } from '../exchange/mirrors.ts';
import type { RegistryAnswer, RegistryQuestion } from '../exchange/question.ts';
import { statedErrors } from '../exchange/registry-errors.ts';
import { discard, type Reply, readAtMost } from '../exchange/reply.ts';
import { retryAfterMs, retrying } from '../exchange/retry.ts';
import { retryContext, type Session } from '../exchange/session.ts';
import { createTransferQueue } from '../exchange/transfer-queue.ts';
import { t } from './messages.ts';

const BODY_LIMIT = 64 * 1024;
/** Retries are limited, because the response of a busy registry is a result too. */
const RETRIES = 2;
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);

/**
 * See `Registry.ask`.
 * @throws AirlockError connection faults, `interrupted`
 */
export async function queryRegistry(
  session: Session,
  host: string,
  question: RegistryQuestion,
): Promise<RegistryAnswer> {
  using cancellation = following(question.signal, session.closing);
  const { signal } = cancellation;
  throwIfAborted(signal);
  const context = retryContext(
    session,
    writeEndpoint(session, host, question.repository ?? ''),
    signal,
    undefined,
  );
  const times = question.once ? 0 : Math.min(RETRIES, context.policy.times);
  // A request that is delayed on purpose must not block others.
  if (question.once) (await context.requests.acquire(signal))();
  const requests = question.once ? createTransferQueue(Number.POSITIVE_INFINITY) : context.requests;
  let rejections = 0;
  let busy: RegistryAnswer | undefined;
  try {
    return await retrying({ ...context, requests, policy: { ...context.policy, times } }, async () => {
      busy = undefined;
      const startedAt = performance.now();
      const answer: RegistryAnswer = {
        ...(await queryOnce(session, host, question, signal)),
        tookMs: performance.now() - startedAt,
        rejections,
      };
      if (!TRANSIENT.has(answer.status)) return answer;
      busy = answer;
      rejections++;
      const after = retryAfterMs(answer.headers['retry-after'], answer.headers.date);
      const code = answer.status === 429 ? 'rate-limited' : 'server-error';
      throw new AirlockError(code, t('answered', { host, status: answer.status }), {
        retryable: true,
        retryAfterMs: after,
      });
    });
  } catch (error) {
    if (busy && !signal.aborted) return busy;
    throw error;
  }
}

type Answer = Omit<RegistryAnswer, 'tookMs' | 'rejections'>;

async function queryOnce(
  session: Session,
  host: string,
  question: RegistryQuestion,
  signal: AbortSignal,
): Promise<Answer> {
  const { method, headers = {}, body, repository } = question;
  const endpoint = writeEndpoint(session, host, repository ?? '');
  const subject = t('requestAt', { method, host: endpoint.host });
  let reply: Reply;
  try {
    if (question.anonymous) {
      const url = new URL(question.path, await originOf(session, endpoint, signal));
      const { security } = endpoint;
      const request = {
        url,
        method,
        security,
        headers,
        body: undefined,
        subject,
        signal,
        answerMs: session.stallMs,
      };
      reply = { ...(await send(session, request)), url, foreign: false };
    } else {
      const from =
        question.from === undefined ? undefined : writeEndpoint(session, host, question.from).repository;
      const scopes = repository === undefined ? [] : [`repository:${endpoint.repository}:pull,push`];
      if (from !== undefined && from !== endpoint.repository) scopes.push(`repository:${from}:pull`);
      const suffix = from === undefined ? '' : `&from=${encodeURIComponent(from)}`;
      const to =
        question.path instanceof URL
          ? question.path
          : repository === undefined
            ? question.path
            : `/v2/${endpoint.repository}/${question.path}${suffix}`;
      reply = await exchange(session, endpoint, {
        method,
        to,
        scopes,
        headers,
        body,
        subject,
        signal,
      });
    }
  } catch (error) {
    return rejected(error);
  }
  const bytes = await readAtMost(reply, BODY_LIMIT).catch(async (error) => {
    throw await faultOf(session, error, subject, reply.url, signal);
  });
  if (!bytes) discard(reply);
  const location = reply.headers.location;
  return {
    status: reply.status,
    headers: reply.headers,
    body: bytes ?? Buffer.alloc(0),
    errors: bytes ? statedErrors(bytes) : [],
    location: location === undefined ? undefined : addressFrom(location, reply.url),
  };
}

/** Converts the error of an exchange with insufficient credentials into an answer. */
function rejected(thrown: unknown): Answer {
  const error = asAirlockError(thrown);
  const status = error.code === 'unauthorized' ? 401 : error.code === 'denied' ? 403 : undefined;
  if (status === undefined || error.retryable) throw thrown;
  const code = status === 401 ? 'UNAUTHORIZED' : 'DENIED';
  return { status, headers: {}, body: Buffer.alloc(0), errors: [{ code, message: error.message }] };
}
