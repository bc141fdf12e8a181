import { retriable } from '../../../ui/retriable.tsx'

/** Comparing brings a library of its own, which is loaded with the first comparison. */
export const LazyCompare = retriable(async () => (await import('./compare.tsx')).Compare)
