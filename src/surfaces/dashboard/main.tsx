import { render } from 'preact'
import { speak } from './locale/language.ts'
import { applyTheme } from './shell/theme.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/controls.css'
import './styles/lists.css'
import './styles/live.css'
import './styles/conversations.css'
import './styles/request.css'
import './styles/palette.css'
import './styles/prune.css'
import './styles/tools.css'
import './styles/markdown.css'
import './styles/knowledge.css'
import './styles/memory.css'
import './styles/savings.css'
import './styles/settings.css'
import './styles/touch.css'

applyTheme()
// A login at an upstream server ends here; Tools finishes it.
if (/[?&]state=/.test(location.search) && location.hash === '') location.hash = '#/tools'
// The daemon names the language in the head of the page; texts are made with it from the first.
if (document.documentElement.lang === 'fr') speak((await import('./locale/french.ts')).french)
const { App } = await import('./shell/app.tsx')
const root = document.getElementById('app')
if (root) render(<App />, root)
