import type { AcknowledgedLine } from '../../core/contract/topics/transfers.ts';
import { t } from './messages.ts';

/** Shows what changes when a code is accepted. */
export function CodeEffect({ code }: { code: AcknowledgedLine }) {
  return <p className="al-sub">{effectText(code)}</p>;
}

function effectText({ transfer, enclave, missing }: AcknowledgedLine): string {
  if (missing.length === 0) return t('codeCompleteText', { transfer });
  return missing === 'all'
    ? t('codeLostText', { transfer, enclave })
    : t('codeMissingText', { enclave, volumes: missing.length });
}
