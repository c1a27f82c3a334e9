package io.cambric.conformance.flax.errors;

import static io.cambric.conformance.flax.errors.Snippets.X;
import static io.cambric.conformance.flax.errors.Snippets.key;
import static io.cambric.conformance.flax.errors.Snippets.ones;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.DTypeException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.DenseGeneral;
import io.cambric.nn.Dropout;
import io.cambric.nn.Einsum;
import io.cambric.nn.Embed;
import io.cambric.nn.GroupNorm;
import io.cambric.nn.MultiHeadDotProductAttention;
import io.cambric.nn.Padding;
import io.cambric.numpy.Initializers;

/** Snippets of wrong arguments of layers and initializers. */
final class LayerSnippets {

  private LayerSnippets() {}

  static void addTo(Snippets all) {
    all.fails(
        """
        nn.BatchNorm(use_running_average=True).init(KEY(), X, use_running_average=True)
        """,
        HyperparameterException.class,
        () -> BatchNorm.of().withUseRunningAverage(true).init(key(), X, true));
    all.fails(
        """
        nn.BatchNorm().init(KEY(), X)
        """,
        HyperparameterException.class,
        () -> BatchNorm.of().init(key(), X));
    all.fails(
        """
        nn.Dropout(0.5).init(KEY(), X)
        """,
        HyperparameterException.class,
        () -> Dropout.of(0.5).init(key(), X));
    all.fails(
        """
        nn.GroupNorm(num_groups=2).init(KEY(), X)
        """,
        HyperparameterException.class,
        () -> GroupNorm.of(2).init(key(), X));
    all.fails(
        """
        nn.MultiHeadDotProductAttention(2).init(KEY(), X)
        """,
        HyperparameterException.class,
        () -> MultiHeadDotProductAttention.of(2).init(key(), X));
    all.fails(
        """
        nn.MultiHeadDotProductAttention(1).init(KEY(), X, inputs_v=X)
        """,
        HyperparameterException.class,
        () -> MultiHeadDotProductAttention.of(1).init(key(), m -> m.call(X, null, X)));
    all.fails(
        """
        nn.Einsum((3, 2), 'ab->a').init(KEY(), X)
        """,
        HyperparameterException.class,
        () -> Einsum.of(Shape.of(3, 2), "ab->a").init(key(), X));
    all.fails(
        """
        nn.Embed(3, 2).init(KEY(), X)
        """,
        DTypeException.class,
        () -> Embed.of(3, 2).init(key(), X));
    all.fails(
        """
        nn.Conv(2, (2, 2), padding='CAUSAL').init(KEY(), jnp.ones((1, 4, 4, 1)))
        """,
        HyperparameterException.class,
        () -> Conv.of(2, 2, 2).withPadding(Padding.CAUSAL).init(key(), ones(1, 4, 4, 1)));
    all.fails(
        """
        nn.Conv(4, (2,), feature_group_count=2).init(KEY(), jnp.ones((1, 4, 3)))
        """,
        HyperparameterException.class,
        () -> Conv.of(4, 2).withFeatureGroupCount(2).init(key(), ones(1, 4, 3)));
    all.fails(
        """
        nn.initializers.orthogonal()(KEY(), (3,))
        """,
        ShapeException.class,
        () -> Initializers.orthogonal().init(key(), Shape.of(3), DType.F32));
    all.fails(
        """
        nn.initializers.lecun_normal()(KEY(), (3,))
        """,
        ShapeException.class,
        () -> Initializers.lecunNormal().init(key(), Shape.of(3), DType.F32));
    all.fails(
        """
        nn.DenseGeneral(2, axis=-1, batch_dims=(1,)).init(KEY(), jnp.ones((2, 3, 4)))
        """,
        HyperparameterException.class,
        () -> DenseGeneral.of(2).withBatchDims(Axes.of(1)).init(key(), ones(2, 3, 4)));
    all.fails(
        """
        nn.Dense(2, dtype=jnp.int32).init(KEY(), X)
        """,
        DTypeException.class,
        () -> Dense.of(2).withDtype(DType.I32).init(key(), X));
  }
}
