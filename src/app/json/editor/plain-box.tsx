import type { RefObject } from 'react'
import { boxLook } from '../../ui/box-look.ts'

/** Moves the focus to a place in a text, in UTF-16 units. */
export type GoTo = ((at: number) => void) | undefined

/** The selection of the box, in UTF-16 units; `undefined` where it has no focus. */
export type Selected = { readonly start: number; readonly end: number } | undefined

export interface BoxProps {
  readonly id: string
  /** More classes: how tall it is. */
  readonly look: string
  /** The accessible name inside the shadow root, where a `<label>` does not apply. */
  readonly label: string
  readonly placeholder?: string | undefined
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly value: string
  readonly onText: (text: string) => void
  readonly goTo: RefObject<GoTo>
  /** Set when the text box unmounts, so that the editor restores the selection. */
  readonly selected: RefObject<Selected>
}

interface PlainBoxProps extends BoxProps {
  readonly disabled: boolean
  readonly onComposing: (isComposing: boolean) => void
  /** Called on focus and hover: the editor may be needed soon. */
  readonly onTouch: () => void
}

/** A textarea for while the editor is not loaded, or cannot be. */
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
  // Runs on unmount, while the selection can still be read.
  return () => {
    selected.current =
      document.activeElement === area ? { start: area.selectionStart, end: area.selectionEnd } : undefined
  }
}
