import { Component, type ReactNode } from 'react';
import { BrokenPage } from './BrokenPage';

/** Catches what breaks outside the router's own boundaries: the shell and the providers. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? (
      <main>
        <BrokenPage />
      </main>
    ) : (
      this.props.children
    );
  }
}
