import { translator } from '../../base/messages/translator.ts';

/** Texts of trust policies, signature lookups and decisions about images. */
export const t = translator({
  // decisions
  imageRejected: 'the trust policy rejects {image}: {why} ({file}, {scope})',
  instanceRejected: 'the trust policy rejects image {digest} in {image}: {why} ({file}, {scope})',
  referenceInvalid: "{reference} isn't an image reference that a trust policy can match",
  digestMismatch: '{reference} resolves to a different digest than the one in the reference',
  requirementUnsupported: "the policy requires {requirement}, which Airlock can't check",
  requirementUnsupportedRemedy:
    'Replace the requirement with sigstoreSigned and keyPath, or with signedBy and keyType GPGKeys.',
  rejectedByPolicy: 'the "reject" requirement blocks all images in this scope',
  rejectedByPolicyRemedy: 'Remove the image from the configuration, or request a change to the policy.',
  signatureMissing: '{type}: no signature found in {place}, but a signature by {signer} is required',
  signatureMissingOfDirectory:
    "{type}: images in directories can't have signatures, but a signature by {signer} is required",
  attachmentMissing: '{type}: the repository has no tag {tag}, but a signature by {signer} is required',
  attachmentsOff:
    "sigstoreSigned: signatures aren't looked up, because {file} (line {line}) sets use-sigstore-attachments: false",
  attachmentsOffRemedy: 'Set use-sigstore-attachments: true for this repository.',
  signaturesRejected: '{type}: {reasons}',
  otherSigners:
    'no signature by {signer}, only {count, plural, one {# signature} other {# signatures}} by other keys ({keys})',
  otherSignersUnknown:
    'no signature by {signer}, only {count, plural, one {# signature} other {# signatures}} by other keys or for modified content',
  signatureInvalid: 'a signature is invalid: {why}',
  signer: 'key {key}',
  signers: 'one of the keys {keys}',

  // reasons why a signature is invalid
  claimTooLarge: 'the signed payload is {size} bytes, which exceeds the limit of {limit} bytes',
  claimNotUtf8: "the signed payload isn't UTF-8",
  claimNotJson: "the signed payload isn't JSON",
  claimFieldTwice: 'the signed payload contains {path} twice',
  claimMalformed: "the signed payload doesn't describe an image: {path}: {fault}",
  claimOptionalNull: `the signed payload doesn't describe an image: the field "optional" must be an object`,
  claimType: 'the signed payload has an unexpected type ({type})',
  claimOfOtherImage: 'the signature is for a different image ({digest})',
  claimOfOtherName: 'the signature is for a different image name ({name})',
  notSigned: "the message isn't signed",
  signedTwice: 'the message has {count} signatures instead of one',
  annotationMissing: 'the signature has no {annotation} annotation',
  notBase64: "the signature isn't valid base64",

  // signatures at their source
  attachmentIsIndex: '{image} is an image index, but signatures are stored in an image manifest',
  attachmentCount: '{image} has {count} signatures, which exceeds the limit of {limit}',
  attachmentTooLarge: '{image} has a signature of {size} bytes, which exceeds the limit of {limit} bytes',
  attachmentAltered: "{image}: the content of a signature doesn't match its manifest",
  lookasideTooLarge: '{file} is too large: {size} bytes',
  lookasideLimit: 'at most {limit} bytes',
  lookasideCount: '{place} has more than {limit} signatures',
  lookasideInvalid: "{file}: line {line}: the lookaside for {name} isn't a URL",
  lookasideInvalidRemedy: 'Use https://HOST/PATH, http://HOST/PATH or file:///PATH.',
  lookasideResponse: '{place} responded with status {status} to a request for signatures',

  // keys of a policy
  keysMissing: 'the keyPaths in {policy} contain no keys',
  keyFileMissing: "the key file {file} specified in {policy} doesn't exist",
  openPgpKeyMissing: '{origin} contains no readable OpenPGP public key',
  pemKeyMissing: '{origin} contains no public key in PEM format',
  keyUnreadable: '{origin} contains no readable public key',
  keyType: "{origin} contains a key of type {type}, which can't sign images",
  keyRemedy: 'Copy the public key to the path in the policy, or correct the path.',
  keyData: 'keyData in {policy}',

  // files of the host
  policyMissing: "the trust policy {file} doesn't exist",
  policyMissingOnHost: 'this host has no trust policy ({files})',
  policyMissingRemedy: 'Specify a policy with --policy FILE, or run without --secure-policy.',
  faultAt: '{file}: line {line}: {fault}',
  policyRemedy: 'Fix this file. Its format is described in containers-policy.json(5).',
  registriesRemedy: 'Fix this file. Its format is described in containers-registries.d(5).',
  defaultOfTransport: 'the default for {transport}',
  scope: 'scope "{scope}"',
  globalDefault: 'the global default',
  requirementUnsupportedInFile:
    "{file}: {scope} requires {requirement}, which Airlock can't check. Images in this scope will be rejected.",

  // faults of a policy
  policyTooLong: 'the file has {size} characters, which exceeds the limit of {limit}',
  notJson: "invalid JSON starting here (JSON doesn't support comments)",
  nestedTooDeeply: 'the JSON is nested too deeply',
  fieldTwice: '{path} is set twice',
  notAPolicy: "the file isn't a trust policy",
  unknownField: 'is an unknown field',
  unknownType: 'is missing or has an unknown value',
  missing: 'is missing',
  mustBeList: 'must be a list',
  mustBeObject: 'must be an object',
  mustBeType: 'must be a {type}',
  mustBeOneOf: 'must be one of {values}',
  mustNotBeEmpty: 'must not be empty',
  mustBeBase64: 'must be base64',
  requirementMissing: 'must contain at least one requirement',
  oneOf: 'exactly one of {fields} must be set, but found {found}',
  oneOfNone: 'exactly one of {fields} must be set',
  atMostOneOf: 'at most one of {fields} can be set',
  fulcioWithoutRekor: 'fulcio also requires a rekorPublicKey… field',
  pkiWithRekor: "pki can't be combined with a rekorPublicKey… field",
  scopeForbidden: "can't be used as a scope name",
  scopeUnsupported: `isn't supported: the only scope of this transport is ""`,
  scopeNotAPath: 'must be an absolute path below /, without . or ..',
  mustBePrefix: 'must be host[:port] or host[:port]/path, without a tag or digest',
  mustBeTaggedReference: 'must be an image reference with a tag or digest',
  mustBeRepository: 'must be a repository name',

  // faults of registries.d
  notYaml: 'invalid YAML: {error}',
  namespaceTwice: '{file}: {namespace} is already set in {other}',
  namespaceTwiceRemedy:
    'Remove the namespace from one of the two files. Their format is described in containers-registries.d(5).',
  mustBeBoolean: 'must be true or false',
  mustBeMapping: 'must be a mapping',
  mustBeString: 'must be a string',
});
