import { canonicalJson } from '#contract/core/loose-json.ts'
import type { CheckResult } from '#lab/checks/check.ts'
import { isJudgeType } from '#lab/judges/judge-requests.ts'
import type { CellChecks } from '../checks/cell-checks.ts'

/** The results of cells with what judges have said in place of “Not judged yet.” */
export function withJudged(cells: CellChecks, judged: CellChecks): CellChecks {
  if (judged.size === 0) return cells
  return new Map(
    [...cells].map(([at, results]) => {
      const said = judged.get(at) ?? []
      const ofCheck = ({ check }: CheckResult) => said.find((one) => canonicalJson(one.check) === canonicalJson(check))
      return [at, results.map((one) => (isJudgeType(one.check.type) ? (ofCheck(one) ?? one) : one))]
    }),
  )
}
