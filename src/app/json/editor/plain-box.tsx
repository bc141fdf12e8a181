import type { RefObject } from 'react'
import { boxLook } from '../../ui/box-look.ts'
import type { BoxProps, GoTo, Selected } from './box-props.ts'

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
