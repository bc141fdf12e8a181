/** Takes the focus from a button that is about to vanish to the control in a box: its chosen part, or its first; else to the box itself. */
export function focusControl(box: HTMLElement | null): void {
  if (!box) return
  // No selector reaches into a shadow root.
  const editor = box.querySelector('[data-editor]')?.shadowRoot?.querySelector<HTMLElement>('[role=textbox]')
  const parts = [...box.querySelectorAll<HTMLElement>('input, select, textarea, button')]
  const enabled = parts.filter((part) => !part.matches(':disabled'))
  const target = editor ?? enabled.find((part) => part.matches(':checked')) ?? enabled[0]
  if (!target) box.tabIndex = -1
  const end = target ?? box
  end.focus()
}
