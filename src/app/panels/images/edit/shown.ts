/** What stands on the stage: the canvas, or a result beside what it was made from. */
export type Shown =
  | { readonly kind: 'mask' }
  | { readonly kind: 'result'; readonly run: string; readonly place: number }
