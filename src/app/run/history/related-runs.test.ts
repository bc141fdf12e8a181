import { expect, test } from 'vitest'
import { relatedRuns } from './related-runs.ts'

const files: Readonly<Record<string, readonly { readonly role: 'input' | 'output'; readonly sha256: string }[]>> = {
  spoken: [{ role: 'output', sha256: 'a' }],
  other: [{ role: 'output', sha256: 'z' }],
  changed: [
    { role: 'input', sha256: 'a' },
    { role: 'output', sha256: 'b' },
  ],
  isolated: [
    { role: 'input', sha256: 'b' },
    { role: 'output', sha256: 'c' },
  ],
  again: [{ role: 'input', sha256: 'b' }],
}
const rows = Object.keys(files).map((id, seq) => ({ id, seq }))
const related = (id: string) =>
  relatedRuns({ id, seq: Object.keys(files).indexOf(id) }, rows, async (run) => files[run] ?? [])

test('a run is related to those whose results it was given, and to those that were given its own', async () => {
  expect(await related('changed')).toEqual({ madeFrom: ['spoken'], usedIn: ['isolated', 'again'] })
  expect(await related('spoken')).toEqual({ madeFrom: [], usedIn: ['changed'] })
  expect(await related('other')).toEqual({ madeFrom: [], usedIn: [] })
})
