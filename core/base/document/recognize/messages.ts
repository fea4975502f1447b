import { translator } from '../../messages/translator.ts';

/** Texts about files that a command doesn't expect. */
export const t = translator({
  otherFile:
    '{field}: the file is {content, select, imageSet {an image set configuration} installConfig {install-config.yaml} agentConfig {agent-config.yaml} hosts {agent-config.yaml or nodes-config.yaml} network {a network document} cloudConfig {a configuration of the vSphere cloud provider} catalog {an operator catalog} other {a Kubernetes object of the kind {kind}}}, not {expected, select, imageSet {an image set configuration} installConfig {install-config.yaml} other {a vSphere cloud provider configuration}}',
  otherFileRemedy:
    'Specify {expected, select, imageSet {an image set configuration} installConfig {install-config.yaml} other {a vSphere cloud provider configuration}}.{content, select, imageSet { To check the specified file, run `airlock config validate`.} installConfig { To check the specified file, run `airlock install-config validate`.} agentConfig { To check the host networks in the specified file, run `airlock nmstate validate`.} hosts { To check the host networks in the specified file, run `airlock nmstate validate`.} network { To check the specified file, run `airlock nmstate validate`.} cloudConfig { To check the specified file, run `airlock cloud-config show`.} catalog { To list the packages in a catalog, run `airlock list operators --catalog`.} other {}}',
});
