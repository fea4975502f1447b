import { translator } from '../../base/messages/translator.ts';

/** Texts of the registry server for its operator. What it sends to clients imitates real registries and stays in the code. */
export const t = translator({
  listenFailed: "can't listen on {address}: {reason}",
  listenFailedRemedy: 'Use another address or port.',
});
