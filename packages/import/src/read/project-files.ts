/** Names of files about a project. */

/** Files about a project, which are not part of its site. Below a folder, some of these names are texts like any other. */
export const PROJECT_FILE =
  /(?:^|\/)(?:_|(?:readme|claude|agents|404|500)\b)|^(?:license|changelog|contributing|code_of_conduct|security)\b/i;
