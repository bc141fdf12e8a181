/** One paid request that the sandbox began to work on. */
interface Accepted {
  readonly requestId: string
  readonly endpoint: string
  readonly model: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What has been accepted since the start. `last` holds the newest 1,000. */
export interface MeterReading {
  readonly accepted: number
  readonly byModel: Readonly<Record<string, number>>
  readonly last: readonly Accepted[]
}

export interface Meter {
  count(accepted: Accepted): void
  read(): MeterReading
}

const kept = 1000

/** Counts the paid requests that a real provider would have billed: a refusal is none. Each is one line in the log. */
export function createMeter(log: (line: string) => void): Meter {
  const byModel = new Map<string, number>()
  const last: Accepted[] = []
  let accepted = 0
  return {
    count(one) {
      accepted += 1
      byModel.set(one.model, (byModel.get(one.model) ?? 0) + 1)
      last.push(one)
      if (last.length > kept) last.shift()
      log(`sandbox accepted ${one.endpoint} ${one.model} ${one.requestId}`)
    },
    read: () => ({ accepted, byModel: Object.fromEntries(byModel), last: [...last] }),
  }
}
