/** The optimiser interface that Flax had before Optax, and helpers of flax.jax_utils, for ports. */
module io.cambric.flax.optim {
  requires transitive io.cambric.io;
  requires transitive io.cambric.linen;
  requires transitive io.cambric.optax;
  requires static io.cambric.build;
  requires static transitive org.jspecify;

  exports io.cambric.nn.jaxutils;
  exports io.cambric.nn.optim;
}
