import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { mountedActions, useActions } from './actions.ts'

afterEach(cleanup)

const log: string[] = []

function Part({ count }: { readonly count: number }) {
  useActions([{ name: 'Count', keys: 'C', run: () => log.push(`${count}`) }])
  return null
}

test('an action is offered while its part is mounted, and does what the last rendering says', () => {
  const { rerender, unmount } = render(<Part count={1} />)
  rerender(<Part count={2} />)
  expect(mountedActions().map(({ name, keys }) => [name, keys])).toEqual([['Count', 'C']])
  for (const { run } of mountedActions()) run()
  expect(log).toEqual(['2'])
  unmount()
  expect(mountedActions()).toEqual([])
})
