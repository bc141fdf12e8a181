/** What chance decides in a fault, told beforehand by its seed (mulberry32). */
export interface Random {
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  shuffle<T>(list: readonly T[]): T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    pick: (list) => list[below(list.length)] ?? list[0],
    shuffle: (list) => {
      const mixed = [...list]
      for (let at = mixed.length - 1; at > 0; at -= 1) {
        const other = below(at + 1)
        const [one, two] = [mixed[at], mixed[other]]
        if (one !== undefined && two !== undefined) [mixed[at], mixed[other]] = [two, one]
      }
      return mixed
    },
  }
}
