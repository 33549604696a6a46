/** What marks a unit as ours, so that nobody else's is replaced or removed. */
const firstLine = '# Written by `tamis service install`; `tamis service install --undo` removes it.'

interface ServiceUnit {
  readonly node: string
  readonly program: string
  readonly home: string
}

/** A unit of systemd that runs the daemon of a home for as long as its user is logged in. */
export function serviceUnit({ node, program, home }: ServiceUnit): string {
  return `${firstLine}
[Unit]
Description=Tamis, a context engine for AI agents

[Service]
ExecStart=${[node, program].map(quoted).join(' ')} up --home ${quoted(home)}
EnvironmentFile=-${escaped(home)}/service.env
Restart=on-failure
RestartSec=2
LimitNOFILE=65536
NoNewPrivileges=true

[Install]
WantedBy=default.target
`
}

/** Whether a unit is one that we wrote. */
export function isOurUnit(text: string): boolean {
  return text.startsWith(`${firstLine}\n`)
}

function quoted(word: string): string {
  return `"${escaped(word).replaceAll(/["\\]/g, '\\$&').replaceAll('$', '$$$$')}"`
}

/** A per cent sign begins a name of systemd's. */
function escaped(word: string): string {
  return word.replaceAll('%', '%%')
}
