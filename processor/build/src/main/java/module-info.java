/** Generators of the build of this project: façades, functions of several arities, and withers. */
module io.cambric.build {
  requires java.compiler;
  requires jdk.compiler;
  requires static org.jspecify;

  exports io.cambric.build;
}
