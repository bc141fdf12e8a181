/** Classes of the border that every input, textarea, select and editor has; no padding. */
export const frameLook =
  'w-full min-w-0 rounded-md border border-line bg-surface text-sm text-ink transition-colors duration-120 hover:border-line-strong aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-line disabled:text-faint'
export const boxLook = `${frameLook} px-3`
export const lineLook = `${boxLook} h-9 coarse:h-11`
