import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of the first start. */
export const t = translator({
  title: 'Which side of the gap is this machine on?',
  subtitle:
    'Your answer decides which screens appear first. You can change the side at any time at the top of the window.',
  connectedNote: 'You fetch content and write it to drives.',
  disconnectedNote: 'You import drives and push their content.',
  bothNote: 'You mirror from registry to registry.',
  saveFailedTitle: "Couldn't save the side",
  privacyNote: "Airlock hasn't contacted any host yet. It contacts only hosts that you specify.",
  practiceQuestion: 'Not sure yet?',
  practiceLink: 'Practice the complete workflow on this machine',
  practiceNote: 'Practice takes a few minutes and uses only loopback.',
  openButton: 'Open a workspace or disk',
});
