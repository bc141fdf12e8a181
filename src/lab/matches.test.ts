import { expect, test } from 'vitest'
import { emptyPlan, type LabPlan } from './lab-plan.ts'
import { ballotOf, candidatesOf, matchesOf, tellingNames, withoutNames } from './matches.ts'

const planWith = (models: readonly string[], rows: number, repeat = 1): LabPlan => ({
  ...emptyPlan('chat', { input: '{{q}}' }),
  axes: { models: [...models], repeat, sweeps: [] },
  rows: Array.from({ length: rows }, (_, q) => ({ q })),
})

test('a candidate is a model with its values, whatever is repeated', () => {
  expect(candidatesOf(planWith(['a', 'b'], 1, 3))).toEqual([
    { name: 'a', model: 'a', columns: [0, 1, 2] },
    { name: 'b', model: 'b', columns: [3, 4, 5] },
  ])
})

test.each([
  ['all', 2, 50, 50],
  ['all', 4, 40, 40],
  ['pairs', 4, 30, 180],
] as const)('compared %s, %i candidates have each seat equally often in %i rows', (how, count, rows, matches) => {
  const chosen = Array.from({ length: count }, (_, n) => n)
  const found = matchesOf(planWith(['a', 'b', 'c', 'd'], rows), chosen, how)
  expect(found).toHaveLength(matches)
  for (const candidate of chosen) {
    const seats = found.map((match) => match.seats.findIndex((one) => one.candidate === candidate))
    const times = [0, 1, 2, 3].map((seat) => seats.filter((one) => one === seat).length).filter((one) => one > 0)
    expect(new Set(times).size).toBe(1)
  }
})

test('the seed alone decides, the seats do not follow each other by a rule, and a repeat is drawn', () => {
  const plan = planWith(['a', 'b'], 40, 2)
  const found = matchesOf(plan, [0, 1], 'all')
  expect(matchesOf(plan, [0, 1], 'all')).toEqual(found)
  expect(matchesOf({ ...plan, seed: 2 }, [0, 1], 'all')).not.toEqual(found)
  const first = found.map(({ seats }) => seats[0]?.candidate).join('')
  expect(first).not.toContain('01010101010101010101')
  expect(new Set(found.map(({ row }) => row)).size).toBe(40)
  for (const { row, seats } of found)
    for (const { candidate, place } of seats) expect([0, 1].map((n) => row * 4 + candidate * 2 + n)).toContain(place)
  expect(new Set(found.flatMap(({ seats }) => seats.map(({ place }) => place % 2))).size).toBe(2)
})

const vote = { id: '1', kind: 'vote' as const, by: 'Ada', at: 1, blind: true }
const known = new Map([
  ['x', 0],
  ['y', 1],
])

test('a vote counts by the seats in which its runs were shown', () => {
  const one = { ...vote, runs: ['x', 'y'], seats: [1, 0], value: { best: 0, lengths: [5, 9] } }
  expect(ballotOf(one, known)).toEqual({ seats: [1, 0], best: 1, lengths: [9, 5] })
  expect(ballotOf({ ...one, value: { best: 'tie' } }, known)?.best).toBe('tie')
})

test('a vote of runs that are not shown, or of none of its own, does not count', () => {
  expect(ballotOf({ ...vote, runs: ['x', 'z'], value: { best: 0 } }, known)).toBeUndefined()
  expect(ballotOf({ ...vote, runs: ['x', 'y'], value: { best: 2 } }, known)).toBeUndefined()
  expect(ballotOf({ ...vote, runs: ['x', 'y'], value: 7 }, known)).toBeUndefined()
})

test.each([
  ['openai/gpt-4o', 'I am GPT-4o.', 'I am █████.'],
  ['openai/gpt-4o', 'Made by OpenAI, of course', 'Made by █████, of course'],
  ['gpt-4o', 'Trained by OpenAI.', 'Trained by █████.'],
  ['gpt-4o', 'As ChatGPT, see https://openai.com/x', 'As █████, see https://█████.com/x'],
  ['o3', 'I am ChatGPT.', 'I am █████.'],
  ['grok-4', 'Made by xAI.', 'Made by █████.'],
  ['command-r', 'Type the command in the shell.', 'Type the command in the shell.'],
  ['command-r', 'I am command-r, at your service.', 'I am █████, at your service.'],
  ['sandbox-fast', 'Children play in a sandbox.', 'Children play in a sandbox.'],
  ['sandbox-fast', 'Sandbox: `sandbox-fast`', '█████: `█████`'],
  ['o3', 'i am o3, not o31', 'i am █████, not o31'],
  ['x/claude-3', 'i am claude by anthropic', 'i am █████ by █████'],
  ['mistral-large', 'a mistral blows; see mistral.ai', 'a mistral blows; see █████.ai'],
  ['claude-3', 'Claudette', 'Claudette'],
  ['x+y(1)', 'that is x+y(1)!', 'that is █████!'],
])('%s in “%s” is shown as “%s”', (model, text, shown) => {
  expect(withoutNames(text, tellingNames(model))).toBe(shown)
})

test('the title and the maker that a router states give a model away too', () => {
  const names = tellingNames('m-1', { name: 'Fast One', ownedBy: 'Acme' })
  expect(withoutNames('the fast one by Acme is fast', names)).toBe('the █████ by █████ is fast')
})
