import type { ReactNode } from 'react';

/** A line of a list of facts. */
export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

export function Facts({ facts }: { facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="settings-list">
      {facts.map(({ label, value }, place) => (
        <div key={place}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is done, folded away. */
export function Past({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <details className="admin-past">
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** An address that opens the mail program of the operator. */
export function EmailLink({ email }: { email: string }): ReactNode {
  return <a href={`mailto:${email}`}>{email}</a>;
}
