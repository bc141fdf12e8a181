/** The drafts in which a tool finds pictures that another part of the app hands to it. Apart, since the chat asks for its own at once. */
export const handOverKeys = { edit: 'images.edit.hand-over', chat: 'chat.hand-over' } as const
