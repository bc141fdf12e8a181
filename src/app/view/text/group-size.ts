/**
 * How many children the next group takes, which the browser leaves out while it is out of view. It looks at every group in every frame, so that the
 * groups of a very long text are larger than the `first` ones.
 */
export function groupSize(first: number, groups: number): number {
  return groups <= 64 ? first : 8 * first
}
