const units = ['B', 'kB', 'MB', 'GB']

/** A number of bytes in words: `1.2 MB`. */
export function byteSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(value < 10 ? 2 : 1)} ${units[power]}`
}
