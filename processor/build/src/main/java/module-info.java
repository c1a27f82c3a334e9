/** What the build of this project generates: façades, functions of several arities, and withers. */
module io.cambric.build {
  requires java.compiler;
  requires jdk.compiler;
  requires static org.jspecify;

  exports io.cambric.build;
}
