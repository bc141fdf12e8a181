import type { JsonRecord } from '#contract/core/loose-json.ts'

interface RowsTabProps {
  readonly rows: readonly JsonRecord[]
  readonly variables: readonly string[]
  readonly onRows: (rows: readonly JsonRecord[]) => void
}

export const RowsTab = ({ rows }: RowsTabProps) => <pre>{JSON.stringify(rows)}</pre>
