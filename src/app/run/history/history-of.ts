import type { Runs } from '../runs.ts'
import { createHistory, type History } from './history.ts'

const histories = new WeakMap<Runs, History>()

/** The history of a page's runs: one, however many look at it. */
export function historyOf(runs: Runs): History {
  const history = histories.get(runs) ?? createHistory(runs.tools)
  histories.set(runs, history)
  return history
}
