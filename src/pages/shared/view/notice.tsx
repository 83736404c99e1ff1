import type { ComponentChildren } from 'preact';

export interface NoticeProps {
  readonly tone: 'good' | 'plain';
  readonly title: string;
  readonly text: string;
  /** Whether this is the page's only heading, without the store's name above. */
  readonly alone?: boolean;
  readonly children?: ComponentChildren;
}

/** A page's single message: what happened, and what to do now. */
export function Notice({ tone, title, text, alone, children }: NoticeProps) {
  return (
    <main class={`panel notice ${tone}`} id="content">
      <Mark tone={tone} />
      {alone ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p>{text}</p>
      {children}
    </main>
  );
}

function Mark({ tone }: Pick<NoticeProps, 'tone'>) {
  const path = tone === 'good' ? 'M7 12.5l3.5 3.5 6.5-7.5' : 'M12 7v6M12 16.5v.01';
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="11" fill="none" stroke="currentColor" stroke-width="1.5" />
      <path d={path} fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
    </svg>
  );
}
