import { translator } from '../../base/messages/translator.ts';

/** Texts of the registry server for its operator. Texts for clients imitate real registries and stay in the code. */
export const t = translator({
  listenFailed: "can't listen on {address}: {reason}",
  listenFailedRemedy: 'Use another address or port.',
});
