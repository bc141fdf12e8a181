import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { FieldRow } from '../../../form/field-row.tsx'
import { useRequestForm } from '../../../form/use-request-form.ts'
import { chatSetup } from './chat-setup.ts'
import { ParameterChips } from './parameter-chips.tsx'

afterEach(cleanup)

const start = { model: 'm', stream: true }

function Chat({ kept }: { kept: Record<string, unknown> }) {
  const form = useRequestForm(chatSetup.schema, { values: start, kept: { ...start, ...kept } })
  const [shown, show] = useState<string>()
  if (form.wanted && form.wanted.path !== shown) show(form.wanted.path)
  const field = form.fields.find(({ path }) => path === shown)
  return (
    <>
      <ParameterChips form={form} />
      {field && <FieldRow form={form} field={field} />}
    </>
  )
}

const chips = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((chip) => chip.textContent)

test('the model and what is set stand as chips with their values, what a form begins with does not', () => {
  render(
    <Chat kept={{ temperature: 0.5, instructions: 'x'.repeat(80), tools: [{}, {}], reasoning: { effort: 'low' } }} />,
  )
  expect(chips()).toEqual([
    'Modelm',
    `Instructions${'x'.repeat(40)}…`,
    'Reasoning effortlow',
    'Temperature0.5',
    'Tools2 items',
  ])
})

test('a press on a chip opens its field, and its other button takes it out; the model stays', async () => {
  render(<Chat kept={{ temperature: 0.5 }} />)
  expect(screen.queryByRole('button', { name: 'Remove Model' })).toBeNull()
  await act(async () => fireEvent.click(screen.getByTitle('Edit Temperature')))
  expect(screen.getByRole('slider', { name: 'Temperature' })).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remove Temperature' })))
  expect(chips()).toEqual(['Modelm'])
})
