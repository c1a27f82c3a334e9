package io.cambric.nn;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Initializers.varianceScaling;

import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.VarianceScaling.Distribution;
import io.cambric.numpy.VarianceScaling.Mode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An embedding: a table with a row of features for each integer, such as vectors of words.
 *
 * <p>Shapes: {@code [...]} integers to {@code [..., features]}. Negative integers count from the
 * end; integers past either end give rows of NaN.
 *
 * <p>Variables: {@code params/embedding} {@code [numEmbeddings, features]}.
 *
 * @param numEmbeddings rows of the table
 * @param features columns of the table
 * @param dtype dtype of the result, or {@code null} for the dtype of the table
 * @param paramDtype dtype of the table
 * @param embeddingInit initializer of the table
 * @param promoteDtype the choice of the dtypes to compute in; {@code null} to follow {@code dtype}
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/layers.html#flax.linen.Embed">flax.linen.Embed</a>
 */
@Module
record EmbedDef(
    int numEmbeddings,
    int features,
    @Nullable DType dtype,
    DType paramDtype,
    Initializer embeddingInit,
    @Nullable PromoteDtypeFn promoteDtype) {

  /** The table. */
  record Table(Array embedding) {}

  EmbedDef {
    LayerChecks.requirePositive("Embed", "number of embeddings", numEmbeddings);
    LayerChecks.requirePositive("Embed", "features", features);
  }

  /** Rows with a standard deviation of 1 / sqrt(features). */
  EmbedDef(int numEmbeddings, int features) {
    this(
        numEmbeddings,
        features,
        null,
        DType.F32,
        varianceScaling(1, Mode.FAN_IN, Distribution.NORMAL)
            .withAxes(Axes.of(-2), Axes.of(0), Axes.of()),
        null);
  }

  @Setup
  Table table() {
    return new Table(
        param("embedding", embeddingInit, Shape.of(numEmbeddings, features), paramDtype));
  }

  /**
   * Looks up rows.
   *
   * @param ids integers
   * @return one row for each
   * @throws DTypeException if the ids are not integers
   */
  Array call(Table table, Array ids) {
    if (!ids.dtype().isInteger()) {
      throw new DTypeException(
          "Embed needs integers to look up, but got %s. Convert them with astype(DType.I32)."
              .formatted(ids.aval()));
    }
    var promoted = LayerOperands.promoted("Embed", promoteDtype, dtype, false, table.embedding());
    var rows = Objects.requireNonNull(promoted.getFirst());
    return numEmbeddings == 1
        ? Numpy.broadcastTo(rows, ids.shape().concat(Shape.of(features)))
        : Numpy.take(rows, ids, 0);
  }

  /**
   * Scores queries against all rows, as the last layer of a language model with tied weights does.
   *
   * @param query {@code [..., features]}
   * @return {@code [..., numEmbeddings]}, the inner products
   */
  Array attend(Table table, Array query) {
    LayerChecks.requireRank("Embed", query, 1);
    var promoted =
        LayerOperands.promoted("Embed", promoteDtype, dtype, true, query, table.embedding());
    var operands =
        new LayerOperands(
            Objects.requireNonNull(promoted.get(0)), Objects.requireNonNull(promoted.get(1)), null);
    // A transposed table would be a copy of it outside compiled programs.
    return operands.product(null, 1);
  }
}
