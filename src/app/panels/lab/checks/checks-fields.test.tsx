import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { LabPlan } from '#lab/lab-plan.ts'
import { ChecksFields } from './checks-fields.tsx'

afterEach(cleanup)

interface FormProps {
  readonly first: LabPlan['checks']
  readonly onChecks: (checks: LabPlan['checks']) => void
}

function Form({ first, onChecks }: FormProps) {
  const [checks, setChecks] = useState(first)
  const change = (next: LabPlan['checks']) => {
    setChecks(next)
    onChecks(next)
  }
  return <ChecksFields checks={checks} models={[]} onChecks={change} />
}

/** Shows the form of these checks. Gives the function that reads what they have become. */
function shown(first: LabPlan['checks']): () => LabPlan['checks'] {
  let last = first
  render(
    <Form
      first={first}
      onChecks={(next) => {
        last = next
      }}
    />,
  )
  return () => last
}

const check = (at: number) => within(screen.getByRole('group', { name: `Check ${at}` }))
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })

test('a check is added, chosen, filled in, inverted and removed', () => {
  const checks = shown([])
  fireEvent.click(screen.getByRole('button', { name: 'Add a check' }))
  expect(check(1).getByText('Enter a value for “Contains”.')).toBeTruthy()
  type(check(1).getByRole('textbox', { name: 'Text of check 1' }), 'Paris')
  fireEvent.click(check(1).getByRole('checkbox', { name: 'Not' }))
  expect(checks()).toEqual([{ type: 'contains', value: 'Paris', not: true }])
  type(check(1).getByRole('combobox', { name: 'Type of check 1' }), 'starts-with')
  expect(checks()).toEqual([{ type: 'starts-with', value: 'Paris', not: true }])
  fireEvent.click(check(1).getByRole('button', { name: 'Remove check 1' }))
  expect(checks()).toEqual([])
})

test('numbers, lists and JSON are kept as such, and the text stays as it was typed', () => {
  const checks = shown([{ type: 'length' }, { type: 'contains-any', value: ['a'] }, { type: 'is-json' }])
  const least = check(1).getByRole<HTMLInputElement>('textbox', { name: 'Minimum of check 1' })
  type(least, '2.')
  expect(least.value).toBe('2.')
  type(check(1).getByRole('textbox', { name: 'Maximum of check 1' }), '1')
  expect(check(1).getByText('The minimum is above the maximum.')).toBeTruthy()
  type(check(2).getByRole('textbox', { name: 'Texts of check 2' }), 'a\nb\n')
  const schema = check(3).getByRole<HTMLTextAreaElement>('textbox', { name: 'JSON Schema of check 3' })
  type(schema, '{"type":')
  expect(check(3).getByText('The schema is not a JSON object.')).toBeTruthy()
  type(schema, '{"type": "object"}')
  expect(schema.value).toBe('{"type": "object"}')
  expect(checks()).toEqual([
    { type: 'length', min: 2, max: 1 },
    { type: 'contains-any', value: ['a', 'b'] },
    { type: 'is-json', value: { type: 'object' } },
  ])
})

test('what this version does not know is shown as it is stored, and kept', () => {
  const checks = shown([{ type: 'made-up', value: 'Be kind.' }, 7, { type: 'is-json' }])
  expect(check(1).getByText('{"type":"made-up","value":"Be kind."}')).toBeTruthy()
  expect(check(2).getByText('7')).toBeTruthy()
  fireEvent.click(check(3).getByRole('button', { name: 'Remove check 3' }))
  expect(checks()).toEqual([{ type: 'made-up', value: 'Be kind.' }, 7])
})

test('what is nested too deeply stays the text that was typed', () => {
  const checks = shown([{ type: 'is-json' }, { type: 'json-field', value: 1 }])
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  type(check(1).getByRole('textbox', { name: 'JSON Schema of check 1' }), `{"enum":${deep}}`)
  type(check(2).getByRole('textbox', { name: 'Equals of check 2' }), deep)
  expect(checks().map((one) => (one as { value: unknown }).value)).toEqual([`{"enum":${deep}}`, deep])
  expect(check(1).getByText('The schema is nested too deeply.')).toBeTruthy()
})
