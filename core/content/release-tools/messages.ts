import { translator } from '../../base/messages/translator.ts';

/** Texts of the tools and boot images of a release. */
export const t = translator({
  valueTooLong: 'the value "{value}" is too long for openshift-install: the limit is {most} bytes',
  valueTooLongRemedy: 'Use a shorter name for the mirror.',
  fileMissing: '{image} has no file {path}',
  fileMissingRemedy: 'Use a release that contains this file, or a different value for --arch.',
  tooManyLinks:
    '{path} passes through more than {limit, plural, one {# symbolic link} other {# symbolic links}}',
  tooManyEntries: 'it contains too many entries',
  nameTwice: 'it contains {name} twice',
  layerInvalid: 'layer {digest} is invalid: {fault}',
  imageProblem: '{image}: {fault}',
  imageProblemRemedy: "Don't use files from this image. Request a new copy from the source.",
  bootImagesInvalid: "the boot image metadata of release {release} can't be parsed: {fault}",
});
