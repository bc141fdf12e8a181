import { afterEach, expect, test } from 'vitest'
import { setLetterKeys } from '../ui/keys/letter-keys.tsx'
import { overlayOf } from './overlay-keys.ts'

afterEach(() => {
  setLetterKeys(true)
  document.body.replaceChildren()
})

/** A press as the page gets it, in the element that has the focus. */
function press(init: KeyboardEventInit, tag = 'div'): ReturnType<typeof overlayOf> {
  const element = document.body.appendChild(document.createElement(tag))
  let asked: ReturnType<typeof overlayOf>
  element.addEventListener('keydown', (event) => {
    asked = overlayOf(event)
  })
  element.dispatchEvent(new KeyboardEvent('keydown', init))
  return asked
}

test('Ctrl K opens the palette, wherever the focus is and whatever letters the keyboard has', () => {
  for (const tag of ['div', 'input', 'textarea'])
    expect(press({ key: 'k', code: 'KeyK', ctrlKey: true }, tag)).toBe('palette')
  expect(press({ key: 'K', code: 'KeyK', ctrlKey: true })).toBe('palette')
  expect(press({ key: 'л', code: 'KeyK', ctrlKey: true })).toBe('palette')
  // Dvorak: another letter stands where K does elsewhere.
  expect(press({ key: 't', code: 'KeyK', ctrlKey: true })).toBeUndefined()
})

test('what the browser or the text box has use for is left alone', () => {
  expect(press({ key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true })).toBeUndefined()
  expect(press({ key: 'k', code: 'KeyK', metaKey: true })).toBeUndefined()
  expect(press({ key: 'k', code: 'KeyK', ctrlKey: true, altKey: true })).toBeUndefined()
  expect(press({ key: 'k', code: 'KeyK' })).toBeUndefined()
})

test('the list of shortcuts opens by Ctrl /, also where / needs Shift, and by ? outside of text boxes', () => {
  expect(press({ key: '/', ctrlKey: true })).toBe('shortcuts')
  expect(press({ key: '/', ctrlKey: true, shiftKey: true }, 'textarea')).toBe('shortcuts')
  expect(press({ key: '?', shiftKey: true })).toBe('shortcuts')
  for (const tag of ['input', 'textarea', 'select']) expect(press({ key: '?', shiftKey: true }, tag)).toBeUndefined()
})

test('? is a sign like the letters: it is switched off with them, and Ctrl / stays', () => {
  setLetterKeys(false)
  expect(press({ key: '?', shiftKey: true })).toBeUndefined()
  expect(press({ key: '/', ctrlKey: true })).toBe('shortcuts')
})
