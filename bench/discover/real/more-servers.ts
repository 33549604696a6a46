import type { Package } from './servers.ts'

/** Servers that no ranking was looked at on; they list without a key, too. */
export const morePackages: readonly Package[] = [
  { server: 'kubernetes', name: 'mcp-server-kubernetes', version: '4.1.7' },
  { server: 'notion', name: '@notionhq/notion-mcp-server', version: '2.5.2' },
  { server: 'airbnb', name: '@openbnb/mcp-server-airbnb', version: '0.3.0' },
  { server: 'excel', name: '@negokaz/excel-mcp-server', version: '0.12.0' },
  { server: 'pdf', name: '@sylphlab/pdf-reader-mcp', version: '0.3.23' },
  { server: 'code', name: 'mcp-server-code-runner', version: '0.1.8' },
  { server: 'mobile', name: '@mobilenext/mobile-mcp', version: '1.0.4' },
  { server: 'youtube', name: '@kimtaeyoon83/mcp-server-youtube-transcript', version: '0.1.1' },
  { server: 'fetch', name: 'mcp-fetch-server', version: '1.1.2' },
  { server: 'n8n', name: 'n8n-mcp', version: '2.87.0' },
  { server: 'circleci', name: '@circleci/mcp-server-circleci', version: '0.20.0' },
  { server: 'weather', name: '@dangahagan/weather-mcp', version: '1.23.0' },
  { server: 'time', name: 'time-mcp', version: '1.0.6' },
  { server: 'docker', name: 'mcp-docker-server', version: '1.0.1' },
  { server: 'jira', name: '@aashari/mcp-server-atlassian-jira', version: '3.3.0' },
  { server: 'shadcn', name: '@jpisnice/shadcn-ui-mcp-server', version: '2.0.0' },
  { server: 'mongodb', name: 'mongodb-mcp-server', version: '3.0.4' },
]
