/** A file on its way in, or refused, which is said until it is dismissed. */
export interface Incoming {
  readonly id: string
  readonly name: string
  readonly status: 'reading' | 'refused'
  readonly why?: string
}

/** The same files, with one of them refused for the reason given. */
export const withRefusal = (incoming: readonly Incoming[], id: string, why: string): readonly Incoming[] =>
  incoming.map((one) => (one.id === id ? { ...one, status: 'refused', why } : one))
