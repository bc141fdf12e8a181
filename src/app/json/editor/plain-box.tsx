import type { RefObject } from 'react'
import { boxLook } from '../../ui/box-look.ts'

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

interface PlainBoxProps extends BoxProps {
  readonly disabled: boolean
  readonly onComposing: (isComposing: boolean) => void
  /** Somebody is about to write here. */
  readonly onTouch: () => void
}

/** The text box that stands where the editor is not there yet, or cannot be loaded. */
export function PlainBox({ label: _, look, describedBy, invalid, goTo, selected, ...props }: PlainBoxProps) {
  const { onText, onTouch, onComposing, ...rest } = props
  return (
    <textarea
      {...rest}
      ref={(area) => (area ? attach(area, goTo, selected) : undefined)}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      className={`${boxLook} field-sizing-content resize-y py-2 font-mono text-xs ${look}`}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      rows={3}
      onChange={({ target }) => onText(target.value)}
      onFocus={onTouch}
      onPointerEnter={onTouch}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
    />
  )
}

function attach(area: HTMLTextAreaElement, goTo: RefObject<GoTo>, selected: RefObject<Selected>) {
  goTo.current = (at) => {
    area.setSelectionRange(at, at + 1)
    area.focus()
  }
  // The last moment at which what is selected can be asked for.
  return () => {
    selected.current =
      document.activeElement === area ? { start: area.selectionStart, end: area.selectionEnd } : undefined
  }
}
