import { AirlockError, amended, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../../base/errors/codes.ts';
import type { Access } from '../../../registry/access/access.ts';
import { t } from './messages.ts';
import type { StageOutcome } from './test-stages.ts';

/**
 * Checks whether the registry accepts the credentials that would be used, and returns where these come from.
 * @param options.check sends a request with them
 * @throws AirlockError `unauthorized`, `protocol` for a server that isn't a registry, connection faults
 */
export async function logIn(options: {
  /** As dialled. */
  target: { host: string; repository: string; insecure: boolean };
  access: Required<Pick<Access, 'credentials' | 'explainCredentials' | 'security'>> & Access;
  origin: string;
  signal: AbortSignal;
  check: () => Promise<void>;
}): Promise<StageOutcome> {
  const { target, access, origin, signal, check } = options;
  const credentials = await access.credentials(target.host, target.repository);
  const where = (await access.explainCredentials(target.host, target.repository)) ?? '';
  const status = await greet(access, origin, target.insecure, signal);
  if (status !== 200 && status !== 401)
    throw new AirlockError('protocol', t('notRegistryApi', { host: target.host, status }), {
      found: String(status),
      remedy: ERROR_CODES.protocol[1],
    });
  if (status === 200) {
    if (!credentials) return { detail: t('loginUnneeded') };
    return {
      detail:
        credentials.kind === 'basic'
          ? t('loginUnneededUser', { user: credentials.username, where })
          : t('loginUnneededToken', { where }),
    };
  }
  try {
    await check();
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code !== 'unauthorized') throw error;
    throw amended(error, {
      found: '401',
      remedy: credentials ? t('loginCheckRemedy', { where }) : t('loginMissingRemedy'),
    });
  }
  if (!credentials) return { detail: t('loginAnonymous') };
  return {
    detail:
      credentials.kind === 'basic'
        ? t('loginUser', { user: credentials.username, where })
        : t('loginToken', { where }),
  };
}

async function greet(
  access: Access,
  origin: string,
  insecure: boolean,
  signal: AbortSignal,
): Promise<number> {
  try {
    const security = insecure ? 'insecure' : 'verified';
    const { statusCode, body } = await access.dispatcher(origin, security).request({
      origin,
      path: '/v2/',
      method: 'GET',
      headers: { 'user-agent': 'airlock' },
      signal,
    });
    body.on('error', () => undefined).destroy();
    return statusCode;
  } catch (error) {
    throw await access.explain(error, origin);
  }
}
