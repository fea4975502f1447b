import { translator } from '../../base/messages/translator.ts';

/** Texts on configurations of the vSphere cloud provider. Quotes of the provider and of gcfg stay in the code. */
export const t = translator({
  // reading
  fileEmpty: 'Invalid YAML/INI file: the file is empty',
  notMapping: "the file isn't a mapping",
  tooManyStatements: 'The INI file has more than {maximum} sections and keys',
  shortenRemedy: 'Shorten the file. Real cloud configurations are far below this limit.',
  yamlInvalid: 'Invalid YAML',
  yamlInvalidReason: 'Invalid YAML: {reason}',
  template: 'The file is a template, and the values of its {placeholder} placeholders are unknown',
  templateRemedy: 'Render the template, then read the result.',
  iniDeprecated: "INI is deprecated, and version 2.0 of the cloud provider won't read it",
  iniDeprecatedRemedy: 'Convert the file to YAML.',
  // settings
  settingProblem: '{setting}: {message}',
  flagInvalid: '{setting} must be true (1, yes, on) or false (0, no, off)',
  valueMissing: '{setting} has no value',
  valueMissingRemedy: 'Write {key} = "VALUE", or remove the line.',
  ipFamilyRemedy: 'Write ipv4, ipv6, or both separated by a comma.',
  countEmpty: '{setting} is empty, which some versions of the cloud provider reject',
  countEmptyRemedy: 'Remove the line to use the default of 3.',
  typeInvalid:
    '{setting} must be {type, select, text {a string} flag {true or false} integer {an integer of 0 or more} list {a list of strings} other {a mapping}}',
  typeInvalidRemedy:
    'Set {setting} to {type, select, text {a string} flag {true or false} integer {an integer of 0 or more} list {a list of strings} other {a mapping}}.',
  settingUnknown: "{setting} isn't supported by the cloud provider and will be omitted",
  settingMisspelledRemedy: 'Rename it to {name}.',
  settingUnknownRemedy: 'Remove it, or correct its name or section.',
  // vCenters and credentials
  vcenterMissingIniRemedy: 'Add [VirtualCenter "HOST"].',
  vcenterMissingYamlRemedy: 'Add the vCenter with its server below vcenter.',
  serverMissingIniRemedy:
    'Add the host name or IP address of the vCenter: [VirtualCenter "vcenter.example.com"].',
  serverMissingYamlRemedy: "Add server below {name}. In YAML, the key isn't used as the server.",
  secretAndDirectory:
    'The configuration names a Secret and a directory of secrets, so the cloud provider uses neither',
  secretAndDirectoryRemedy: 'Remove the directory.',
  credentialsMissingRemedy: 'Set the Secret with the credentials: {name} in namespace {namespace}.',
  clearText: '{setting} is in clear text',
  clearTextRemedy: 'Store it in Secret {secret}, and remove it from the configuration.',
  ownSettings:
    'vCenter {name} has its own settings ({settings}), but OpenShift rebuilds the vCenters from the Infrastructure object without them',
  ownSettingsRemedy: 'Set them in global if they apply to all vCenters.',
  // omitted by a conversion
  workspaceReason:
    'Storage defaults of the in-tree provider, replaced by failureDomains in the Infrastructure object',
  inTreeReason: 'Only used by the in-tree provider',
  clearTextReason: "Credentials belong in a Secret and aren't copied",
  unknownReason: 'Not supported by the cloud provider',
  directoryReason: 'Conflicts with the Secret, so the cloud provider would use neither',
  otherDataReason: 'Only keys with nothing but certificates are copied',
  commentsReason: '{count, plural, one {# comment, which} other {# comments, which}} can contain credentials',
  omittedKeys: '{section} ({keys}): {reason}',
  omittedManyKeys: '{section} ({count} keys): {reason}',
  unnamedKey: '(unnamed key)',
});
