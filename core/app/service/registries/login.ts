import { AirlockError, amended, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../../base/errors/codes.ts';
import type { Access } from '../../../registry/access/access.ts';
import type { StageOutcome } from './test-stages.ts';

/**
 * Whether the registry takes the credentials that would be used, and where these come from.
 * @param options.check asks with them
 * @throws AirlockError `unauthorized`, `protocol` for what is no registry, connection faults
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
  const where = await access.explainCredentials(target.host, target.repository);
  const status = await greet(access, origin, target.insecure, signal);
  if (status !== 200 && status !== 401)
    throw new AirlockError(
      'protocol',
      `${target.host} answers ${status} at /v2/: it does not look like a registry`,
      {
        found: String(status),
        remedy: ERROR_CODES.protocol[1],
      },
    );
  const whose = credentials?.kind === 'basic' ? `the user ${credentials.username}` : 'the token';
  if (status === 200) {
    const unused = credentials ? ` The password of ${whose} (${where}) was not asked for.` : '';
    return { detail: `It asks for no login.${unused}` };
  }
  try {
    await check();
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code !== 'unauthorized') throw error;
    throw amended(error, {
      found: '401',
      remedy: credentials
        ? `Check user and password; they come from ${where}.`
        : 'Set user and password for this registry, or import a pull secret.',
    });
  }
  if (credentials) return { detail: `It takes ${whose} (${where}).` };
  return { detail: 'It gives strangers a token: no credentials are set for it.' };
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
