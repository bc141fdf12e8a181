import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { AudioMusicRequest, audioMusicCheck, musicRules } from '#contract/audio/sounds.ts'
import { useRequestForm } from '../../../form/use-request-form.ts'
import { MainField } from '../../../tool/tool-layout.tsx'
import { toolOf, tools } from '../../../tool/tools.ts'
import { PlanRow } from './plan-row.tsx'

const values = { model: 'm', prompt: 'Slow folk\n\nLyrics:\n[Verse]\nOne\n[Chorus]\nTwo', music_length_ms: 30_000 }
const rules = (draft: object) => musicRules('m', undefined, { ...draft })
const tool = toolOf(tools, { endpoint: 'audio.music' })

/** The rows of a phone's sheet and its stage. */
function Form() {
  const form = useRequestForm(AudioMusicRequest, { values, rules, check: audioMusicCheck })
  const field = form.fields.find(({ path }) => path === 'composition_plan')
  return (
    <>
      {field && <PlanRow form={form} field={field} />}
      {tool && <MainField tool={tool} form={form} />}
      <output>{JSON.stringify(form.request)}</output>
      <p>Errors: {Object.keys(form.errors).length}</p>
    </>
  )
}

const request = () => JSON.parse(screen.getByRole('status').textContent ?? '')
const choose = (name: string) => act(() => userEvent.click(screen.getByRole('radio', { name })))

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
})

test('beside a plan the prompt is neither shown nor sent, and both are there again when they are chosen again', async () => {
  render(<Form />)
  await choose('From a section plan')
  expect(Object.keys(request())).toEqual(['model', 'composition_plan'])
  expect(screen.queryByRole('textbox', { name: 'Prompt' })).toBeNull()
  expect(screen.getByText('Errors: 0')).toBeDefined()
  await act(() => userEvent.type(screen.getByRole('textbox', { name: 'Styles to avoid' }), 'drums'))
  await choose('From a prompt')
  expect(request()).toEqual(values)
  expect(screen.getByRole('textbox', { name: 'Prompt' })).toBeDefined()
  await choose('From a section plan')
  expect(request().composition_plan.negative_global_styles).toEqual(['drums'])
})

test('the focus follows a section that is moved, on the button that moves it further', async () => {
  render(<Form />)
  await choose('From a section plan')
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Add section' })))
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Move section 3 up' })))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move section 2 up' }))
  await act(() => userEvent.keyboard('{Enter}'))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move section 1 down' }))
})
