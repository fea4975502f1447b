import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of the tour. */
export const t = translator({
  tourLabel: 'Tour',
  tourTitle: 'Tour, {number} of {total}: {screen}',
  nextButton: 'Next: {screen}',
  previousButton: 'Previous',
  finishButton: 'Finish tour',
  skipButton: 'Skip tour',
  homeName: 'Home',
  homeText: 'Home shows the next step of each enclave. Press Ctrl+K on any screen to search everything.',
  chooseName: 'Choose',
  chooseText: 'Select releases, operators and images in four steps. The total size is always visible.',
  carryName: 'Carry',
  carryText: 'Write a transfer to one or more drives. Receive imports it on the disconnected side.',
  registryName: 'Registry content',
  registryText: 'See what a mirror registry contains, who needs it, and what can be deleted.',
  upgradesName: 'Upgrades',
  upgradesText: 'Find the upgrade path of a cluster with its known risks, and add it to a configuration.',
});
