import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Menu } from './menu.tsx'

afterEach(cleanup)

// Its list is a file of its own: loaded here, so that no test waits for it.
beforeAll(async () => {
  const { user } = start()
  await user.click(button())
  await act(() => import('./menu-list.tsx'))
  cleanup()
})

function start() {
  const chosen = vi.fn<(name: string) => void>()
  const behind = vi.fn<(key: string) => void>()
  const item = (name: string) => ({ name, onSelect: () => chosen(name) })
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a panel that listens for keys
    <div onKeyDown={({ key }) => behind(key)}>
      <Menu
        name="More actions"
        items={[
          item('Download'),
          { ...item('Duplicate'), disabled: true },
          { name: 'View', items: [{ ...item('Show grid'), checked: true }] },
          { items: [] },
          { ...item('Delete'), danger: true },
        ]}
      />
      <button type="button">Next</button>
    </div>,
  )
  return { user: userEvent.setup(), chosen, behind }
}

const button = () => screen.getByRole('button', { name: 'More actions' })
const focused = () => document.activeElement?.textContent

test.each(['{Enter}', ' ', '{ArrowDown}'])('%s on the button opens the menu at its first item', async (key) => {
  const { user } = start()
  button().focus()
  await user.keyboard(key)
  expect(screen.getByRole('menu', { name: 'More actions' })).toBeTruthy()
  expect(button().getAttribute('aria-expanded')).toBe('true')
  expect(focused()).toBe('Download')
})

test('ArrowUp opens the menu at its last item', async () => {
  const { user } = start()
  button().focus()
  await user.keyboard('{ArrowUp}')
  expect(focused()).toBe('Delete')
})

test('arrows go round, Home and End to the ends, a letter to the next item that begins with it', async () => {
  const { user } = start()
  await user.click(button())
  const seen: (string | null | undefined)[] = []
  for (const key of ['{ArrowUp}', '{ArrowDown}', '{End}', '{Home}', 's', 'd', 'D', '{ArrowDown}']) {
    await user.keyboard(key)
    seen.push(focused())
  }
  expect(seen).toEqual(['Delete', 'Download', 'Delete', 'Download', 'Show grid', 'Delete', 'Download', 'Duplicate'])
})

test('Esc and Tab close the menu from its button, and no key of the menu reaches what is behind it', async () => {
  const { user, behind } = start()
  await user.click(button())
  await user.keyboard('p{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button())
  expect(behind).not.toHaveBeenCalled()
  await user.click(button())
  await user.tab()
  expect(screen.queryByRole('menu')).toBeNull()
  expect(focused()).toBe('Next')
})

test('a chosen item closes the menu and gives the focus back before it acts', async () => {
  const { user, chosen } = start()
  chosen.mockImplementation(() => expect(document.activeElement).toBe(button()))
  button().focus()
  await user.keyboard('{Enter}{End}{Enter}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Delete')
  expect(screen.queryByRole('menu')).toBeNull()
})

test('a disabled item does nothing, a held Enter does not choose what it opened', async () => {
  const { user, chosen } = start()
  button().focus()
  await user.keyboard('{Enter>3/}{ArrowDown}{Enter}')
  expect(focused()).toBe('Duplicate')
  expect(chosen).not.toHaveBeenCalled()
})

test('items are menu items in groups; one that is switched is checked', async () => {
  const { user } = start()
  await user.click(button())
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Download',
    'Duplicate',
    'Delete',
  ])
  expect(screen.getAllByRole('group')).toHaveLength(3)
  expect(screen.getByRole('group', { name: 'View' })).toBeTruthy()
  expect(screen.getByRole('menuitemcheckbox', { name: 'Show grid' }).getAttribute('aria-checked')).toBe('true')
  await user.click(button())
  expect(screen.queryByRole('menu')).toBeNull()
})
