import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of the first start. */
export const t = translator({
  title: 'Which side of the air gap is this host on?',
  purpose: 'Airlock mirrors OpenShift releases, operators and images across an air gap.',
  glossaryButton: 'Open the glossary',
  subtitle:
    'Your answer determines which screens are shown first. You can change the side at any time at the top of the window.',
  connectedNote: 'Fetch content and write it to drives.',
  disconnectedNote: 'Import content from drives and push it to a registry.',
  bothNote: 'Mirror directly from one registry to another.',
  saveFailedTitle: "The side couldn't be saved",
  privacyNote: "Airlock hasn't contacted any hosts yet. It connects only to hosts that you specify.",
  practiceQuestion: 'Not sure yet?',
  practiceLink: 'Practice the complete workflow on this host',
  practiceNote: 'Practice takes about ten minutes and uses only the loopback interface.',
  openButton: 'Open workspace or drive',
});
