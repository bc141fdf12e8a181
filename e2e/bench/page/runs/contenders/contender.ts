import type { RunRow } from '../../../../../src/app/ledger/run-row.ts'

/** Shows a list of runs in a box and gives the element that scrolls. Each drawn row has a `data-at`. */
export type MountList = (host: HTMLElement, rows: readonly RunRow[]) => Promise<HTMLElement>

export const rowHeight = 64
