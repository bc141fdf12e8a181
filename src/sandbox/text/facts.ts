import { isRecord } from '#contract/core/loose-json.ts'
import { spacedName } from '../schema/samples.ts'

/** What tools have said in JSON: the values that go by each name, in the order in which they stand there. */
export type Facts = ReadonlyMap<string, readonly unknown[]>

const mostFacts = 500
const mostFor = 50
const shortestStart = 4

/** The values under every name in these texts, as far as they are JSON. */
export function factsIn(texts: readonly string[]): Facts {
  const facts = new Map<string, unknown[]>()
  const todo = texts.map(parsed)
  let left = mostFacts
  for (const value of todo) {
    if (Array.isArray(value)) todo.push(...value.slice(0, mostFor))
    if (!isRecord(value)) continue
    for (const [name, inner] of Object.entries(value)) {
      if (left <= 0) return facts
      left -= 1
      const label = spacedName(name)
      facts.set(label, [...(facts.get(label) ?? []), inner])
      todo.push(inner)
    }
  }
  return facts
}

/** The values that go by a name or, where there are none, by one that begins it or that it begins: `temp` for `temperature`. */
export function factsFor(facts: Facts, label: string): readonly unknown[] {
  const exact = facts.get(label)
  if (exact || label.length < shortestStart) return exact?.slice(0, mostFor) ?? []
  const near = [...facts].filter(
    ([name]) => name.length >= shortestStart && (name.startsWith(label) || label.startsWith(name)),
  )
  return near.flatMap(([, values]) => values).slice(0, mostFor)
}

/** A text as the JSON that it is; a text that is none says nothing by name. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
