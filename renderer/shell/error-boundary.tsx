import { Component, type ErrorInfo, type ReactNode } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { t } from './messages.ts';

interface State {
  error?: Error;
  where?: string;
}

/** Replaces a screen that failed with an error report to copy. The rest of the page continues to work. */
export class ErrorBoundary extends Component<{ children: ReactNode; resetOn?: string }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(_error: Error, { componentStack }: ErrorInfo): void {
    this.setState({ where: componentStack ?? '' });
  }

  override componentDidUpdate(before: { resetOn?: string }): void {
    if (before.resetOn !== this.props.resetOn && this.state.error) this.setState({ error: undefined! });
  }

  override render(): ReactNode {
    const { error, where } = this.state;
    if (!error) return this.props.children;
    const report = [`Airlock, ${location.hash}`, `${error.name}: ${error.message}`, error.stack, where].join(
      '\n',
    );
    return (
      <section className="al-fault" role="alert">
        <h1 className="al-sentence">{t('crashedTitle')}</h1>
        <p>{error.message}</p>
        <div className="al-actions">
          <button
            type="button"
            className="pf-v6-c-button pf-m-primary"
            onClick={() => this.setState({ error: undefined! })}
          >
            {t('showAgainButton')}
          </button>
          <CopyButton text={report} label={t('copyReportButton')} />
        </div>
      </section>
    );
  }
}
