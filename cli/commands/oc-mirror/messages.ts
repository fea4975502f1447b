import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `oc-mirror` that aren't oc-mirror's own. */
export const t = translator({
  command:
    "run an oc-mirror v2 command line with Airlock's engine\nAccepts the flags, environment variables and files of oc-mirror v2, and returns its exit codes. To use it in scripts, run: alias oc-mirror='airlock oc-mirror'",
  help: `Accepts the command line of oc-mirror v2:
  oc-mirror -c FILE file://DIR                                   mirror to disk
  oc-mirror -c FILE --from file://DIR docker://HOST              disk to mirror
  oc-mirror -c FILE --workspace file://DIR docker://HOST         mirror to mirror
  oc-mirror delete -c FILE --generate --workspace file://DIR docker://HOST
  oc-mirror delete --delete-yaml-file FILE docker://HOST
  oc-mirror list operators | list releases | version | completion SHELL`,
  flags: 'Flags:',
  ignored: '[no effect]',
  helpEnd: 'Differences from oc-mirror are listed in docs/compatibility.md.',
  seeHelp: 'To list all flags, run: airlock oc-mirror --help',
  directoryMissing: '{url} contains no directory. Use file://DIR.',
  unsupported: "{flag} isn't supported. {instead}",
  v1: 'Airlock supports only the commands of oc-mirror v2. Remove --v1.',
  deleteV1Images: 'To delete images that oc-mirror v1 mirrored, use oc-mirror itself.',
  certificates: 'Copy the certificates to /etc/containers/certs.d/HOST:PORT instead.',
  noCredentials: 'Use --authfile with a file that has no entry for this registry instead.',
  authFiles: 'Different auth files for source and destination are not supported. Combine them in one file.',
  credentialsOrigin: 'option {flag}',
  paused: 'The run was paused. To resume it, run the same command again.',
  nothingNew: 'All content is already in earlier archives, so no archive was written.',
  archive: '{file} contains {transfer}',
  archiveMoved: 'No transfer contains the earlier archive, so it was moved to {file}',
  deletionSize:
    '{images, plural, one {# image} other {# images}} will be deleted, and {retained, plural, one {# image} other {# images}} will be retained for other content',
  retained: '{image} is retained: {reason}',
  deletionFailed: "{count, plural, one {# image} other {# images}} couldn't be deleted",
  // other commands
  v2Equivalent: "Remove it. To run a command line of oc-mirror unchanged, use 'airlock oc-mirror'.",
  notNeededEquivalent: "Remove it. oc-mirror's setting isn't needed in Airlock.",
  signaturesEquivalent: 'Remove it. Airlock always deletes signatures together with their images.',
  otherOptionEquivalent: 'Use {option} instead.',
  commandEquivalent: 'Only oc-mirror has it. Use {command} instead.',
});
