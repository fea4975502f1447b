import { translator } from '../../base/messages/translator.ts';

/** Texts about waits for hosts and their pace. */
export const t = translator({
  // why a host gets fewer concurrent transfers
  requestsLimited: 'the host limits requests',
  hostBusy: 'the host is too busy',
  connectionsStalled: 'connections stalled',
  connectionsBroke: 'connections dropped',

  // waits
  wait: 'Waiting for {host} until {time} ({cause})',
  waitRetryAfter: 'Waiting for {host} until {time} ({cause}, Retry-After {seconds} s)',
  nextAttempt: '{wait}. Attempt {attempt} of {attempts} is next.',
  httpStatus: 'HTTP {status}',
  rateLimited: 'rate limited',
  serverError: 'server error',
  connectionStalled: 'connection stalled',
  connectionFailed: 'connection failed',
});
