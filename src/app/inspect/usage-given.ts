import { isRecord } from '#contract/core/loose-json.ts'
import type { EventsView } from '../run/event-log.ts'

/** Counts stand in one of the last events; larger ones than this are bodies with media, and not searched. */
const lastOnes = 5
const largest = 2_000_000

/** The `usage` of a reply in the router's own words, as JSON; undefined where it gave none. */
export function usageGiven(events: EventsView['events']): string | undefined {
  for (const { data } of events.slice(-lastOnes).reverse()) {
    if (data.length > largest || !data.includes('"usage"')) continue
    const usage = usageIn(data)
    if (usage !== undefined) return JSON.stringify(usage)
  }
  return undefined
}

function usageIn(data: string): unknown {
  try {
    const value: unknown = JSON.parse(data)
    const own = fieldOf(value, 'usage')
    return own ?? fieldOf(fieldOf(value, 'response'), 'usage') ?? undefined
  } catch {
    return undefined
  }
}

function fieldOf(value: unknown, name: 'usage' | 'response'): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
