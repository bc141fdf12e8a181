/** Marks the field that a panel is used by first, or a box around it: `<div {...firstField}>`. */
export const firstField = { 'data-first-field': '' } as const

/** Marks the control of a field that consists of buttons, such as the one that adds a file beside those that remove one. */
export const mainControl = { 'data-main-control': '' } as const

const canFocus = 'a[href], button, input, select, textarea, [tabindex]'

/** The control to focus in a box: the `mainControl`, the checked one, the first field, else the first button; or the JSON editor. */
export function controlIn(box: Element): HTMLElement | undefined {
  const editor = box.querySelector('[data-editor]')?.shadowRoot?.querySelector<HTMLElement>('[role=textbox]')
  const enabled = [...box.querySelectorAll<HTMLElement>('input, select, textarea, button')].filter(
    (part) => !part.matches(':disabled'),
  )
  const find = (selector: string) => enabled.find((part) => part.matches(selector))
  return editor ?? find('[data-main-control]') ?? find(':checked') ?? find(':not(button)') ?? enabled[0]
}

/** Moves the focus to the first marked field that is shown. False where there is none. */
export function focusFirstField(): boolean {
  const marked = [...document.querySelectorAll<HTMLElement>('[data-first-field]')].find((one) => one.checkVisibility())
  const field = marked?.matches(canFocus) ? marked : marked && controlIn(marked)
  field?.focus()
  return field !== undefined
}
