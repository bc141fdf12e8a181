import type { RefObject } from 'react'

/** Takes the focus to a place in a text, counted in UTF-16 units. */
export type GoTo = ((at: number) => void) | undefined

/** What is selected in the box that has the focus; `undefined` where it is elsewhere. */
export type Selected = { readonly start: number; readonly end: number } | undefined

/** What the editor and the text box that stands in for it have in common. */
export interface BoxProps {
  readonly id: string
  /** More classes: how tall it is. */
  readonly look: string
  /** Its name, where a `<label>` does not reach. */
  readonly label: string
  readonly placeholder?: string | undefined
  /** The ids of what is said about it. */
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly value: string
  readonly onText: (text: string) => void
  /** Where the box that is shown puts its way to a place. */
  readonly goTo: RefObject<GoTo>
  /** Where the text box leaves what was selected when it goes, for the editor. */
  readonly selected: RefObject<Selected>
}
