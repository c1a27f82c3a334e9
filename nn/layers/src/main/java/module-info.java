/** Layers of Flax Linen, written as module records, and summaries of modules. */
module io.cambric.layers {
  requires transitive io.cambric.io;
  requires transitive io.cambric.linen;
  requires static transitive org.jspecify;

  exports io.cambric.nn;
  exports io.cambric.nn.summary;
}
