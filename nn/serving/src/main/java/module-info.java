/** Predictions for many callers at once. */
module io.cambric.serving {
  requires transitive io.cambric.core;
  requires java.management;
  requires static transitive org.jspecify;

  exports io.cambric.nn.serving;
}
