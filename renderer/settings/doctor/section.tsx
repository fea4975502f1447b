import { useAsk } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { Words } from '../../parts/words.tsx';
import { capital, doctorSentence, progressWords } from '../parts/doctor-words.ts';
import { RegistryProfile } from '../parts/registry-profile.tsx';
import { SettingsFrame } from '../parts/settings-frame.tsx';
import { DoctorFindings, FindingsInOrder } from './findings.tsx';
import { DoctorForm } from './form.tsx';
import { DoctorHosts } from './hosts.tsx';
import { useExamination } from './use-examination.ts';

/** What would stop a run: on this host, for a configuration, at a destination. */
export function DoctorSection() {
  const { examining, work, report, error, begin, cancel } = useExamination();
  const settings = useAsk('settings.read', {}).data;
  const sentence = examining
    ? `Checking: ${progressWords(work)}.`
    : report
      ? doctorSentence(report)
      : 'A check tells what would stop a run here.';
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
      <output className="al-unseen">{examining ? 'Checking' : report ? doctorSentence(report) : ''}</output>
      {error !== undefined && !examining && <FailureAlert error={error} title="The check was not made" />}
      {!report && !examining && error === undefined && (
        <Card>
          <Empty title="What is found, with what to do">
            Names, routes, proxies, certificates, clocks, logins, folders and disks are looked at. Nothing is
            mirrored; small content that is pushed to a destination to try it is removed again.
          </Empty>
        </Card>
      )}
      {report && (
        <>
          {examining && <p className="al-sub al-small">What is shown is from the check before.</p>}
          <DoctorFindings findings={report.findings} />
          {report.notes.map((note) => (
            <p key={note} className="al-small">
              <StateMark mark="info">
                <Words text={capital(note)} />
              </StateMark>
            </p>
          ))}
          {report.hosts.length > 0 && <DoctorHosts hosts={report.hosts} text={report.hostsText} />}
          {report.profile && (
            <Card title={`What ${report.profile.host} takes`} flush>
              <RegistryProfile profile={report.profile} />
            </Card>
          )}
          <FindingsInOrder findings={report.findings} />
          <p className="al-sub al-small al-row al-wrap">
            Checked <RelativeTime at={report.at} />. The same in a terminal:
            <code className="al-mono al-anywhere">{report.command}</code>
            <CopyButton text={report.command} what="Copy the command" />
          </p>
        </>
      )}
    </SettingsFrame>
  );
}
