import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Mark } from '../../run/history/run-actions.ts'
import type { Row } from '../found-runs.ts'
import { MarkQuestion } from './use-marking.tsx'

beforeAll(() => {
  // The test's browser has no modal dialogs.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= () => {}
})
afterEach(cleanup)

const row = (n: number): Row => ({
  ...{ id: `r${n}`, seq: n, endpoint: 'responses', model: 'm', title: 't', status: 'completed', intent: `${n}` },
  connection: { name: 'c', baseUrl: 'http://a/v1' },
  log: [],
  ...(n % 3 === 0 && { verdict: 'pass', tags: ['slow'] }),
})
const rows = Array.from({ length: 1_200 }, (_, n) => row(n))

test.each<readonly [Mark, string, string]>([
  [{ kind: 'verdict', verdict: 'fail' }, 'Mark 1,200 runs as failed?', '400 of them already have a verdict.'],
  [{ kind: 'verdict', verdict: undefined }, 'Remove the verdict of 1,200 runs?', 'This can be undone.'],
  [{ kind: 'tag', tag: 'slow', isSet: true }, 'Tag 1,200 runs “slow”?', '400 of them already have this tag.'],
  [{ kind: 'tag', tag: 'slow', isSet: false }, 'Remove the tag “slow” from 1,200 runs?', 'This can be undone.'],
])('many runs are told by their number, and what would be lost with them: %j', (mark, title, words) => {
  const onAnswer = vi.fn()
  render(<MarkQuestion question={{ rows, mark }} onAnswer={onAnswer} />)
  expect(screen.getByRole('dialog', { name: title }).textContent).toContain(words)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onAnswer).toHaveBeenCalledWith(false)
})
