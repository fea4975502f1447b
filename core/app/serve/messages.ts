import { translator } from '../../base/messages/translator.ts';

/** Texts about serving archive sets as a registry. */
export const t = translator({
  tlsPairIncomplete: 'a certificate requires its key, and a key its certificate',
  tlsPairRemedy: 'Give both (--tls-cert and --tls-key on the command line), or neither.',
  tlsInvalid: "the certificate {cert} and the key {key} can't be used",
  tlsInvalidRemedy: 'Use a PEM certificate with its own unencrypted PEM key.',
  tlsRequired: "{host} isn't a loopback address, so a certificate and its key are required",
  tlsRequiredRemedy: 'Give both (--tls-cert and --tls-key on the command line), or listen on 127.0.0.1.',
  listenUnreachable: "clusters can't pull from {host}, so manifests can't point to it",
  listenUnreachableRemedy: 'Listen on an address that clusters can reach, or write no manifests.',
});
