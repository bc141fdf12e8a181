import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { RunDraft } from '../../run/run-draft.ts'
import { EditDialog } from './edit-dialog.tsx'

afterEach(cleanup)

type Part = NonNullable<RunDraft['parts']>[number]

const base: RunDraft = {
  ...{
    endpoint: 'images.edits',
    tool: 'images.edit',
    model: 'm',
    title: 'Tide',
    request: undefined,
    repeats: 'before',
  },
  connection: { name: 'Local', baseUrl: 'http://127.0.0.1:8787/v1', own: true },
}
const file = (name: string, content: string): Part => ({
  kind: 'file',
  name: 'image',
  file: { name, blob: new Blob([content], { type: 'image/png' }) },
})

function opened(draft: RunDraft) {
  const sent: RunDraft[] = []
  const onClose = vi.fn()
  const send = async (one: RunDraft) => Boolean(sent.push(one))
  const again = { said: undefined, busy: false, repeat() {}, draftOf: async () => draft, send }
  render(<EditDialog draft={draft} again={again} onClose={onClose} />)
  return { sent, onClose, run: () => userEvent.click(screen.getByRole('button', { name: 'Run' })) }
}

test('fields are changed, files replaced or left out, and the others go as they were', async () => {
  const prompt: Part = { kind: 'text', name: 'prompt', value: 'A tide' }
  const parts = [file('a.png', 'a'), prompt, file('b.png', 'b')]
  const { sent, onClose, run } = opened({ ...base, parts })
  await userEvent.type(screen.getByRole('textbox', { name: 'prompt' }), ' at night')
  await userEvent.click(screen.getByRole('button', { name: 'Remove a.png' }))
  await userEvent.upload(screen.getByLabelText('Replace file'), new File(['c'], 'c.png', { type: 'image/png' }))
  await run()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    repeats: 'before',
    parts: [{ value: 'A tide at night' }, { file: { name: 'c.png' } }],
  })
  expect(onClose).toHaveBeenCalledOnce()
})

test('JSON that is none is not sent, and what is wrong is said', async () => {
  const { sent, run } = opened({ ...base, endpoint: 'images.generations', request: { prompt: 'A tide' } })
  const box = screen.getByRole('textbox', { name: 'Request' })
  await userEvent.clear(box)
  await userEvent.type(box, '{{"prompt":')
  await run()
  expect(screen.getByRole('alert').textContent).toMatch(/Invalid JSON/)
  expect(sent).toEqual([])
  await userEvent.type(box, '"Ebb"}')
  await run()
  expect(sent[0]).toMatchObject({ request: { prompt: 'Ebb' } })
})
