import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of failed connections to the host. */
export const t = translator({
  serveRemedy:
    'Check that `airlock serve` is running. If you connect through an SSH tunnel, check that the tunnel is open.',
  desktopRemedy: 'Start Airlock again.',
  silentError: "Airlock isn't responding",
  desktopSilentError: "Airlock's main process isn't responding",
  otherServerError: "Received a response that isn't from Airlock (HTTP {status})",
  streamError: "The event stream can't be read",
  closedError: 'The connection to Airlock was closed',
  canceledError: 'The request was canceled: {request}',
  canceledRemedy: 'Retry the action.',
});
