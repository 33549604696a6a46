const paths: Readonly<Record<string, string>> = {
  brand:
    'M3 5.5h18v4a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 9.5zM8 15v.01M12 15v.01M16 15v.01M10 19v.01M14 19v.01',
  live: 'M3 12h4l3-7 4 14 3-7h4',
  conversations: 'M4 5h16v10H9l-5 4z M8 9h8 M8 12h5',
  savings: 'M4 19V9 M10 19V5 M16 19v-7 M21 19H3',
  prune: 'M4 5h16 M4 10h9 M4 15h16 M4 20h6',
  tools:
    'M6 4v5 M6 15v5 M18 4v9 M18 19v1 M6 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0 M18 16m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  knowledge:
    'M12 6c-2-1.5-5-2-8-1.5V18c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V4.5C17 4 14 4.5 12 6zM12 6v13.5',
  memory: 'M5 4h6v7H5zM13 4h6v4h-6zM13 10h6v10h-6zM5 13h6v7H5z',
  settings:
    'M4 7h9 M17 7h3 M4 17h3 M11 17h9 M15 7m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0 M9 17m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
}

/** A line drawing; the text beside it says what it means. */
export function Icon({ name, size = 18 }: { name: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name] ?? ''} />
    </svg>
  )
}
