import { wordList } from '../../../core/contract/documents/words.ts';
import type { ExportLine } from '../../../core/contract/topics/media.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { t } from './messages.ts';

/** Returns the message for the receiving side: what is on which drives, how to receive it, and what to check. */
function handoffMessage({ transfer, drives, volumes, bytes, fingerprint }: ExportLine): string[] {
  return [
    t('handoffContent', {
      transfer,
      drives: drives.length,
      names: wordList(drives),
      volumes: volumes.length,
      size: size(bytes),
    }),
    t('handoffReceive', { drives: drives.length }),
    'airlock media import --from DRIVE file://DIR',
    t('handoffCheck', { fingerprint }),
    t('handoffReply'),
  ];
}

/** The message for the receiving side, to copy or to read on the phone. */
export function HandoffCard({ plan }: { plan: ExportLine }) {
  return (
    <Card title={t('handoffTitle')} note={t('handoffNote')}>
      <div className="al-column">
        {handoffMessage(plan).map((line, i) => (
          <p key={line} className={i === 2 ? 'al-mono al-anywhere' : undefined}>
            {line}
          </p>
        ))}
      </div>
    </Card>
  );
}

/** Copies the message for the receiving side. */
export function CopyMessageButton({ plan, primary }: { plan: ExportLine; primary: boolean }) {
  return (
    <CopyButton text={handoffMessage(plan).join('\n')} label={t('copyMessageButton')} primary={primary} />
  );
}
