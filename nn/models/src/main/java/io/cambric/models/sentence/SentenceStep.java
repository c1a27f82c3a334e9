package io.cambric.models.sentence;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.models.Activation;
import io.cambric.numpy.Numpy;
import org.jspecify.annotations.Nullable;

/**
 * A step after the pooling of a model of sentences, from vectors {@code [batch, in]} to vectors
 * {@code [batch, out]}.
 */
public sealed interface SentenceStep {

  /** {@return the vectors one step further} */
  Array apply(Array vectors);

  /** Division by the Euclidean norm. */
  record Normalization() implements SentenceStep {

    /** Keeps the norm of a sentence without features from being zero. */
    private static final double TINY = 1e-12;

    @Override
    public Array apply(Array vectors) {
      var norm = Numpy.sqrt(Numpy.sum(vectors.mul(vectors), Axes.of(-1), true));
      return vectors.div(Numpy.maximum(norm, NdArray.scalar(vectors.dtype(), TINY)));
    }
  }

  /**
   * The first features alone, of vectors that were trained for it.
   *
   * @param size number of features; vectors that have fewer stay as they are
   */
  record Truncation(int size) implements SentenceStep {

    @Override
    public Array apply(Array vectors) {
      return Numpy.slice(vectors, -1, 0, Math.min(size, vectors.dim(-1)));
    }
  }

  /**
   * A dense layer; its weights are constants, which no training changes.
   *
   * @param kernel {@code [in, out]}
   * @param bias {@code [out]}; {@code null} for none
   * @param activation of its outputs
   * @param residual {@code [in, out]}, a map whose outputs are added; {@code null} for none
   */
  record Projection(
      Array kernel, @Nullable Array bias, Activation activation, @Nullable Array residual)
      implements SentenceStep {

    @Override
    public Array apply(Array vectors) {
      var product = vectors.matmul(kernel);
      var projected = activation.apply(bias == null ? product : product.add(bias));
      return residual == null ? projected : projected.add(vectors.matmul(residual));
    }

    /** {@return the shape of the kernel, and the activation} */
    @Override
    public String toString() {
      return "Projection %s, %s".formatted(kernel.shape(), activation);
    }
  }
}
