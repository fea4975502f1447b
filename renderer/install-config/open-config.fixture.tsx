import type { ReactNode } from 'react';
import { PRESETS } from '../../core/contract/documents/install-config.ts';
import type { InstallConfigDraft } from '../../core/contract/topics/install-config-requests.ts';
import { type Answers, type OpenScreen, openScreen } from '../engine/screen.fixture.tsx';
import type { ConfigState } from './form/config-store.ts';
import { ConfigProvider, useConfig } from './form/use-config.tsx';

/** A session that may change nothing. */
export const READER: Answers = { 'host.describe': { home: '/home/op', session: { role: 'reader' } } };

/** What stands in a text for a secret that the engine has. */
export const HELD = 'held-in-memory-0123abcd';

/** Three vCenters with a failure domain each, all secrets with the engine: no error. */
export const VSPHERE = PRESETS.find(({ id }) => id === 'vsphere-multi-vcenter')!
  .text.replaceAll("password: ''", `password: ${HELD}`)
  .replace("pullSecret: ''", 'pullSecret: held-in-memory-0123abce')
  .replace("sshKey: ''", 'sshKey: held-in-memory-0123abcf');

/** A draft of a text. */
export function draftWith(text: string, fields: Partial<InstallConfigDraft> = {}): InstallConfigDraft {
  return {
    id: 'd1',
    file: '/data/install-config.yaml',
    openShiftVersion: '4.18',
    method: 'installer',
    kept: [],
    text,
    ...fields,
  };
}

/** A part of the pages over an open configuration. */
export interface OpenConfig extends OpenScreen {
  /** The configuration as it is now, with everything that changes it. */
  now: () => ConfigState;
}

/** Opens a part of the pages over a configuration. The engine saves every draft as it is. */
export function openConfig(
  draft: InstallConfigDraft,
  element: ReactNode,
  answers: Answers = {},
  address = '/install-config/cluster?draft=d1',
): OpenConfig {
  let state: ConfigState | undefined;
  const Now = () => {
    state = useConfig();
    return null;
  };
  const opened = openScreen(
    <ConfigProvider draft={draft}>
      {element}
      <Now />
    </ConfigProvider>,
    { 'installConfig.save': ({ text }) => ({ text }), ...answers },
    address,
  );
  return { ...opened, now: () => state! };
}

/** Puts another text into a field, as a paste does, and leaves it by Enter. */
export async function fill(user: OpenScreen['user'], field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.paste(text);
  await user.keyboard('{Enter}');
}
