/** Gradient transformations, losses and schedules. */
module io.cambric.optax {
  requires transitive io.cambric.core;
  requires static io.cambric.build;
  requires static transitive com.google.errorprone.annotations;
  requires static transitive org.jspecify;

  exports io.cambric.optax;
  exports io.cambric.optax.aggregate;
  exports io.cambric.optax.alias;
  exports io.cambric.optax.assignment;
  exports io.cambric.optax.base;
  exports io.cambric.optax.contrib;
  exports io.cambric.optax.hyperparameter;
  exports io.cambric.optax.linearalgebra;
  exports io.cambric.optax.linesearch;
  exports io.cambric.optax.microbatch;
  exports io.cambric.optax.perturbations;
  exports io.cambric.optax.projection;
  exports io.cambric.optax.schedule;
  exports io.cambric.optax.secondorder;
  exports io.cambric.optax.transform;
  exports io.cambric.optax.tree;
  exports io.cambric.optax.wrapper;
}
