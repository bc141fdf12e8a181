import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstField } from '../ui/keys/first-field.ts'
import { recoverFocus } from './focus-recovery.ts'
import { focusPanelWhenDrawn } from './panel-focus.ts'

let end = () => {}
beforeEach(() => {
  end = recoverFocus()
})
afterEach(() => {
  end()
  cleanup()
})

/** A list whose buttons remove their row. */
function List() {
  const [rows, setRows] = useState(['one', 'two'])
  return (
    <main>
      <section aria-label="Rows">
        {rows.map((row) => (
          <p key={row}>
            <button type="button" onClick={() => setRows(rows.filter((one) => one !== row))}>
              {row}
            </button>
          </p>
        ))}
      </section>
    </main>
  )
}

test('where a pressed button vanishes, the part of the page around it has the focus, and can no longer be focused after', async () => {
  render(<List />)
  const button = screen.getByRole('button', { name: 'one' })
  button.focus()
  button.click()
  const part = screen.getByRole('region', { name: 'Rows' })
  await waitFor(() => expect(document.activeElement).toBe(part))
  screen.getByRole('button', { name: 'two' }).focus()
  expect(part.hasAttribute('tabindex')).toBe(false)
})

test('a button that vanished before the recovery was loaded leaves the focus to the part around it', async () => {
  end()
  render(<List />)
  const button = screen.getByRole('button', { name: 'one' })
  const path: EventTarget[] = []
  button.addEventListener('pointerdown', (event) => path.push(...event.composedPath()))
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  button.click()
  await waitFor(() => expect(button.isConnected).toBe(false))
  end = recoverFocus(path)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Rows' })))
})

test('a focus that was taken away by a press beside all controls stays away', async () => {
  render(<List />)
  const button = screen.getByRole('button', { name: 'one' })
  button.focus()
  screen.getByRole('main').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  button.blur()
  button.remove()
  await new Promise((done) => setTimeout(done, 50))
  expect(document.activeElement).toBe(document.body)
})

test('an arrival goes to the field, not to the button in front of it', () => {
  render(
    <main>
      <div {...firstField}>
        <button type="button">Reset Prompt</button>
        <textarea aria-label="Prompt" />
      </div>
    </main>,
  )
  focusPanelWhenDrawn()()
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})

test('an arrival waits for the first field, unless the person is quicker', async () => {
  const view = render(<main />)
  const stop = focusPanelWhenDrawn()
  view.rerender(
    <main>
      <textarea aria-label="Prompt" {...firstField} />
    </main>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')))
  stop()
  view.rerender(<main />)
  const other = focusPanelWhenDrawn()
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  view.rerender(
    <main>
      <textarea aria-label="Other" {...firstField} />
    </main>,
  )
  await new Promise((done) => setTimeout(done, 20))
  expect(document.activeElement).not.toBe(screen.getByRole('textbox'))
  other()
})
