import { translator } from '../../base/messages/translator.ts';

/** Texts about serving archive sets as a registry. */
export const t = translator({
  tlsPairIncomplete: 'a certificate requires its key, and a key its certificate',
  tlsPairRemedy: 'Give both files: --tls-cert and --tls-key on the command line.',
  tlsRequired: "{host} isn't a loopback address, so --tls-cert and --tls-key are required",
  tlsRequiredRemedy: 'Give a certificate and its key, or listen on 127.0.0.1.',
  listenUnreachable: "clusters can't pull from {host}, so manifests can't point to it",
  listenUnreachableRemedy: 'Listen on an address that clusters can reach, or write no manifests.',
});
