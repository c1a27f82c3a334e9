/** Exceptions, files that are written as a whole or not at all, and JSON. */
// The compiler does not see the module that an export names.
@SuppressWarnings("module")
module io.cambric.base {
  requires static transitive com.google.errorprone.annotations;
  requires static transitive org.jspecify;
  requires tools.jackson.core;

  // Waiting for results of other threads, for the artifacts of this project.
  exports io.cambric.concurrent to
      io.cambric.data,
      io.cambric.io;
  exports io.cambric.errors;
  // Opening files and quoting their texts, for the artifacts of this project.
  exports io.cambric.file.support to
      io.cambric.data,
      io.cambric.frameworks,
      io.cambric.io,
      io.cambric.linen,
      io.cambric.models,
      io.cambric.text,
      io.cambric.training;
  exports io.cambric.file;
  exports io.cambric.json;
  exports io.cambric.json.tree to
      io.cambric.linen;
}
