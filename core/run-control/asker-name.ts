import { hostname } from 'node:os';
import { userName } from '../audit/user-name.ts';

/** Who asks: `user@host pid 4711`. */
export function askerName(): string {
  return `${userName()}@${hostname()} pid ${process.pid}`;
}
