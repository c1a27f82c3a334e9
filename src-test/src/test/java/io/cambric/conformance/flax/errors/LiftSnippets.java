package io.cambric.conformance.flax.errors;

import static io.cambric.conformance.flax.errors.Snippets.X;
import static io.cambric.conformance.flax.errors.Snippets.key;
import static io.cambric.conformance.flax.errors.Snippets.ones;

import io.cambric.errors.DifferentiationException;
import io.cambric.errors.ShapeException;

/** Snippets of wrong uses of lifted transformations. */
final class LiftSnippets {

  private LiftSnippets() {}

  static void addTo(Snippets all) {
    all.runs(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x):
                d = functools.partial(nn.Dense, kernel_init=nn.with_partitioning(nn.initializers.ones, ('a', 'b')))
                return nn.vmap(nn.Dense, variable_axes={'params': 0}, split_rngs={'params': True})(4, kernel_init=nn.with_partitioning(nn.initializers.ones, ('a', 'b')))(x)
        F().init(KEY(), X)
        """,
        () -> PartitionedLanes.of().init(key(), X));
    all.runs(
        """
        class F(nn.Module):
            @nn.jit
            @nn.compact
            def make(self, x):
                return nn.Dense(2)
            def __call__(self, x):
                return self.make(x)(x)
        F().init(KEY(), X)
        """,
        () -> ReturnsModule.of().init(key(), X));
    all.fails(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x, y):
                return nn.vmap(lambda m, a, b: a + b)(self, x, y)
        F().init(KEY(), jnp.ones(2), jnp.ones(3))
        """,
        ShapeException.class,
        () -> TwoSizes.of().init(key(), m -> m.call(ones(2), ones(3))));
    all.fails(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, c):
                return nn.scan(lambda m, c, _: (c, None))(self, c, None)
        F().init(KEY(), X)
        """,
        ShapeException.class,
        () -> NoLength.of().init(key(), X));
    all.fails(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x):
                return nn.grad(lambda m, x: x * 2, self, x)
        F().init(KEY(), X)
        """,
        DifferentiationException.class,
        () -> VectorGradient.of().init(key(), X));
  }
}
