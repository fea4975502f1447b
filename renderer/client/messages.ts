import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of failed connections to the host. */
export const t = translator({
  serveRemedy: 'Check that `airlock serve` is running, and the SSH tunnel if you use one.',
  desktopRemedy: 'Start Airlock again.',
  silentError: "Airlock isn't responding",
  desktopSilentError: "The desktop host isn't responding",
  otherServerError: "The response isn't from Airlock (HTTP {status})",
  streamError: "The event stream can't be read",
  closedError: 'The connection to Airlock was closed',
  cancelledError: 'The request was cancelled: {request}',
  cancelledRemedy: 'Repeat the action.',
});
