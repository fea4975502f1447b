import { sentenceStart } from '../../../core/contract/documents/words.ts';
import { useAsk } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { Words } from '../../parts/words.tsx';
import { doctorSentence, progressWords } from '../parts/doctor-words.ts';
import { RegistryProfile } from '../parts/registry-profile.tsx';
import { SettingsFrame } from '../parts/settings-frame.tsx';
import { DoctorFindings, PassedChecks } from './findings.tsx';
import { DoctorForm } from './form.tsx';
import { DoctorHosts } from './hosts.tsx';
import { t } from './messages.ts';
import { useExamination } from './use-examination.ts';

/** `/settings/doctor`: checks this host, the hosts of a configuration, and a destination. */
export function DoctorSection() {
  const { examining, work, report, error, begin, cancel } = useExamination();
  const settings = useAsk('settings.read', {}).data;
  const sentence = examining
    ? t('checkingTitle', { progress: progressWords(work) })
    : report
      ? doctorSentence(report)
      : t('openTitle');
  return (
    <SettingsFrame section="doctor" sentence={sentence}>
      {settings && (
        <DoctorForm
          workspace={settings.workspaces[0]}
          examining={examining}
          again={report !== undefined}
          onCheck={(input) => void begin(input)}
          onCancel={cancel}
        />
      )}
      <output className="al-unseen">
        {examining ? t('checkingStatus') : report ? doctorSentence(report) : ''}
      </output>
      {error !== undefined && !examining && <FailureAlert error={error} title={t('checkFailedTitle')} />}
      {!report && !examining && error === undefined && (
        <Card>
          <Empty title={t('emptyTitle')}>{t('emptyText')}</Empty>
        </Card>
      )}
      {report && (
        <>
          {examining && <p className="al-sub al-small">{t('formerReportNote')}</p>}
          <DoctorFindings findings={report.findings} />
          {report.notes.map((note) => (
            <p key={note} className="al-small">
              <StateMark mark="info">
                <Words text={sentenceStart(note)} />
              </StateMark>
            </p>
          ))}
          {report.hosts.length > 0 && <DoctorHosts hosts={report.hosts} text={report.hostsText} />}
          {report.profile && (
            <Card title={t('capabilitiesTitle', { registry: report.profile.host })} flush>
              <RegistryProfile profile={report.profile} />
            </Card>
          )}
          <PassedChecks findings={report.findings} />
          <p className="al-sub al-small al-row al-wrap">
            <span>
              {t.parts('checkedText', { timeAgo: () => <RelativeTime key="time" at={report.at} /> })}
            </span>
            <code className="al-mono al-anywhere">{report.command}</code>
            <CopyButton text={report.command} what={t('copyCommandButton')} />
          </p>
        </>
      )}
    </SettingsFrame>
  );
}
