import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { sampleRow } from '../../../ledger/testing/sample-row.ts'
import type { Conversation } from '../../../run/history/conversations.ts'
import { ConversationList } from './conversation-list.tsx'

const nothing = () => {}

const conversation = (id: string): Conversation => ({
  ...{ id, title: `Talk ${id}`, place: 'usual', status: 'idle', at: 0 },
  runs: [{ ...sampleRow({ id }), seq: 1 }],
})

/** The list of what is left after deletions. */
function Deleting() {
  const [listed, setListed] = useState(() => ['a', 'b', 'c', 'd'].map(conversation))
  const focusWish = useRef<string>(undefined)
  return (
    <ConversationList
      {...{ listed, focusWish }}
      {...{ onOpen: nothing, onRename: nothing, onPin: nothing, onExport: nothing }}
      current="a"
      onDelete={(one, next) => {
        focusWish.current = next?.id
        setListed(listed.filter((other) => other !== one))
      }}
    />
  )
}

test('the row that got the focus by a deletion is the one that the next key deletes', async () => {
  render(<Deleting />)
  screen.getByRole('button', { name: /^Talk c/ }).focus()
  await userEvent.keyboard('{Delete}{Delete}')
  expect(screen.getAllByRole('button', { name: /^Talk/ }).map(({ title }) => title)).toEqual(['Talk a', 'Talk b'])
})
