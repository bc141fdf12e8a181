/** A text that grows in the page, whoever shows it. */
export interface Contender {
  append(text: string): void
  /** Nothing more will come. */
  finish(): void
}

export type Mount = (host: HTMLElement) => Contender
