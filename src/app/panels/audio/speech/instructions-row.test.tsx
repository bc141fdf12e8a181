import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AudioSpeechRequest } from '#contract/audio/speech.ts'
import { useRequestForm } from '../../../form/use-request-form.ts'
import { InstructionsRow } from './instructions-row.tsx'

const values = { model: 'm', input: 'My script.', instructions: 'My own words.' }

function Form() {
  const form = useRequestForm(AudioSpeechRequest, { values })
  const field = form.fields.find(({ path }) => path === 'instructions')
  return (
    <>
      {field && <InstructionsRow form={form} field={field} />}
      <output>{JSON.stringify(form.draft)}</output>
    </>
  )
}

const draft = () => JSON.parse(screen.getByRole('status').textContent ?? '')

test('a style preset fills the instructions, never the script, and is undone', async () => {
  const user = userEvent.setup()
  render(<Form />)
  await act(async () => {
    await user.click(screen.getByRole('button', { name: 'Style presets' }))
    await import('../../../ui/popup/menu-list.tsx')
  })
  await user.click(await screen.findByRole('menuitem', { name: 'Whisper' }))
  expect(draft()).toEqual({ ...values, instructions: expect.stringContaining('Whispered') })
  await act(() => user.click(screen.getByRole('button', { name: 'Undo the preset' })))
  expect(draft()).toEqual(values)
})
