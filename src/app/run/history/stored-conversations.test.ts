import { expect, test } from 'vitest'
import { sampleRow } from '../../ledger/testing/sample-row.ts'
import { withConversation } from './run-actions.ts'
import { answersIn, conversationsOf, heldRuns, holdsText } from './stored-conversations.ts'

const row = (id: string, seq: number, thread: string | undefined, change = {}) => {
  const { open: _, ...made } = sampleRow({ id, status: 'completed', title: `Title of ${id}`, ...change })
  return { ...made, seq, ...(thread !== undefined && { thread }) }
}

const rows = [
  row('a2', 4, 'a', { log: [{ status: 'prepared', at: 4_000, mono: 0 }] }),
  row('c1', 3, 'c', { conversation: { title: 'Mine', pinned: 'yes' } }),
  row('x', 2, undefined),
  row('b1', 2, 'b', { status: 'receiving' }),
  row('i', 2, 'images.edit', { endpoint: 'images.edits' }),
  row('a1', 1, 'a'),
]

const isChat = ({ endpoint }: { readonly endpoint: string }) => endpoint === 'responses'

test('the threads of a tool are listed by their newest run, pinned ones first', () => {
  const all = conversationsOf(rows, isChat)
  expect(all.map(({ id, title, place, status }) => [id, title, place, status])).toEqual([
    ['c', 'Mine', 'pinned', 'idle'],
    ['a', 'Title of a1', 'usual', 'idle'],
    ['b', 'Title of b1', 'usual', 'running'],
  ])
  expect(all[1]?.runs.map(({ id }) => id)).toEqual(['a1', 'a2'])
  expect(all[1]?.at).toBe(4_000)
})

test('what failed, and what is not over, is no answer', () => {
  const statuses = ['completed', 'failed', 'refused', 'interrupted', 'unknown', 'stopped', 'incomplete', 'receiving']
  const [one] = conversationsOf(
    statuses.map((status, at) => row(status, 9 - at, 't', { status })),
    isChat,
  )
  expect(one && answersIn(one)).toBe(3)
})

test('title and pin are found on a later run where the first one was deleted', () => {
  const [only] = conversationsOf([row('2', 2, 't', { conversation: { title: 'Kept' } }), row('1', 1, 't')], isChat)
  expect(only?.title).toBe('Kept')
})

test('a conversation is found by its title, and by the texts of one of its runs', () => {
  const [pinned, usual] = conversationsOf(rows, isChat)
  const wordsOf = (id: string) => (id === 'a2' ? 'headroom\nmastering' : undefined)
  const found = (text: string) => [pinned, usual].map((one) => one && holdsText(one, text, wordsOf))
  expect(found('mine')).toEqual([true, false])
  expect(found('head MASTER')).toEqual([false, true])
  expect(found('head nothing')).toEqual([false, false])
})

test('renaming keeps the pin, pinning keeps the title, and an empty title restores the first message', () => {
  const named = withConversation(row('a', 1, 'a'), { title: ' New name ' })
  expect(named.conversation).toEqual({ title: 'New name' })
  const pinned = withConversation(named, { place: 'pinned' }, named.conversation)
  expect(pinned.conversation).toEqual({ title: 'New name', pinned: 'yes' })
  const unnamed = withConversation(pinned, { title: '' }, pinned.conversation)
  expect(unnamed.conversation).toEqual({ pinned: 'yes' })
  expect(withConversation(unnamed, { place: 'usual' }, unnamed.conversation)).not.toHaveProperty('conversation')
})

test('runs in progress or with an unknown result hold a conversation back from deletion', () => {
  const open = { ...row('b', 2, 'a', { status: 'unknown' }), open: 'intent' }
  const [held] = conversationsOf([open, row('a', 1, 'a')], isChat)
  expect(held && heldRuns(held).map(({ id }) => id)).toEqual(['b'])
})
