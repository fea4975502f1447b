import { translator } from '../../base/messages/translator.ts';

/** Texts of installing from a mirror, and of writing manifests and day-2 plans to a directory. */
export const t = translator({
  tagsUnsupported: "an install-config can't redirect pulls by tag from {sources}",
  tagsUnsupportedRemedy: 'Apply the ImageTagMirrorSet from the push after the cluster is installed.',
  credentialsAreToken:
    'the credentials for {registry} on this host are a token, but a pull secret requires a user name and a password',
  credentialsMissing: "this host has no credentials for {registry}, so the pull secret doesn't contain any",
  credentialsMissingRemedy:
    'Log in with `podman login {registry}` and run the command again, unless the registry allows anonymous pulls.',
  privateKeyInBundle: '{file} contains a private key',
  privateKeyInBundleRemedy:
    'Use a file that contains only the CA certificate. The entire bundle becomes readable in the cluster.',
  certificateMissing: "{file} doesn't contain a PEM certificate",
  certificateMissingRemedy: "Use the PEM certificate of the CA that signed the mirror's certificate.",
  mirrorSetsMissing: "{directory} doesn't contain any mirror sets from a push",
  mirrorSetsMissingRemedy:
    'Push first (`airlock mirror --from file://DIR docker://HOST`), or use --resources to specify the directory that the push output shows.',
  pathOutside: '{path} is outside {directory}',
  otherPlanStarted: '{directory} contains the backups of a different plan that was already started',
  otherPlanStartedRemedy:
    'Use a different directory. The backups are needed to undo the plan that was started.',
});
