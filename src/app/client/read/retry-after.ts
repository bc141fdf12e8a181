const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const plainNumber = /^\d+(\.\d+)?$/
const longestWait = 24 * 60 * 60

function secondsOf(text: string, now: number): number | undefined {
  if (plainNumber.test(text)) return Number(text)
  return httpDate.test(text) ? (Date.parse(text) - now) / 1000 : undefined
}

/**
 * Seconds to wait, from `retry-after-ms` or else `Retry-After` (seconds or an HTTP date); `now` is the wall clock in ms.
 * A junk, negative, past or absurd value (more than a day) is no hint.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const milliseconds = headers['retry-after-ms']?.trim() ?? ''
  const seconds = plainNumber.test(milliseconds)
    ? Number(milliseconds) / 1000
    : secondsOf(headers['retry-after']?.trim() ?? '', now)
  return seconds !== undefined && seconds >= 0 && seconds <= longestWait ? seconds : undefined
}
