import type { ReactNode } from 'react'

/** On a picture that is not simply what was asked for. */
export const Mark = ({ children }: { readonly children: ReactNode }) => (
  <span className="absolute bottom-2 left-2 rounded-full border border-line bg-ground/90 px-2 py-px text-2xs text-ink">
    {children}
  </span>
)
