import { settings } from '../settings.ts'

/** A `tamis.toml` with every setting, its meaning and its default, all commented out. */
export function configTemplate(): string {
  const sections = Map.groupBy(
    settings.filter((setting) => !setting.isSecret),
    (setting) => setting.key.slice(0, setting.key.lastIndexOf('.')),
  )
  const blocks = [...sections].map(([section, members]) => {
    const lines = members.flatMap(({ key, description, defaultValue }) => [
      `# ${description}`,
      `# ${key.slice(section.length + 1)} = ${toToml(defaultValue)}`,
    ])
    return [`[${section}]`, ...lines].join('\n')
  })
  return `${['# Tamis. Uncomment what you want to change; secrets belong in the environment.', ...blocks].join('\n\n')}\n`
}

function toToml(value: unknown): string {
  return value === undefined ? '""' : JSON.stringify(value)
}
