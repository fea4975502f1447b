import { setTimeout as wait } from 'node:timers/promises';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { isLoopback } from '../../base/network/loopback.ts';
import type { Delivery, Webhook } from '../../contract/topics/schedules/notifications.ts';
import { createAccess } from '../../registry/access/create-access.ts';
import { t } from './messages.ts';

/** ms between attempts. */
const DELAYS_MS = [1_000, 5_000, 20_000];
/** ms for one attempt. */
const TIMEOUT_MS = 10_000;

export interface WebhookUse {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** Name and version of this program, for the user agent. */
  tool: string;
  signal: AbortSignal;
  /** ms between attempts; default: 1 s, 5 s, 20 s. */
  delaysMs?: readonly number[] | undefined;
}

/**
 * Checks the address of a webhook: https, or http to this host. Plain HTTP to another host must be allowed.
 * @throws AirlockError `usage`, `login-in-address`
 */
export function checkWebhook({ url, allowHttp }: Pick<Webhook, 'url' | 'allowHttp'>): URL {
  const address = URL.parse(url);
  const fault = (message: string, remedy: string) =>
    new AirlockError('usage', message, { side: 'local', remedy, at: { path: 'webhook.url' } });
  if (!address || !/^https?:$/.test(address.protocol))
    throw fault(t('addressInvalid'), t('addressInvalidRemedy'));
  if (address.username || address.password)
    throw new AirlockError('login-in-address', t('addressLogin'), {
      side: 'local',
      remedy: t('addressLoginRemedy'),
    });
  const host = address.hostname.replace(/^\[|\]$/g, '');
  if (address.protocol === 'http:' && !allowHttp && !isLoopback(host))
    throw fault(t('addressInsecure'), t('addressInsecureRemedy'));
  return address;
}

/**
 * Sends a JSON document to a webhook with POST, through the proxy and with the CAs of this host. Repeats attempts after
 * connection faults, 429 and 500 to 504, at most three times. Follows no redirect, and ignores the answer's body.
 * @returns the result; never throws for a server that rejects it or can't be reached
 */
export async function postWebhook(hook: Webhook, payload: object, use: WebhookUse): Promise<Delivery> {
  const { env, home, delaysMs = DELAYS_MS } = use;
  const result = (ok: boolean, detail: string): Delivery => ({ at: new Date().toISOString(), ok, detail });
  let access: Awaited<ReturnType<typeof createAccess>> | undefined;
  try {
    const address = checkWebhook(hook);
    access = await createAccess({ env: { ...env }, home });
    for (let attempt = 0; ; attempt++) {
      const { ok, retryable, detail } = await postOnce(access, hook, address, JSON.stringify(payload), use);
      const delay = delaysMs[attempt];
      if (ok || !retryable || delay === undefined || use.signal.aborted) return result(ok, detail);
      await wait(delay, undefined, { signal: use.signal });
    }
  } catch (error) {
    return result(false, asAirlockError(error).message);
  } finally {
    await access?.close();
  }
}

async function postOnce(
  access: Awaited<ReturnType<typeof createAccess>>,
  { header }: Webhook,
  address: URL,
  body: string,
  { tool, signal }: WebhookUse,
): Promise<{ ok: boolean; retryable: boolean; detail: string }> {
  const { origin } = address;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': tool.replace(' ', '/'),
  };
  if (header) headers[header.name.toLowerCase()] = header.value;
  try {
    const response = await access.dispatcher(origin, 'verified').request({
      origin,
      path: `${address.pathname}${address.search}`,
      method: 'POST',
      headers,
      body,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const status = response.statusCode;
    response.body.on('error', () => undefined).destroy();
    if (status >= 200 && status < 300)
      return { ok: true, retryable: false, detail: t('delivered', { origin, status }) };
    if (status >= 300 && status < 400)
      return { ok: false, retryable: false, detail: t('redirected', { origin }) };
    const retryable = status === 429 || (status >= 500 && status <= 504);
    return { ok: false, retryable, detail: t('rejected', { origin, status }) };
  } catch (error) {
    const explained = await access.explain(error, origin);
    const fault = explained instanceof AirlockError ? explained : asAirlockError(explained);
    return { ok: false, retryable: fault.retryable ?? false, detail: fault.message };
  }
}
