import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { JsonFault } from './diagnose.ts'
import { EditorBox } from './editor-box.tsx'
import { EditorCode, editorSource, JsonArea } from './json-area.tsx'

const fine: readonly JsonFault[] = []

function Page({ first, isOff = false }: { readonly first: string; readonly isOff?: boolean }) {
  const [text, setText] = useState(first)
  return (
    <>
      <label htmlFor="it">Tools</label>
      <JsonArea
        id="it"
        label="Tools"
        look=""
        describedBy="about"
        invalid={text === 'wrong'}
        disabled={isOff}
        faults={fine}
        value={text}
        onText={setText}
      />
      <p id="about">What it is for.</p>
      <output>{text}</output>
      <button type="button" onClick={() => setText('[1, 2]')}>
        Reset
      </button>
    </>
  )
}

/** A page whose editor arrives when the test lets it. */
function start(first: string, isOff = false) {
  let tries = 0
  let resolve = (_editor: typeof EditorBox) => {}
  let reject = (_error: Error) => {}
  let coming = new Promise<typeof EditorBox>((come, stay) => {
    resolve = come
    reject = stay
  })
  const source = editorSource(() => {
    tries += 1
    return coming
  })
  render(
    <EditorCode value={source}>
      <Page first={first} isOff={isOff} />
    </EditorCode>,
  )
  return {
    user: userEvent.setup(),
    arrive: () => act(async () => resolve(EditorBox)),
    fail: () => act(async () => reject(new TypeError('offline'))),
    /** From the next try on it is there. */
    mend: () => {
      coming = Promise.resolve(EditorBox)
    },
    tries: () => tries,
  }
}

const area = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Tools' })
const editor = () => document.getElementById('it')?.shadowRoot?.querySelector<HTMLElement>('[role=textbox]')
const focused = () => document.activeElement?.shadowRoot?.activeElement
const text = () => screen.getByRole('status').textContent

afterEach(cleanup)

test('until somebody touches the box, nothing is loaded', async () => {
  const { user, tries } = start('[]')
  expect(tries()).toBe(0)
  await user.click(screen.getByRole('textbox', { name: 'Tools' }))
  expect(tries()).toBe(1)
})

test('what was typed before the editor came is in it, and the caret where it was', async () => {
  const { user, arrive } = start('')
  await user.type(screen.getByRole('textbox', { name: 'Tools' }), '[[1, 2]', { initialSelectionStart: 0 })
  area()?.setSelectionRange(1, 3)
  await arrive()
  expect(area()).toBeNull()
  expect(editor()?.textContent).toBe('[1, 2]')
  expect(focused()).toBe(editor())
  expect(text()).toBe('[1, 2]')
})

test('a box without the focus does not take it', async () => {
  const { user, arrive } = start('[]')
  await user.hover(screen.getByRole('textbox', { name: 'Tools' }))
  await arrive()
  expect(editor()?.textContent).toBe('[]')
  expect(document.activeElement).toBe(document.body)
})

test('where the editor cannot be loaded the text box stays, and the next touch tries again', async () => {
  const { user, fail, mend, tries } = start('')
  await user.type(screen.getByRole('textbox', { name: 'Tools' }), 'a')
  await fail()
  await user.type(screen.getByRole('textbox', { name: 'Tools' }), 'b')
  expect(area()?.value).toBe('ab')
  mend()
  await user.tab()
  await user.click(screen.getByRole('textbox', { name: 'Tools' }))
  await waitFor(() => expect(editor()?.textContent).toBe('ab'))
  expect(tries()).toBe(2)
})

test('a character that is being composed keeps its box until it is done', async () => {
  const { user, arrive } = start('')
  await user.click(screen.getByRole('textbox', { name: 'Tools' }))
  fireEvent.compositionStart(screen.getByRole('textbox', { name: 'Tools' }))
  await arrive()
  expect(area()).not.toBeNull()
  fireEvent.compositionEnd(screen.getByRole('textbox', { name: 'Tools' }))
  expect(area()).toBeNull()
  expect(focused()).toBe(editor())
})

test('a box that is switched off stays a text box that nobody can write in', async () => {
  const { user, arrive } = start('[]', true)
  await user.hover(screen.getByRole('textbox', { name: 'Tools' }))
  await arrive()
  expect(area()?.disabled).toBe(true)
})

test('the editor has the name, the description and the state of the box', async () => {
  const { user, arrive } = start('wrong')
  await user.hover(screen.getByRole('textbox', { name: 'Tools' }))
  await arrive()
  expect(editor()?.getAttribute('aria-label')).toBe('Tools')
  expect(editor()?.getAttribute('aria-multiline')).toBe('true')
  expect(editor()?.getAttribute('aria-invalid')).toBe('true')
  expect(editor()?.ariaDescribedByElements).toEqual([screen.getByText('What it is for.')])
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(editor()?.getAttribute('aria-invalid')).toBeNull()
})

test('a text from elsewhere is shown in the editor', async () => {
  const { user, arrive } = start('[1, 3]')
  await user.hover(screen.getByRole('textbox', { name: 'Tools' }))
  await arrive()
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(editor()?.textContent).toBe('[1, 2]')
})

test('a press of the label, or of the way to the error, leads into the editor', async () => {
  const { user, arrive } = start('[1,]')
  await user.hover(screen.getByRole('textbox', { name: 'Tools' }))
  await arrive()
  await user.click(screen.getByText('Tools'))
  expect(focused()).toBe(editor())
  await user.click(document.body)
  await user.click(screen.getByRole('button', { name: 'Go to line 1, column 4' }))
  expect(focused()).toBe(editor())
})
