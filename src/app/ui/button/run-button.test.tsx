import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RunButton } from './run-button.tsx'

afterEach(() => {
  cleanup()
  window.dispatchEvent(new Event('input'))
})

function shown(running: boolean, calls: string[]) {
  return (
    <RunButton
      name="Generate"
      icon={null}
      keys="Ctrl ↵"
      running={running}
      onRun={() => calls.push('run')}
      onStop={() => calls.push('stop')}
    />
  )
}

test('the second click of two does not stop what the first began', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
  const calls: string[] = []
  const { rerender } = render(shown(false, calls))
  fireEvent.click(screen.getByRole('button', { name: 'Generate' }))
  rerender(shown(true, calls))
  now.mockReturnValue(1200)
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(calls).toEqual(['run'])
  now.mockReturnValue(2000)
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(calls).toEqual(['run', 'stop'])
  now.mockRestore()
})

test('it stays one button, so that the focus stays on it', () => {
  const { rerender } = render(shown(false, []))
  const button = screen.getByRole('button', { name: 'Generate' })
  button.focus()
  rerender(shown(true, []))
  expect(document.activeElement).toBe(button)
  expect(button.textContent).toBe('Stop')
})

test('what was running when the page came can be stopped at once', () => {
  const calls: string[] = []
  render(shown(true, calls))
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(calls).toEqual(['stop'])
})

test('a press in the moment in which a run ends by itself does not begin another one', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5000)
  const calls: string[] = []
  const { rerender } = render(shown(true, calls))
  rerender(shown(false, calls))
  const button = screen.getByRole('button', { name: 'Generate' })
  now.mockReturnValue(5200)
  fireEvent.click(button)
  expect(calls).toEqual([])
  fireEvent.input(document.body)
  now.mockReturnValue(5240)
  fireEvent.click(button)
  expect(calls).toEqual(['run'])
  now.mockRestore()
})
