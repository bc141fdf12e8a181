import { ScanSearch } from 'lucide-react'
import { IconButton } from '../ui/icon-button.tsx'
import { pickRun, setInspector, useInspector, usePickedRun } from './inspector-place.ts'

/** Opens the inspector on one run. */
export function InspectButton({ id }: { id: string }) {
  const { open } = useInspector()
  const picked = usePickedRun()
  return (
    <IconButton
      name="Inspect"
      aria-pressed={open && picked === id}
      icon={<ScanSearch size={16} strokeWidth={1.5} />}
      onClick={() => {
        pickRun(id)
        setInspector({ open: true })
      }}
    />
  )
}
