/** Gradient transformations, losses and schedules. */
module io.cambric.optax {
  requires transitive io.cambric.runtime;
  requires static transitive org.jspecify;

  exports io.cambric.optax;
}
