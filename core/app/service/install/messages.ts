import { translator } from '../../../base/messages/translator.ts';

/** Texts of install configurations, cloud provider configurations, and changes of an installed cluster. */
export const t = translator({
  cloudConfigMissing: 'cloudConfig.convert requires a file or text',
  cloudConfigMissingRemedy: 'Choose a file, or paste the configuration.',
  changeRejected: "{title}: this change can't be made, so no plan was written",
  changeRejectedRemedy: 'Change the request.',
  fileTooLarge: '{file} is too large for Kubernetes objects: {size} bytes',
  mostBytes: 'at most {bytes} bytes',
  fileMissing: "{file} doesn't exist",
  fileUnreadable: "{file} can't be read ({code})",
  draftMissing: "install configuration {id} doesn't exist",
  draftMissingRemedy: 'Start a new install configuration. The requested one was removed.',
  presetMissing: "preset {preset} doesn't exist",
  presetMissingRemedy: 'Choose one of these presets: empty, {presets}.',

  // what a mirror adds
  mirrorSources: '{count, plural, one {# image source} other {# image sources}} from {folder}',
  mirrorCredentials: 'credentials for {registry} in the pull secret',
  mirrorAuthority: 'CA certificate in the trust bundle',
});
