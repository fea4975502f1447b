import { translator } from '../../base/messages/translator.ts';

/** Texts of installing from a mirror, and of writing manifests and day-2 plans to a folder. */
export const t = translator({
  tagsUnsupported: "an install-config can't configure pulls by tag from {sources}",
  tagsUnsupportedRemedy: 'Apply the ImageTagMirrorSet of the push after the cluster is installed.',
  loginIsToken:
    'the login for {registry} on this host is a token, but a pull secret requires a user name and a password',
  loginMissing: "this host has no login for {registry}, so the pull secret doesn't contain one",
  loginMissingRemedy:
    'Log in with `podman login {registry}` and run the command again, unless the registry allows anonymous pulls.',
  fileUnreadable: "{file} can't be read ({code})",
  privateKeyInBundle: '{file} contains a private key',
  privateKeyInBundleRemedy:
    'Use a file that contains only the certificate of the CA. The entire bundle becomes readable in the cluster.',
  certificateMissing: '{file} contains no PEM certificate',
  certificateMissingRemedy: 'Use the PEM certificate of the CA that signed the certificate of the mirror.',
  mirrorSetsMissing: '{directory} contains no mirror set of a push',
  mirrorSetsMissingRemedy:
    'Push first (`airlock mirror --from file://DIR docker://HOST`), or specify the folder that the push printed with --resources.',
  pathOutside: '{path} is outside {directory}',
  otherPlanStarted: '{directory} contains another plan that was already started: it has a backup folder',
  otherPlanStartedRemedy: 'Use another folder. The backups in this one are needed to undo that plan.',
});
