/** A bar that scrolls sideways where it is narrow. The fade says that there is more; it ends before the last control. */
export const barScroll =
  'overflow-x-auto pr-6 scroll-pr-6 [mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] [scrollbar-width:none] @4xl:pr-2.5 @4xl:[mask-image:none]'
