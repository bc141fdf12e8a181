import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

/** The name of what has the focus in a dialog that a browser would have opened on Close. */
function focusedIn(children: ReactNode): string | null | undefined {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
    const first = this.querySelector<HTMLElement>('[autofocus]') ?? this.querySelector('button')
    first?.focus()
  }
  cleanup()
  render(
    <Dialog title="Question" open onClose={() => {}}>
      {children}
    </Dialog>,
  )
  expect(screen.getByRole('dialog', { name: 'Question' })).toBeTruthy()
  return document.activeElement?.getAttribute('aria-label')
}

test('the focus is first in the first field that can be changed, of radio buttons in the chosen one, else on Close', () => {
  const name = <input aria-label="Name" />
  expect(focusedIn(<p>Words</p>)).toBe('Close')
  expect(focusedIn(<button type="button">Forget</button>)).toBe('Close')
  expect(
    focusedIn(
      <>
        <input type="file" aria-label="File" />
        <input disabled aria-label="Off" />
        {name}
      </>,
    ),
  ).toBe('Name')
  expect(
    focusedIn(
      <>
        <input type="radio" aria-label="One" />
        <input type="radio" aria-label="Two" defaultChecked />
        {name}
      </>,
    ),
  ).toBe('Two')
  const later = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '')
  expect(
    focusedIn(
      <>
        {name}
        <input ref={later} aria-label="Search" />
      </>,
    ),
  ).toBe('Search')
})
