import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import type { NotificationSettings } from '../../core/contract/topics/schedules/notifications.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { askToNotify, browserPermission } from '../notices/browser-notices.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { Check, TextField } from '../parts/fields/option-fields.tsx';
import { RequestFields } from '../parts/fields/request-fields.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { t } from './messages.ts';
import { SettingsFrame } from './parts/settings-frame.tsx';

const KINDS = [
  { kind: 'run-ended', label: t('runEndedKind') },
  { kind: 'run-waiting', label: t('runWaitingKind') },
  { kind: 'credentials-expiring', label: t('expiringKind') },
  { kind: 'drift-found', label: t('driftKind') },
  { kind: 'schedule-started', label: t('scheduleStartedKind') },
  { kind: 'schedule-missed', label: t('scheduleMissedKind') },
  { kind: 'nothing-new', label: t('nothingNewKind') },
] as const;

const EXPIRY_DAYS = [3, 7, 14, 30, 60];

/** `/settings/notifications`: kinds and channels of notifications. */
export function NotificationsSection() {
  const settings = useAsk('notifications.read', {}, { staleTime: 0 });
  const write = useDo('notifications.write');
  const test = useDo('notifications.test');
  const carrier = useAsk('host.describe', {}).data?.carrier;
  const [permission, setPermission] = useState(browserPermission);
  const found = settings.data;
  const refetch = { onSuccess: () => void settings.refetch() };
  return (
    <SettingsFrame
      section="notifications"
      sentence={
        found
          ? sentenceOf(found, carrier === 'desktop' || permission === 'granted')
          : t('notificationsLoadingTitle')
      }
      actions={
        found && (
          <RequestButton
            request="notifications.test"
            variant="secondary"
            isDisabled={test.isPending}
            onClick={() => test.mutate({}, refetch)}
          >
            {t('sendTestButton')}
          </RequestButton>
        )
      }
    >
      {(settings.error ?? write.error ?? test.error) && (
        <FailureAlert
          error={settings.error ?? write.error ?? test.error}
          title={t('notificationsFailedTitle')}
        />
      )}
      {found && (
        <RequestFields request="notifications.write">
          <div className="al-two">
            <Card title={t('kindsTitle')}>
              <div className="al-column">
                {KINDS.map(({ kind, label }) => (
                  <Check
                    key={kind}
                    id={`al-notify-${kind}`}
                    label={label}
                    isChecked={found.kinds[kind]}
                    onChange={(checked) => write.mutate({ kinds: { [kind]: checked } }, refetch)}
                  />
                ))}
                <FormGroup label={t('expiryDaysLabel')} fieldId="al-notify-days">
                  <FormSelect
                    id="al-notify-days"
                    value={`${found.expiryDays}`}
                    onChange={(_event, days) => write.mutate({ expiryDays: Number(days) }, refetch)}
                  >
                    {[...new Set([...EXPIRY_DAYS, found.expiryDays])]
                      .toSorted((a, b) => a - b)
                      .map((days) => (
                        <FormSelectOption key={days} value={`${days}`} label={t('expiryDays', { days })} />
                      ))}
                  </FormSelect>
                </FormGroup>
              </div>
            </Card>
            <div className="al-column">
              <DesktopCard
                on={found.desktop}
                desktop={carrier === 'desktop'}
                permission={permission}
                onPermission={setPermission}
                onChange={(desktop) => write.mutate({ desktop }, refetch)}
              />
              <WebhookCard settings={found} onSaved={() => void settings.refetch()} />
            </div>
          </div>
          {found.recent.length > 0 && (
            <Card title={t('recentTitle')} flush>
              <ul className="al-list">
                {found.recent.map(({ id, title, text, level, at }) => (
                  <li key={id}>
                    <span className="al-grow al-anywhere">
                      <StateMark mark={level === 'info' ? 'info' : level === 'warning' ? 'warning' : 'bad'}>
                        {title}
                      </StateMark>
                      <span className="al-sub al-small al-notice-text">{text}</span>
                    </span>
                    <span className="al-sub al-nowrap">
                      <RelativeTime at={at} />
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </RequestFields>
      )}
    </SettingsFrame>
  );
}

/** @param allowed whether the desktop or this browser shows notifications */
function sentenceOf({ desktop, webhook }: NotificationSettings, allowed: boolean): string {
  const shown = desktop && allowed;
  if (webhook) return t(shown ? 'bothChannelsTitle' : 'webhookOnlyTitle', { origin: webhook.origin });
  if (desktop && !allowed) return t('notAllowedTitle');
  return t(shown ? 'desktopOnlyTitle' : 'noChannelTitle');
}

/** Notifications on the desktop, or in the browser after the user allowed them. */
function DesktopCard({
  on,
  desktop,
  permission,
  onPermission,
  onChange,
}: {
  on: boolean;
  desktop: boolean;
  permission: NotificationPermission;
  onPermission: (permission: NotificationPermission) => void;
  onChange: (on: boolean) => void;
}) {
  return (
    <Card title={t(desktop ? 'desktopTitle' : 'browserTitle')}>
      <div className="al-column">
        <Check
          id="al-notify-desktop"
          label={t('desktopLabel')}
          description={t(desktop ? 'desktopHelp' : 'browserHelp')}
          isChecked={on}
          onChange={onChange}
        />
        {!desktop && on && permission === 'default' && (
          <div className="al-actions">
            <Button variant="secondary" onClick={() => void askToNotify().then(onPermission)}>
              {t('allowButton')}
            </Button>
          </div>
        )}
        {!desktop && on && permission === 'denied' && (
          <p>
            <StateMark mark="warning">{t('blockedText')}</StateMark>
          </p>
        )}
        {!desktop && on && permission === 'granted' && (
          <p>
            <StateMark mark="good">{t('allowedText')}</StateMark>
          </p>
        )}
      </div>
    </Card>
  );
}

/** The webhook. Its path and the value of its header are never shown again. */
function WebhookCard({ settings, onSaved }: { settings: NotificationSettings; onSaved: () => void }) {
  const { webhook } = settings;
  const remove = useDo('notifications.write');
  const [editing, setEditing] = useState(false);
  const close = () => setEditing(false);
  const saved = () => {
    close();
    onSaved();
  };
  return (
    <Card title={t('webhookTitle')}>
      <div className="al-column">
        {webhook ? (
          <WebhookFacts settings={settings} />
        ) : (
          !editing && <p className="al-sub">{t('noWebhookText')}</p>
        )}
        {editing ? (
          <WebhookForm onSaved={saved} onCancel={close} />
        ) : (
          <div className="al-actions">
            <RequestButton
              request="notifications.write"
              variant="secondary"
              onClick={() => {
                remove.reset();
                setEditing(true);
              }}
            >
              {t(webhook ? 'replaceWebhookButton' : 'setWebhookButton')}
            </RequestButton>
            {webhook && (
              <RequestButton
                request="notifications.write"
                variant="link"
                onClick={() => remove.mutate({ webhook: null }, { onSuccess: onSaved })}
              >
                {t('removeWebhookButton')}
              </RequestButton>
            )}
          </div>
        )}
        {remove.error && <FailureAlert error={remove.error} title={t('webhookFailedTitle')} />}
      </div>
    </Card>
  );
}

function WebhookFacts({ settings: { webhook, delivery } }: { settings: NotificationSettings }) {
  return (
    <dl className="al-facts">
      <dt>{t('webhookAddressFact')}</dt>
      <dd className="al-mono al-anywhere">{webhook?.origin}/…</dd>
      <dt>{t('webhookHeaderFact')}</dt>
      <dd>{webhook?.header ? t('webhookHeaderSaved', { name: webhook.header }) : t('webhookNoHeader')}</dd>
      {delivery && (
        <>
          <dt>{t('deliveryFact')}</dt>
          <dd>
            <StateMark mark={delivery.ok ? 'good' : 'bad'}>{delivery.detail}</StateMark>
          </dd>
        </>
      )}
    </dl>
  );
}

function WebhookForm({ onSaved, onCancel }: { onSaved: () => void; onCancel: () => void }) {
  const write = useDo('notifications.write');
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [allowHttp, setAllowHttp] = useState(false);
  const incomplete = url.trim() === '' || (name.trim() === '') !== (value === '');
  const save = () => {
    const header = value === '' ? undefined : { name: name.trim(), value };
    write.mutate({ webhook: { url: url.trim(), header, allowHttp } }, { onSuccess: onSaved });
  };
  return (
    <>
      <TextField
        id="al-webhook-url"
        label={t('webhookAddressLabel')}
        value={url}
        mono
        maxLength={2048}
        placeholder="https://hooks.example.com/airlock"
        note={t('webhookAddressHelp')}
        onChange={setUrl}
      />
      <TextField
        id="al-webhook-header"
        label={t('webhookHeaderLabel')}
        value={name}
        maxLength={100}
        placeholder="Authorization"
        note={t('webhookHeaderHelp')}
        onChange={setName}
      />
      <SecretField value={value} onChange={setValue} />
      <Check id="al-webhook-http" label={t('allowHttpLabel')} isChecked={allowHttp} onChange={setAllowHttp} />
      <div className="al-actions">
        <RequestButton
          request="notifications.write"
          variant="primary"
          isDisabled={incomplete || write.isPending}
          onClick={save}
        >
          {t('saveWebhookButton')}
        </RequestButton>
        <Button variant="link" onClick={onCancel}>
          {t('cancelButton')}
        </Button>
      </div>
      {write.error && <FailureAlert error={write.error} title={t('webhookFailedTitle')} />}
    </>
  );
}

function SecretField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <FormGroup label={t('webhookValueLabel')} fieldId="al-webhook-value">
      <TextInput
        id="al-webhook-value"
        type="password"
        autoComplete="off"
        value={value}
        onChange={(_event, text) => onChange(text)}
      />
    </FormGroup>
  );
}
