import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import type { Settings } from '../../core/contract/topics/settings.ts';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { applyTheme } from '../app-state/theme.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { RequestFields } from '../parts/fields/request-fields.tsx';
import { Card } from '../parts/screen.tsx';
import { t } from './messages.ts';
import { SettingsFrame } from './parts/settings-frame.tsx';

const THEMES: { theme: Settings['theme']; label: string; description: string }[] = [
  { theme: 'system', label: t('systemThemeLabel'), description: t('systemThemeHelp') },
  { theme: 'light', label: t('lightThemeLabel'), description: t('lightThemeHelp') },
  { theme: 'dark', label: t('darkThemeLabel'), description: t('darkThemeHelp') },
];

const SIDES: { side: GapSide; label: string; description: string; sentence: string }[] = [
  {
    side: 'connected',
    label: t('connectedLabel'),
    description: t('connectedHelp'),
    sentence: t('connectedTitle'),
  },
  {
    side: 'disconnected',
    label: t('disconnectedLabel'),
    description: t('disconnectedHelp'),
    sentence: t('disconnectedTitle'),
  },
  {
    side: 'both',
    label: t('bothLabel'),
    description: t('bothHelp'),
    sentence: t('bothTitle'),
  },
];

/** `/settings/appearance`: the theme, and the side of the gap. */
export function AppearanceSection() {
  const settings = useAsk('settings.read', {});
  const write = useDo('settings.write', { inOrder: true });
  const side = SIDES.find((one) => one.side === settings.data?.side);
  const theme = (write.isPending ? write.variables.theme : undefined) ?? settings.data?.theme;
  return (
    <SettingsFrame section="appearance" sentence={side?.sentence ?? t('noSideTitle')}>
      {(settings.error ?? write.error) && (
        <FailureAlert error={settings.error ?? write.error} title={t('settingsFailedTitle')} />
      )}
      {settings.data && (
        <RequestFields request="settings.write">
          <div className="al-two">
            <Card title={t('themeTitle')}>
              <fieldset className="al-choices">
                <legend className="al-unseen">{t('themeTitle')}</legend>
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
            <Card title={t('sideTitle')} note={t('sideNote')}>
              <fieldset className="al-choices">
                <legend className="al-unseen">{t('sideTitle')}</legend>
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
