import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { StreamedText } from './streamed-text.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('longer text is appended: what stands there stays the same nodes', async () => {
  const { rerender, container } = render(<StreamedText text="The quick" streaming />)
  await waitFor(() => expect(container.textContent).toBe('The quick'))
  const tail = container.querySelector('p')?.firstChild
  rerender(<StreamedText text="The quick brown fox" streaming />)
  await waitFor(() => expect(container.textContent).toBe('The quick brown fox'))
  expect(container.querySelector('p')?.firstChild).toBe(tail)
  expect(container.querySelector('.reading-growing')).not.toBeNull()
})

test('a last word that differs takes the place of what streamed', async () => {
  const { rerender, container } = render(<StreamedText text="one *tw" streaming />)
  rerender(<StreamedText text="one **two**" />)
  await waitFor(() => expect(container.querySelector('strong')?.textContent).toBe('two'))
  expect(container.textContent).toBe('one two')
  expect(container.querySelector('.reading-growing')).toBeNull()
})

test('a finished text is drawn, also when effects run twice', async () => {
  const { container } = render(
    <StrictMode>
      <StreamedText text={'# Title\n\n- a\n- b'} />
    </StrictMode>,
  )
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(screen.getAllByRole('heading')).toHaveLength(1)
  expect(container.querySelectorAll('.reading')).toHaveLength(1)
})

test('raw shows every character', () => {
  const { container } = render(<StreamedText text={'# **a**\n'} raw />)
  expect(container.querySelector('pre')?.textContent).toBe('# **a**\n')
})

test('the copy button copies the code and says so', async () => {
  const user = userEvent.setup()
  render(<StreamedText text={'```js\nlet a = "<b>"\n```\n'} />)
  await user.click(await screen.findByRole('button', { name: 'Copy code' }))
  expect(await navigator.clipboard.readText()).toBe('let a = "<b>"')
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
})

test('without a clipboard the code is selected', async () => {
  render(<StreamedText text={'```\nplain\n```\n'} />)
  const button = await screen.findByRole('button', { name: 'Copy code' })
  vi.stubGlobal('navigator', {})
  button.click()
  await waitFor(() => expect(String(getSelection())).toBe('plain'))
})
