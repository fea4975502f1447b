import { translator } from '../../base/messages/translator.ts';

/** Texts on configurations of the vSphere cloud provider. Quotes of the provider and of gcfg stay in the code. */
export const t = translator({
  // reading
  fileEmpty: 'Invalid YAML/INI file: the file is empty',
  notMapping: "the file isn't a mapping",
  tooManyStatements: 'The INI file has more than {maximum} sections and keys',
  shortenRemedy: 'Shorten the file. Typical cloud configurations are far below the limit.',
  yamlInvalid: 'Invalid YAML',
  yamlInvalidReason: 'Invalid YAML: {reason}',
  template: 'The file is a template, and its {placeholder} placeholders have no values',
  templateRemedy: 'Render the template, and use the rendered file.',
  iniDeprecated: "The INI format is deprecated, and version 2.0 of the cloud provider won't support it",
  iniDeprecatedRemedy: 'Convert the file to YAML.',
  // settings
  settingProblem: '{setting}: {message}',
  flagInvalid: '{setting} must be true (1, yes, on) or false (0, no, off)',
  valueMissing: '{setting} has no value',
  valueMissingRemedy: 'Set {key} = "VALUE", or remove the line.',
  ipFamilyRemedy: 'Set the IP family to ipv4, ipv6, or both, separated by a comma.',
  portInvalid:
    "{setting} isn't a number. The cloud provider doesn't detect this, but it can't connect to the vCenter.",
  portInvalidRemedy: 'Set the port to a number such as 443, or remove the line.',
  countEmpty: '{setting} is empty, but the cloud provider requires a number',
  countEmptyRemedy: 'Remove the line to use the default value 3.',
  typeInvalid:
    '{setting} must be {type, select, text {a string} flag {true or false} integer {an integer of 0 or more} list {a list of strings} other {a mapping}}',
  typeInvalidRemedy:
    'Set {setting} to {type, select, text {a string} flag {true or false} integer {an integer of 0 or more} list {a list of strings} other {a mapping}}.',
  settingUnknown: "{setting} is omitted because the cloud provider doesn't support it",
  settingMisspelledRemedy: 'Rename the setting to {name}.',
  settingUnknownRemedy: 'Remove the setting, or correct its name or section.',
  // vCenters and credentials
  vcenterMissingIniRemedy: 'Add a [VirtualCenter "HOST"] section.',
  vcenterMissingYamlRemedy: 'Add the vCenter and its server under vcenter.',
  serverMissingIniRemedy:
    'Add the host name or IP address of the vCenter to the section name, for example [VirtualCenter "vcenter.example.com"].',
  serverMissingYamlRemedy:
    "Under {name}, set server to the host name or IP address of the vCenter. In YAML, the key {name} isn't used as the server.",
  secretAndDirectory:
    'The configuration specifies both a Secret and a secrets directory, so the cloud provider uses neither',
  secretAndDirectoryRemedy: 'Remove the secrets directory from the configuration.',
  credentialsMissingRemedy:
    'Specify the Secret that contains the credentials: {name} in namespace {namespace}.',
  clearText: '{setting} is stored in clear text',
  clearTextUnused:
    '{setting} is stored in clear text, and the cloud provider ignores it because the configuration names another source for the credentials',
  clearTextUnusedRemedy: 'Remove the value from the configuration.',
  clearTextRemedy: 'Store the value in the Secret {secret}, and remove it from the configuration.',
  ownSettings:
    "vCenter {name} has its own settings ({settings}), but OpenShift rebuilds the vCenters from the Infrastructure object, which doesn't contain these settings",
  ownSettingsRemedy: 'If the settings apply to all vCenters, move them to global.',
  // omitted by a conversion
  workspaceReason:
    'Storage defaults of the in-tree provider, replaced by failureDomains in the Infrastructure object',
  inTreeReason: 'Used only by the in-tree provider',
  clearTextReason: "Credentials belong in a Secret and aren't copied",
  unknownReason: 'Not supported by the cloud provider',
  directoryReason: 'Conflicts with the Secret, because the cloud provider uses neither if both are set',
  otherDataReason: 'Only keys that contain nothing but certificates are copied',
  commentsReason:
    '{count, plural, one {# comment, omitted because it} other {# comments, omitted because they}} can contain credentials',
  omittedKeys: '{section} ({keys}): {reason}',
  omittedManyKeys: '{section} ({count} keys): {reason}',
  unnamedKey: '(unnamed key)',
});
