import { Component, type ErrorInfo, type ReactNode } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';

interface State {
  error?: Error;
  where?: string;
}

/** A fault in a screen: says so, keeps everything around it alive, and gives a report that can be copied. */
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
        <h1 className="al-sentence">This screen failed. Runs go on: they do not depend on it.</h1>
        <p>{error.message}</p>
        <div className="al-actions">
          <button
            type="button"
            className="pf-v6-c-button pf-m-primary"
            onClick={() => this.setState({ error: undefined! })}
          >
            Show it again
          </button>
          <CopyButton text={report} label="Copy report" />
        </div>
      </section>
    );
  }
}
