import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from '../messages.ts';

/** `Status`, the body of an error of an API server. */
export interface ApiStatus {
  reason?: string;
  message?: string;
  details?: { causes?: { reason?: string; field?: string; message?: string }[] };
}

/** A field that another manager owns with another value. */
export interface OwnedField {
  /** As the server writes it: `.spec.imageDigestMirrors`. */
  field: string;
  owner: string;
}

/** The reason of an apply whose fields have other owners. See {@link ownedFields}. */
const FIELD_CONFLICT = 'FieldManagerConflict';

/** An apply with a field that isn't in the schema. The server answers with 500 and no reason (kube-apiserver 1.34). */
const UNKNOWN_FIELD = /^failed to create typed patch object /;

/**
 * Returns an answer of 400 or above as a typed error. The message is the server's own. It contains the names of objects
 * and fields, but only values that the server found invalid.
 */
export function statusFault(
  status: number,
  body: ApiStatus,
  { about, server, retryAfter }: { about: string; server: string; retryAfter?: string },
): AirlockError {
  const reported = body.message ? `: ${oneLine(body.message)}` : ` (HTTP ${status})`;
  const side = 'destination' as const;
  const cause = body;
  switch (status) {
    case 401:
      return new AirlockError('cluster-unauthorized', t('credentialsRejected', { server }), {
        side,
        exitCode: 4,
      });
    case 403:
      return new AirlockError('cluster-forbidden', `${about}${reported}`, { side });
    case 404:
      return new AirlockError('cluster-missing', `${about}${reported}`, { side });
    case 409:
      if (ownedFields(body).length > 0)
        return new AirlockError('cluster-conflict', `${about}${reported}`, { side, cause });
      return new AirlockError('cluster-changed', `${about}${reported}`, { side });
    case 400:
    case 405:
    case 413:
    case 415:
    case 422:
      return new AirlockError('cluster-rejected', `${about}${reported}`, { side });
  }
  if (status === 500 && UNKNOWN_FIELD.test(body.message ?? ''))
    return new AirlockError('cluster-rejected', `${about}${reported}`, { side });
  const seconds = Number(retryAfter);
  return new AirlockError('server-error', `${server}: ${about}${reported}`, {
    ...{ side, retryable: status >= 500 || status === 429 },
    retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined,
  });
}

/** Returns the fields for which an apply was rejected, with their owners. Empty for other errors. */
export function ownedFields(fault: unknown): OwnedField[] {
  const body = fault instanceof AirlockError ? (fault.cause as ApiStatus | undefined) : (fault as ApiStatus);
  return (body?.details?.causes ?? [])
    .filter(({ reason, field }) => reason === FIELD_CONFLICT && field !== undefined)
    .map(({ field, message = '' }) => ({
      field: field!,
      owner: /^conflict with "([^"]*)"/.exec(message)?.[1] ?? message,
    }));
}

function oneLine(text: string): string {
  const line = text.replace(/(?<!\s)\s*\n\s*/g, ' ');
  return line.length > 600 ? `${line.slice(0, 600)}…` : line;
}
