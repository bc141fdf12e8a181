import type { EditTools } from './use-edit.ts'

/** Which picture is being edited. */
export function EditHead({ tool }: { readonly tool: EditTools }) {
  const [base] = tool.work.pictures
  if (!base) return <h2 className="truncate text-soft max-md:sr-only">No image yet</h2>
  return (
    <>
      <h2 className="min-w-0 truncate text-soft max-md:sr-only" dir="auto" title={base.name}>
        {base.name}
      </h2>
      <span className="ml-2 shrink-0 font-mono text-faint text-xs tabular-nums max-lg:hidden">
        {base.width} × {base.height}
      </span>
    </>
  )
}
