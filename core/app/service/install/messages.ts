import { translator } from '../../../base/messages/translator.ts';

/** Texts of install configurations, cloud provider configurations, and changes of an installed cluster. */
export const t = translator({
  cloudConfigMissing: 'cloudConfig.convert requires a file or a text',
  cloudConfigMissingRemedy: 'Choose a file, or paste the configuration.',
  changeRejected: "{title}: the change isn't possible, so no plan was written",
  changeRejectedRemedy: 'Change the request.',
  fileTooLarge: '{file} is too large for objects of a cluster: {size} bytes',
  mostBytes: 'at most {bytes} bytes',
  fileMissing: "{file} doesn't exist",
  fileUnreadable: "{file} can't be read ({code})",
  draftMissing: "install configuration {id} doesn't exist",
  draftMissingRemedy: 'Start a new one. This one was removed.',
  presetMissing: "preset {preset} doesn't exist",
  presetMissingRemedy: 'Choose one of empty, {presets}.',

  // what a mirror adds
  mirrorSources: '{count, plural, one {# image source} other {# image sources}} of {folder}',
  mirrorLogin: 'the credentials for {registry} in the pull secret',
  mirrorAuthority: 'the CA in the trust bundle',
});
