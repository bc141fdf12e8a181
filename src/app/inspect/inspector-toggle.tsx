import { PanelRight } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { setInspector, toggleId, useInspector } from './inspector-place.ts'

/** By the key's place on the keyboard as well: where a layout has another letter there, no browser listens to it either. */
const isToggle = (event: KeyboardEvent) =>
  (event.key === '\\' || event.code === 'Backslash') &&
  (event.ctrlKey || event.metaKey) &&
  !(event.altKey || event.shiftKey || event.repeat)

/** Opens and closes the inspector, by a press or by Ctrl \. */
export function InspectorToggle() {
  const { open } = useInspector()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isToggle(event)) return
      event.preventDefault()
      setInspector({ open: !open })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [open])
  return (
    <IconButton
      id={toggleId}
      name="Inspector"
      title="Inspector (Ctrl \)"
      aria-keyshortcuts="Control+\ Meta+\"
      aria-pressed={open}
      icon={<PanelRight size={18} strokeWidth={1.5} />}
      onClick={() => setInspector({ open: !open })}
    />
  )
}
