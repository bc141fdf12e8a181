/** For writes that guard money: on the disk, not only on its way there. */
export const strict = { durability: 'strict' } as const

/**
 * Waits until the work is done and its transaction is complete. When the work fails nothing of it stays: a transaction left to
 * itself would commit the half that was written.
 */
export async function complete<T>(tx: { abort(): void; readonly done: Promise<void> }, work: Promise<T>): Promise<T> {
  const guarded = work.catch((error: unknown) => {
    try {
      tx.abort()
    } catch {
      // It has ended by itself already.
    }
    throw error
  })
  const [result] = await Promise.all([guarded, tx.done])
  return result
}
