const digits = new Intl.NumberFormat('en')

/** A whole number with its digits grouped: `12,345`. */
export const grouped = (count: number): string => digits.format(count)

/** A number and its noun: `1 run`, `1,200 runs`. */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

const units = ['B', 'kB', 'MB', 'GB']

/** A number of bytes in words: `1.2 MB`, in powers of 1000. */
export function byteSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${Number(value.toFixed(value < 10 ? 2 : 1))} ${units[power]}`
}

/** A limit in words: `50 MB` also for 50 MiB. One that is whole in powers of 1024 is named by that number, never larger than it is. */
export function sizeLimit(bytes: number): string {
  const power = [3, 2, 1].find((one) => bytes % 1024 ** one === 0) ?? 0
  return byteSize((bytes / 1024 ** power) * 1000 ** power)
}

/** A limit of a length: `10 min`, `30 s`. */
export const lengthLimit = (seconds: number): string =>
  seconds % 60 === 0 ? `${seconds / 60} min` : seconds < 60 ? `${seconds} s` : playTime(seconds)

/** Cuts a router's text: laying out one word of some hundred thousand letters blocks the browser for a minute. */
export const shortly = (words: string, most = 300): string => (words.length > most ? `${words.slice(0, most)}…` : words)

/** Seconds in the format of a player: `1:05.3`, `1:00:05.3`. */
export function clockTime(seconds: number): string {
  const tenths = Math.floor(Math.max(0, seconds) * 10)
  return `${playTime(Math.floor(tenths / 10))}.${tenths % 10}`
}

/** Whole seconds as a clock shows a span: `0:42`, `1:02:05`. */
export function playTime(seconds: number): string {
  const whole = Math.round(seconds)
  const hours = Math.floor(whole / 3600)
  const rest = [Math.floor(whole / 60) % 60, whole % 60].map((part) => `${part}`.padStart(2, '0')).join(':')
  return hours > 0 ? `${hours}:${rest}` : rest.replace(/^0/, '')
}

/** The length of a text as providers count it: code points. */
export function codePointsIn(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
