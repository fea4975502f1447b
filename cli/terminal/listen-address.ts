import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** Parses `ADDR:PORT`, with brackets around an IPv6 address. @throws AirlockError `usage` */
export function parseListen(text: string): { host: string; port: number } {
  const colon = text.lastIndexOf(':');
  const host = text.slice(0, colon).replace(/^\[|\]$/g, '');
  const port = Number(text.slice(colon + 1));
  if (colon < 1 || !/^\d+$/.test(text.slice(colon + 1)) || port > 65535)
    throw new AirlockError('usage', t('listenInvalid', { address: text }));
  return { host, port };
}
