import { playTime } from './play-time.ts'

/** A whole number with its digits grouped: `12,345`. */
export const grouped = (count: number): string => count.toLocaleString('en')

/** A number and its noun: `1 run`, `1,200 runs`. */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

const units = ['B', 'KiB', 'MiB', 'GiB']

/** A number of bytes in words: `1.2 MiB`. In powers of 1024, as the limits of routers are. */
export function byteSize(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${Number(value.toFixed(value < 10 ? 2 : 1))} ${units[power]}`
}

/**
 * A router's text, cut to a length that a page can show: laying out a single word of some hundred thousand letters blocks the browser for a
 * minute.
 */
export const shortly = (words: string, most = 300): string => (words.length > most ? `${words.slice(0, most)}…` : words)

/** Seconds in the format of a player: `1:05.3`, `1:00:05.3`. */
export function clockTime(seconds: number): string {
  const tenths = Math.floor(Math.max(0, seconds) * 10)
  return `${playTime(Math.floor(tenths / 10))}.${tenths % 10}`
}
