import { hostname } from 'node:os';
import { personName } from '../../base/files/person.ts';

/** Returns the name of the requester: `user@host pid 4711`. */
export function requesterName(): string {
  return `${personName()}@${hostname()} pid ${process.pid}`;
}
