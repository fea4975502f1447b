import { setValue } from '../../../base/document/edit/edit.ts';
import { type Path, readYaml, type YamlText } from '../../../base/document/yaml-text.ts';
import { PRESETS, type Preset } from '../presets.ts';
import { type ValidateOptions, validateInstallConfig } from '../validate-install-config.ts';
import type { InstallConfigProblem } from './checks.ts';

/** A password that no message, fix or masked text may contain. */
export const PASSWORD = 'Kg7-sesame-Qx2';
/** Its private key was thrown away. */
export const SSH_KEY =
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC0tnkXCrccNYusjVzIkhJwBh/1iQ2ZCR5YykXYuwFxN50hgB+F3n9j+Z04PRRyvKbYUhj/pONt2QB2wPkktnaIwg7H07IBgVpe5zicLONwZ/L3dMu2MMIopIy/EGVhqwd+xSoSUlNjLQ7bknfIWR9gQUalF0dTV7nfaI536nbvTB7srr59FtaBE8kB4uWDf45rXDxv4XIcss37SC/LNTnWt+ZWn69bY0wqhkWNGPvEoyhRIRVUmAysZSbuHmfY1XZfdX/3opV/0ytjzeSvhkcTPmhRPZgI3zdck1oHrUtGFpKwezq26J9EMqSDMjpKnS9TnFnR9vxNYaNrkGbqniKt';
export const PULL_SECRET = '{"auths":{"mirror.example.com:8443":{"auth":"bWlycm9yOktnNy1zZXNhbWUtUXgy"}}}';

export type Edits = readonly (readonly [string, unknown])[];

/** `platform.vsphere.vcenters[0].server` as a path. */
function pathOf(text: string): Path {
  return [...text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? key! : Number(index),
  );
}

function edited(document: YamlText, edits: Edits): YamlText {
  return edits.reduce((doc, [path, value]) => setValue(doc, pathOf(path), value), document);
}

/** Returns a preset with all values that a user must fill in. */
export function complete(id: Preset['id'], edits: Edits = []): YamlText {
  const { text } = PRESETS.find((preset) => preset.id === id)!;
  const filled = text
    .replaceAll("password: ''", `password: '${PASSWORD}'`)
    .replace("pullSecret: ''", `pullSecret: '${PULL_SECRET}'`)
    .replace("sshKey: ''", `sshKey: ${SSH_KEY}`);
  return edited(readYaml(filled), edits);
}

export function problemsOf(document: YamlText, options?: ValidateOptions): InstallConfigProblem[] {
  return validateInstallConfig(document, options).problems;
}

/** A rule with a change that breaks it, the resulting message, and a change that follows it. */
export interface Rule {
  preset: Preset['id'];
  breaks: Edits;
  message: string;
  /** A valid change at the same place; by default the preset itself. */
  follows?: Edits;
  level?: 'warning';
  options?: ValidateOptions;
  /** A release that the rule doesn't apply to, with the same file. */
  notIn?: string;
}

export const rule = (
  preset: Preset['id'],
  breaks: Edits,
  message: string,
  more: Omit<Rule, 'preset' | 'breaks' | 'message'> = {},
): Rule => ({ preset, breaks, message, ...more });
