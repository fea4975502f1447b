import { translator } from '../base/messages/translator.ts';

/** Texts about sessions and failures of requests. */
export const t = translator({
  approverOnly: 'This session can only view and approve plans.',
  readOnly: 'This session is read-only.',
  unexpectedError: 'an unexpected error without a description',
  unexpectedRemedy: 'Copy the details and report them.',
});
