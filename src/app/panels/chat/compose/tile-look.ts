/** The row of examples of other tools, whose place is kept until it is loaded. */
export const tileLook = { row: 'grid grid-cols-3 gap-2', height: 'h-28 @xl:h-40' } as const
