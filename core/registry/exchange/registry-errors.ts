import { AirlockError, amended, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../base/errors/codes.ts';
import { PARTS } from '../../base/errors/message-parts.ts';
import { t } from './messages.ts';
import type { StatedError } from './question.ts';
import type { Reply } from './reply.ts';
import { readAtMost } from './reply.ts';
import { retryAfterMs } from './retry.ts';

const BODY_LIMIT = 64 * 1024;
/** Characters of the details of one error. */
const LONGEST_DETAIL = 200;

/** Transient connection faults. TLS and name errors aren't transient: somebody must fix them. */
const TRANSIENT = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

/** Returns the code of the system or of undici, also of a wrapped fault. */
export function faultCode(error: unknown): string | undefined {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    const { code } = e as NodeJS.ErrnoException;
    if (typeof code === 'string' && !(e instanceof AirlockError)) return code;
  }
  return undefined;
}

/** Returns whether another attempt may succeed after a fault below HTTP. */
export function isTransient(fault: unknown): boolean {
  const code = faultCode(fault);
  return code !== undefined && (TRANSIENT.has(code) || code.startsWith('HPE_'));
}

/**
 * Returns a fault below HTTP as a typed error: the result of `Access.explain`, or `connection`. Transient faults are
 * `retryable`.
 */
export function connectionFault(
  explained: unknown,
  fault: unknown,
  subject: string,
  origin: string,
): AirlockError {
  const code = faultCode(fault);
  if (code === 'EMFILE' || code === 'ENFILE')
    return asAirlockError(Object.assign(new Error(subject, { cause: fault }), { code }));
  const transient = isTransient(fault);
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return new AirlockError(
      'stalled',
      { subject, statement: t('stalled', { origin }) },
      { retryable: true, cause: fault },
    );
  if (explained instanceof AirlockError) {
    // A greeting is only about the host, which the explanation already names.
    const named = explained[PARTS]?.subject === subject ? explained[PARTS] : undefined;
    return amended(
      explained,
      { retryable: transient || explained.retryable, cause: explained.cause ?? fault },
      { subject, statement: withoutQueries(named?.statement ?? explained.message) },
    );
  }
  const why = fault instanceof Error ? fault.message || code || fault.name : String(fault);
  return new AirlockError(
    'connection',
    { subject, statement: t('connectionFailed', { origin, reason: withoutQueries(why) }) },
    {
      retryable: transient,
      cause: fault,
    },
  );
}

/**
 * Returns an unsuccessful response as a typed error with the request, the place and the reason. Reads at most 64 KiB of
 * the body, and uses only the errors of the distribution specification (`errors: [{code, message}]`), because pages and
 * the documents of blob stores may contain secrets.
 * @param subject the request in words: `manifest quay.io/a/b:1`
 * @param damaged error codes for content that was damaged in transit: `digest-mismatch`, `retryable`
 */
export async function rejection(
  reply: Reply,
  subject: string,
  damaged: ReadonlySet<string> = new Set(),
): Promise<AirlockError> {
  const details = await registryErrors(reply);
  const { status, headers } = reply;
  const broken = status === 400 && details.codes.some((each) => damaged.has(each));
  const [code, retryable, remedy]: Verdict = broken ? ['digest-mismatch', true] : verdict(reply, details);
  const after = retryAfterMs(headers['retry-after'], headers.date);
  const statement = reply.foreign
    ? t('answeredElsewhere', { status, origin: reply.url.origin, details: details.text })
    : t('answered', { status, details: details.text });
  return new AirlockError(
    code,
    { subject, statement },
    {
      retryable,
      found: String(status),
      remedy,
      retryAfterMs: after,
    },
  );
}

type Verdict = [code: ErrorCode, retryable: boolean, remedy?: string];

function verdict({ status, foreign }: Reply, { codes, errors }: Stated): Verdict {
  // Signed addresses of blob stores expire (S3 403, Azure 403, GCS 400). The registry issues a new one.
  if (foreign && [400, 401, 403, 410].includes(status)) return ['denied', true];
  const remedy = reportsQuota({ status, errors }) ? t('quotaRemedy') : undefined;
  if (status === 429 || codes.includes('TOOMANYREQUESTS')) return ['rate-limited', true, remedy];
  if (status === 401) return ['unauthorized', false];
  if (status === 403) return ['denied', false, remedy];
  if (status === 404) return ['not-found', false];
  if (status === 405) {
    return ['denied', false, t('notAllowedRemedy')];
  }
  // distribution rejects a manifest with 500 if the first of several errors has no code of its own.
  if (codes.includes('MANIFEST_BLOB_UNKNOWN')) return ['protocol', false, remedy];
  if (status === 408 || [500, 502, 503, 504].includes(status)) return ['server-error', true];
  return [status > 500 ? 'server-error' : 'protocol', false, remedy];
}

/** The errors in the body of a response, their codes, and their text for a message. */
interface Stated {
  errors: readonly StatedError[];
  codes: readonly string[];
  text: string;
}

async function registryErrors(reply: Reply): Promise<Stated> {
  const none = { errors: [], codes: [], text: '' };
  const bytes = await readAtMost(reply, BODY_LIMIT).catch(() => undefined);
  if (!bytes || reply.foreign) return none;
  const read = statedErrors(bytes);
  const text = errorText(read);
  return { errors: read, codes: read.map(({ code }) => code), text: text && `: ${text}` };
}

const SAYS_QUOTA = /quota|storage (limit|resource)|upper limit|insufficient (storage|space)/i;

/** Returns whether a registry rejects content because its storage is limited. No error code stands for this. */
export function reportsQuota({
  status,
  errors,
}: {
  status: number;
  errors: readonly StatedError[];
}): boolean {
  return (
    status === 507 ||
    (status >= 400 && status < 500 && errors.some(({ message }) => SAYS_QUOTA.test(message)))
  );
}

/** Returns the first five errors in a body. Empty if it isn't an error body. */
export function statedErrors(body: Buffer): StatedError[] {
  let errors: unknown;
  try {
    errors = (JSON.parse(body.toString('utf8')) as { errors?: unknown } | null)?.errors;
  } catch {
    return [];
  }
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, 5).flatMap((e: unknown) => {
    const { code, message, detail } = (e ?? {}) as { code?: unknown; message?: unknown; detail?: unknown };
    if (typeof code !== 'string') return [];
    return [{ code, message: typeof message === 'string' ? message : '', detail: detailText(detail) }];
  });
}

/** Returns the details of an error: a text, or the texts and numbers of an object. Undefined for anything else. */
function detailText(detail: unknown): string | undefined {
  const isPlain = (value: unknown) =>
    (typeof value === 'string' && value !== '') || typeof value === 'number';
  if (isPlain(detail)) return withoutQueries(String(detail)).slice(0, LONGEST_DETAIL);
  if (detail === null || typeof detail !== 'object' || Array.isArray(detail)) return undefined;
  const plain = Object.entries(detail).filter(([, value]) => isPlain(value));
  if (plain.length === 0) return undefined;
  return plain
    .map(([name, value]) => `${name}: ${withoutQueries(String(value))}`)
    .join(', ')
    .slice(0, LONGEST_DETAIL);
}

/** Returns errors on one line of at most 500 characters, without the secrets that addresses may contain. */
export function errorText(errors: readonly StatedError[]): string {
  // Secrets are removed first: half an address isn't recognized.
  return errors
    .map(({ code, message, detail }) => {
      const text = message ? `${code}: ${withoutQueries(message)}` : code;
      return detail && detail !== message ? `${text} (${withoutQueries(detail)})` : text;
    })
    .join('; ')
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .slice(0, 500);
}

/** Returns a text whose addresses have no user info and query. */
function withoutQueries(text: string): string {
  return text.replace(/(\bhttps?:\/\/)(?:[^\s"'/@]*@)?([^\s"'?]*)(?:\?[^\s"']*)?/g, '$1$2');
}
