import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NotPlayed } from './sound-player.tsx'

afterEach(cleanup)

test('a file of an unknown format, such as AIFF, is not said to be damaged', () => {
  const blob = new Blob(['FORM    AIFFCOMM'], { type: 'audio/aiff' })
  render(<NotPlayed file={{ blob, type: blob.type, size: blob.size }} shape={{ end: 'damaged' }} />)
  expect(screen.getByRole('status').textContent).toMatch(/its format is not supported, or it is damaged/)
})
