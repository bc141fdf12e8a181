import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { VoiceForm } from './voice-form.tsx'

test('the suggested name is selected, so that typing replaces it', () => {
  render(<VoiceForm start={{ name: 'Voice 2', labels: [] }} verb="Save" onSave={() => {}} onCancel={() => {}} />)
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect(document.activeElement).toBe(name)
  expect([name.selectionStart, name.selectionEnd]).toEqual([0, 'Voice 2'.length])
})
