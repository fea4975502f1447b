import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import type { Settings } from '../../core/contract/topics/settings.ts';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { applyTheme } from '../app-state/theme.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { RequestFields } from '../parts/fields/request-fields.tsx';
import { Card } from '../parts/screen.tsx';
import { SettingsFrame } from './parts/settings-frame.tsx';

const THEMES: { theme: Settings['theme']; label: string; description: string }[] = [
  { theme: 'system', label: 'As the system', description: 'Follows it when it changes.' },
  { theme: 'light', label: 'Light', description: 'Always.' },
  { theme: 'dark', label: 'Dark', description: 'Always.' },
];

const SIDES: { side: GapSide; label: string; description: string; sentence: string }[] = [
  {
    side: 'connected',
    label: 'Connected side',
    description: 'Reaches the upstream registries: fetches.',
    sentence: 'This machine is on the connected side.',
  },
  {
    side: 'disconnected',
    label: 'Disconnected side',
    description: 'Reaches the mirror registry and the clusters: pushes.',
    sentence: 'This machine is on the disconnected side.',
  },
  {
    side: 'both',
    label: 'Both sides',
    description: 'Sees upstream and the mirror registry: fetches, pushes, mirrors in one step.',
    sentence: 'This machine sees both sides of the gap.',
  },
];

export function AppearanceSection() {
  const settings = useAsk('settings.read', {});
  const write = useDo('settings.write');
  const side = SIDES.find((one) => one.side === settings.data?.side);
  const theme = (write.isPending ? write.variables.theme : undefined) ?? settings.data?.theme;
  return (
    <SettingsFrame
      section="appearance"
      sentence={side?.sentence ?? 'It is not said yet which side of the gap this machine is on.'}
    >
      {(settings.error ?? write.error) && (
        <FailureAlert error={settings.error ?? write.error} title="The settings could not be kept" />
      )}
      {settings.data && (
        <RequestFields request="settings.write">
          <div className="al-two">
            <Card title="Theme">
              <fieldset className="al-choices">
                <legend className="al-unseen">Theme</legend>
                {THEMES.map((one) => (
                  <Radio
                    key={one.theme}
                    id={`al-theme-${one.theme}`}
                    name="al-theme"
                    label={one.label}
                    description={one.description}
                    isChecked={theme === one.theme}
                    onChange={() => {
                      applyTheme(one.theme);
                      write.mutate({ theme: one.theme });
                    }}
                  />
                ))}
              </fieldset>
            </Card>
            <Card title="Side of the gap" note="determines which tasks come first">
              <fieldset className="al-choices">
                <legend className="al-unseen">Side of the gap</legend>
                {SIDES.map((one) => (
                  <Radio
                    key={one.side}
                    id={`al-side-${one.side}`}
                    name="al-side"
                    label={one.label}
                    description={one.description}
                    isChecked={settings.data.side === one.side}
                    onChange={() => write.mutate({ side: one.side })}
                  />
                ))}
              </fieldset>
            </Card>
          </div>
        </RequestFields>
      )}
    </SettingsFrame>
  );
}
