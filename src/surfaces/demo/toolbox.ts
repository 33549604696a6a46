/** What the servers of a small team offer: each tool by its name, what it does, and what it takes. */
const servers: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  files: [
    ['read_file', 'Read a file of the project as text.', 'path'],
    ['write_file', 'Write a text to a file of the project.', 'path content'],
    ['list_folder', 'List the files and folders in a folder.', 'path'],
    ['search_files', 'Search the files of the project for a pattern.', 'pattern path'],
    ['move_file', 'Move or rename a file.', 'from to'],
    ['file_history', 'Show who changed a file, and when.', 'path'],
  ],
  database: [
    ['query', 'Run a read-only SQL query and return its rows.', 'sql'],
    ['explain', 'Explain the plan of a SQL query.', 'sql'],
    ['list_tables', 'List the tables of the database with their columns.', 'schema'],
    ['slow_queries', 'List the slowest queries of the last day.', 'limit'],
    ['table_size', 'Say how many rows and bytes a table has.', 'table'],
  ],
  charts: [
    ['line_chart', 'Draw a line chart from rows.', 'rows title'],
    ['bar_chart', 'Draw a bar chart from rows.', 'rows title'],
    ['export_pdf', 'Export a page with charts as a PDF.', 'page'],
    ['export_image', 'Export one chart as an image.', 'chart format'],
  ],
  mail: [
    ['send_mail', 'Send an e-mail, with attachments.', 'to subject body attachment'],
    ['search_mail', 'Search the mailbox by words, sender or date.', 'words'],
    ['read_mail', 'Read one e-mail with its attachments.', 'id'],
  ],
  calendar: [
    ['create_event', 'Put an event into the calendar and invite people.', 'title start people'],
    ['find_free_time', 'Find a time when everybody is free.', 'people minutes'],
    ['list_events', 'List the events of a day or a week.', 'from to'],
    ['cancel_event', 'Cancel an event and tell those who were invited.', 'id'],
  ],
  issues: [
    ['create_issue', 'Open an issue with a title and a text.', 'title body'],
    ['search_issues', 'Search issues by words, label or state.', 'words label'],
    ['comment', 'Write a comment under an issue.', 'issue body'],
    ['close_issue', 'Close an issue with a reason.', 'issue reason'],
    ['assign_issue', 'Assign an issue to somebody.', 'issue person'],
  ],
  deploys: [
    ['deploy', 'Deploy a version to an environment.', 'version environment'],
    ['rollback', 'Go back to the version before.', 'environment'],
    ['deploy_status', 'Say which version runs where, since when.', 'environment'],
    ['read_logs', 'Read the log of a service, newest lines last.', 'service lines'],
    ['error_rate', 'Say how many requests of a service failed.', 'service minutes'],
  ],
}

/** The same as `catalog.register` takes it, one call a server. */
export const toolbox = Object.entries(servers).map(([server, tools]) => ({
  server,
  tools: tools.map(([name, description, fields]) => ({
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(fields.split(' ').map((field) => [field, { type: 'string' }])),
    },
  })),
}))
