/** The smallest whole files of their kinds (mathiasbynens/small, public domain), in base64. */
export const smallPictures = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACklEQVR4nGMAAQAABQABDQottAAAAABJRU5ErkJggg==',
  jpeg: '/9j/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  gif: 'R0lGODlhAQABAAAAADs=',
  webp: 'UklGRhIAAABXRUJQVlA4TAYAAAAvQWxvAGs=',
} as const
