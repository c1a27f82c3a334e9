/** Exceptions, files that are written as a whole or not at all, and JSON. */
// The compiler does not see the module that an export names.
@SuppressWarnings("module")
module io.cambric.base {
  requires static transitive org.jspecify;
  requires tools.jackson.core;

  // Waiting for results of other threads, for the artifacts of this project.
  exports io.cambric.concurrent to
      io.cambric.data,
      io.cambric.io;
  exports io.cambric.errors;
  // Opening, quoting and replacing files, for the artifacts of this project.
  exports io.cambric.file to
      io.cambric.data,
      io.cambric.examples,
      io.cambric.io,
      io.cambric.linen,
      io.cambric.models,
      io.cambric.text,
      io.cambric.training;
  exports io.cambric.json;
  exports io.cambric.json.tree to
      io.cambric.linen;
}
