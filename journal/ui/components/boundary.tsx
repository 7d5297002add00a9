// A part that fails must not take the frame, and with it the stop button, along.
import { Component, type ReactNode } from 'react';

interface Props {
  /** Another page is another try. */
  readonly page: string;
  readonly children: ReactNode;
}

export class Boundary extends Component<Props, { readonly failed: string | null }> {
  override readonly state = { failed: null };

  static getDerivedStateFromError(error: unknown): { readonly failed: string } {
    return { failed: error instanceof Error ? error.message : 'unknown' };
  }

  override componentDidUpdate({ page }: Props): void {
    if (page !== this.props.page && this.state.failed !== null) this.setState({ failed: null });
  }

  override render(): ReactNode {
    if (this.state.failed === null) return this.props.children;
    return (
      <div role="alert">
        <h1>This page failed to load</h1>
        <p className="quiet">{this.state.failed}</p>
        <button type="button" className="button" onClick={() => this.setState({ failed: null })}>
          Retry
        </button>
      </div>
    );
  }
}
