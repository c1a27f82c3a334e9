/** The user contract: the annotations that the processor reads. */
module io.cambric.annotations {
  requires static transitive org.jspecify;

  exports io.cambric.annotations;
}
