import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `release`. */
export const t = translator({
  release: 'tools, live ISO and boot images of a mirrored release',
  // extract
  extract:
    "extract tools and the live ISO of a mirrored release\nReads a transfer, a workspace, an archive directory or the mirror registry, and contacts nothing else. The release's signature is verified first, and every file is checked against the signed release.",
  fromOption:
    'where the release is: a workspace, transfer or archive directory (file://DIR), or the mirror (docker://REGISTRY/NAMESPACE)',
  versionOption: 'OpenShift version or tag, such as 4.16.1 or 4.16.1-x86_64 (default: the only release)',
  toolsOption: 'extract openshift-install, oc and ccoctl for Linux',
  isoOption: 'extract the RHEL CoreOS live ISO',
  archOption:
    "architecture of the host that runs the tools, and of the machines that boot the ISO (default: the release's)",
  toOption: 'directory for the files',
  mirrorOption:
    'registry that openshift-install installs from (default: the registry in --from, or else the original name)',
  maxNestedPathsOption: 'maximum number of path components in repository names of the mirror registry',
  signaturesOption:
    'with docker://: workspace, transfer or state directory with the release signature (default: the state directory)',
  ignoreReleaseSignatureOption: 'accept a release with a missing or invalid signature',
  securePolicyOption: "enforce this host's trust policy; files from rejected images aren't extracted",
  policyOption: "trust policy for --secure-policy (default: this host's policy.json)",
  registriesDOption:
    "directory with the signature locations for --secure-policy (default: this host's registries.d)",
  fromInvalid: '--from must start with file:// or docker://: {from}',
  mirrorInvalid: '--mirror must start with docker://: {mirror}',
  releaseSigned: 'Release {tag} ({digest}), signed with key {key}',
  releaseUnsigned: 'Release {tag} ({digest}), signature not verified',
  fileColumn: 'FILE',
  sizeColumn: 'SIZE',
  sha256Column: 'SHA-256',
  imageColumn: 'IMAGE',
  extracted:
    'Extracted {count, plural, one {# file} other {# files}} of release {version} ({architecture}) to {directory}',
  installs: 'openshift-install installs {image}',
  mirrorNeeded:
    'The release is mirrored, so install-config.yaml needs imageDigestSources (airlock install-config from-mirror). To install the release by its name in the mirror, use --mirror.',
  // boot-images
  bootImages:
    'show the boot images that a mirrored release lists\nPrints URL and SHA-256 from the stream metadata of the installer. The images themselves are not in the release, except for the live ISO.',
  bootImagesArchOption: 'only this architecture (default: all)',
  platformOption: 'only this platform, such as vmware, metal or openstack (default: all)',
  formatOption: 'only this format, such as ova, iso or pxe (default: all)',
  streamColumn: 'STREAM',
  archColumn: 'ARCH',
  platformColumn: 'PLATFORM',
  formatColumn: 'FORMAT',
  partColumn: 'PART',
  urlColumn: 'URL',
});
