import { present } from '../objects/present.ts';
import { ERROR_CODES, type ErrorCode } from './codes.ts';
import { type MessageParts, messageText, PARTS } from './message-parts.ts';
import { t } from './messages.ts';
import { RULE, type Rule } from './rules.ts';
import { systemFault } from './system-error.ts';
import { valueWithoutLogins, withoutLogins } from './without-logins.ts';

/** The side of a copy that failed. */
export type Side = 'source' | 'destination' | 'local';

/** A place in a user's file. Lines and columns count from 1; `path` is the field, such as `mirror.platform.channels[0].name`. */
export interface Location {
  file?: string;
  line?: number;
  column?: number;
  path?: string;
}

export type Level = 'error' | 'warning' | 'info';

/** A problem, for users and for scripts (docs/guides/scripts.md#errors-and-problems). */
export interface Problem extends Location {
  code: string;
  level: Level;
  message: string;
  remedy: string;
  [RULE]?: Rule | undefined;
  [PARTS]?: MessageParts | undefined;
}

export interface ErrorDetails {
  remedy?: string;
  rule?: Rule | undefined;
  side?: Side;
  at?: Location;
  expected?: string;
  found?: string;
  /** Whether the same request may succeed later without a change. */
  retryable?: boolean;
  /** Minimum wait before the next attempt, in ms (from Retry-After). */
  retryAfterMs?: number;
  /**
   * Process exit code if this error ends a command (docs/guides/scripts.md#exit-codes). Default: 4 for network and
   * disk, else 1.
   */
  exitCode?: number;
  /** More problems of the same kind, such as all invalid lines of a configuration. */
  problems?: Problem[];
  cause?: unknown;
}

const RESUMABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'workspace-locked',
  'unauthorized',
  'denied',
  'login-expired',
  'rate-limited',
  'server-error',
  'connection',
  'tls',
  'tls-unknown-issuer',
  'clock-skew',
  'proxy',
  'stalled',
  'window-closed',
  'disk-full',
  'disk',
  'protocol',
]);

/**
 * The error type of Airlock, with a stable code, a message and a remedy. Its texts never contain credentials, because
 * user info is removed from every address. Authors of messages omit the queries of addresses.
 */
export class AirlockError extends Error {
  override readonly name = 'AirlockError';
  readonly code: ErrorCode;
  readonly remedy: string;
  readonly side: Side | undefined;
  readonly at: Location | undefined;
  readonly expected: string | undefined;
  readonly found: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly exitCode: number;
  readonly problems: Problem[];
  readonly [RULE]: Rule | undefined;
  readonly [PARTS]: MessageParts | undefined;

  constructor(code: ErrorCode, message: string | MessageParts, details: ErrorDetails = {}) {
    super(
      withoutLogins(messageText(message)),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.code = code;
    this.remedy = withoutLogins(details.remedy ?? ERROR_CODES[code][1]);
    this.side = details.side;
    this.at = details.at && present(details.at);
    this.expected = details.expected === undefined ? undefined : withoutLogins(details.expected);
    this.found = details.found === undefined ? undefined : withoutLogins(details.found);
    this.retryable = details.retryable ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.exitCode = details.exitCode ?? (code === 'interrupted' ? 3 : RESUMABLE.has(code) ? 4 : 1);
    this.problems = valueWithoutLogins(details.problems ?? []);
    this[RULE] = details.rule;
    this[PARTS] = typeof message === 'string' ? undefined : valueWithoutLogins(message);
  }

  /** Returns the error for JSON, logs and audit files, without stack and cause. */
  toJSON(): Problem & { side?: Side; expected?: string; found?: string } {
    return present({
      code: this.code,
      level: 'error' as const,
      message: this.message,
      remedy: this.remedy,
      ...this.at,
      side: this.side,
      expected: this.expected,
      found: this.found,
      [RULE]: this[RULE],
      [PARTS]: this[PARTS],
    });
  }
}

/**
 * Returns any thrown value as an AirlockError. Unknown ones become `internal` with their cause.
 * @param path the file or directory that was used, for system errors without a path
 */
export function asAirlockError(error: unknown, path?: string): AirlockError {
  if (error instanceof AirlockError) return error;
  if (!(error instanceof Error)) return new AirlockError('internal', String(error));
  if (error.name === 'AbortError') return new AirlockError('interrupted', t('stopped'), { cause: error });
  const fault = systemFault(error, path);
  if (!fault) return new AirlockError('internal', error.message, { cause: error });
  const { code, message, remedy } = fault;
  return new AirlockError(code, message, { side: 'local', cause: error, remedy: remedy || undefined });
}

/** Returns the same error with the side it happened on, unless it has one. */
export function onSide(error: unknown, side: Side): AirlockError {
  const e = asAirlockError(error);
  if (e.side) return e;
  return amended(e, { side });
}

/** Returns the same error with other details, and with another message if one is given. */
export function amended(
  error: AirlockError,
  details: ErrorDetails,
  message: string | MessageParts = error[PARTS] ?? error.message,
): AirlockError {
  return new AirlockError(error.code, message, {
    ...error,
    rule: error[RULE],
    cause: error.cause,
    ...details,
  });
}

/**
 * Returns the error for an address with user and password, which belong in auth files. @param field the address, in
 * words
 */
export function loginInAddress(field: string): AirlockError {
  return new AirlockError('login-in-address', t('loginInAddress', { subject: field }));
}

/** Returns the same problem with its subject in front of its message. */
export function aboutSubject(problem: Problem, subject: string): Problem {
  const parts: MessageParts = { subject, statement: problem.message };
  return { ...problem, message: messageText(parts), [PARTS]: parts };
}
