import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Signs values that one server issues (tokens, blob addresses). Other servers reject them. */
export interface Seal {
  /** Returns a URL-safe text with a value. It is valid for `lifeMs` ms and can't be altered. */
  close(value: object, lifeMs: number): string;
  /** Returns the value; `altered` if this server didn't issue the text, `expired` if its lifetime has ended. */
  open<T>(text: string): { value: T } | 'altered' | 'expired';
}

export function createSeal(): Seal {
  const secret = randomBytes(32);
  const sign = (payload: string) => createHmac('sha256', secret).update(payload).digest();
  return {
    close(value, lifeMs) {
      const until = Date.now() + lifeMs;
      const payload = Buffer.from(JSON.stringify({ value, until })).toString('base64url');
      return `${payload}.${sign(payload).toString('base64url')}`;
    },
    open<T>(text: string) {
      const [payload = '', signature = ''] = text.split('.', 2);
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(payload);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'altered';
      const json = Buffer.from(payload, 'base64url').toString();
      const { value, until } = JSON.parse(json) as { value: T; until: number };
      return until > Date.now() ? { value } : 'expired';
    },
  };
}
