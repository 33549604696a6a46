/** An intent, and the tools that would do, by name or `server:name`; none where nothing fits. */
export interface RealIntent {
  readonly intent: string
  readonly right: readonly string[]
}

/** Written before any of the servers was listed; what is right was noted afterwards. */
const written: readonly (readonly [intent: string, right: string])[] = [
  ['read the contents of a text file', 'read_file read_text_file read_multiple_files'],
  ['write a new file with some text', 'filesystem:write_file desktop:write_file'],
  ['list what is in a folder', 'list_directory list_directory_with_sizes directory_tree'],
  ['create a folder', 'create_directory'],
  ['move a file to another place', 'move_file'],
  ['delete an old folder', ''],
  ['find files whose name ends in .log', 'search_files start_search'],
  ['how large is this file and when was it changed', 'get_file_info'],
  ['remember that Ada works at the library', 'create_entities create_relations add_observations'],
  ['what do I know about Ada', 'search_nodes open_nodes read_graph'],
  ['forget what you know about a person', 'delete_entities delete_observations'],
  ['think through a hard problem step by step', 'sequentialthinking'],
  [
    'open a web page in the browser',
    'browser_navigate navigate_page new_page browser_tabs puppeteer_navigate',
  ],
  ['click the login button', 'browser_click click puppeteer_click'],
  [
    'fill in the form with my address',
    'browser_fill_form fill_form fill browser_type puppeteer_fill',
  ],
  ['take a picture of the page', 'browser_take_screenshot take_screenshot puppeteer_screenshot'],
  ['press the enter key', 'browser_press_key press_key'],
  ['go back to the previous page', 'browser_navigate_back navigate_page'],
  ['which requests did the page make', 'browser_network_requests list_network_requests'],
  [
    'run some JavaScript in the page',
    'browser_evaluate evaluate_script browser_run_code_unsafe puppeteer_evaluate',
  ],
  ['find out how to use a library, with up to date documentation', 'query-docs resolve-library-id'],
  ['open an issue about a crash', 'create_issue'],
  ['merge a pull request', 'merge_pull_request'],
  ['search code on GitHub for a function', 'search_code'],
  ['make a new branch', 'create_branch git_branch'],
  ['show the last commits of a repository', 'list_commits git_log'],
  ['read a file from a repository', 'get_file_contents'],
  ['comment on an issue', 'add_issue_comment'],
  ['draw a bar chart of sales by month', 'generate_bar_chart generate_column_chart'],
  ['make a pie chart', 'generate_pie_chart'],
  ['draw a diagram of a process', 'generate_flow_diagram generate_mermaid_diagram'],
  ['query documents of a collection in MongoDB', 'mongodb:find aggregate'],
  ['list the collections of a database', 'list-collections'],
  ['insert a document into a collection', 'insert-many'],
  ['run a shell command', 'start_process execute_command'],
  ['search for a word inside files', 'start_search search_code'],
  ['change one line of a file', 'edit_file edit_block'],
  [
    'is the performance of this page good',
    'performance_start_trace lighthouse_audit performance_analyze_insight',
  ],
  ['emulate a slow network', 'emulate'],
  ['list open tabs', 'list_pages browser_tabs'],
  ['send a slack message', ''],
  ['book a flight to Lisbon', ''],
  ['translate a sentence into Japanese', ''],
  ['what is the weather in Oslo', ''],
  ['transfer money to my landlord', ''],
  ['play a song by Miles Davis', ''],
  ['turn off the lights in the kitchen', ''],
  ['order a pizza', ''],
  ['transcribe this voice memo', ''],
  ['send an SMS to my sister', ''],
  ['schedule a meeting with the team on Friday', ''],
  ['convert euros to dollars', ''],
  ['print this document on paper', ''],
  ['start the dishwasher', ''],
  ['generate a picture of a cat', ''],
  ['restart a pod of the Kubernetes cluster', ''],
  ["charge a customer's credit card", ''],
  ['sign a contract electronically', ''],
  ['find a doctor nearby', ''],
  ['check the stock price of a company', ''],
]

export const intents: readonly RealIntent[] = readIntents(written)

export function readIntents(
  rows: readonly (readonly [intent: string, right: string])[],
): readonly RealIntent[] {
  return rows.map(([intent, right]) => ({ intent, right: right === '' ? [] : right.split(' ') }))
}
