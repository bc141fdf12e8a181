function drawn(): string {
  const fresh = String(Date.now() % 2 ** 31)
  console.log(`SEED=${fresh} repeats the random tests of this soak.`)
  return fresh
}

/**
 * The seed of every random test. `npm test` has a fixed one, so that it is the same command each time; a soak (`SOAK=1`) draws and prints
 * a fresh one; `SEED=` overrides both. The configurations of vitest and Playwright import this module, which puts the seed into the
 * environment before their workers inherit it: a title that names the seed is the same in all of them.
 */
process.env.SEED ??= process.env.SOAK ? drawn() : '20261121'
export const seed = Number(process.env.SEED)
